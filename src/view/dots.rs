//! A board of so many cells that each is a dot of one colour. Knows no sprite but its
//! average.

use crate::grid::{Cell, LayerId, Tile};
use crate::view::frame::{Frame, below};
use crate::view::painter::Painter;
use crate::view::scene::Scene;

impl Painter {
    /// Cells as dots of one colour each: there are very many of them then, so each row is
    /// gone through layer by layer.
    pub(in crate::view) fn paint_dots(
        &mut self,
        frame: &mut Frame<'_>,
        scene: &mut Scene<'_>,
        layers: &[LayerId],
    ) {
        let board = scene.board;
        let mut known: Vec<Option<[u8; 4]>> = vec![None; board.names().tile_count()];
        known[Tile::NONE.index()] = Some([0; 4]);
        let in_view = scene.layout.in_view(frame.width(), frame.height());
        let step = in_view.step();
        let mut dots: Vec<[u8; 4]> = Vec::new();
        let side = scene.layout.side();
        let slanted = scene.layout.board().is_isometric();
        for (cells, corner) in in_view.rows() {
            dots.clear();
            dots.resize(cells.len().div_ceil(step), [0; 4]);
            for layer in layers.iter().rev() {
                let tiles = &board.layer(*layer)[cells.clone()];
                for (at, dot) in dots.iter_mut().enumerate() {
                    let tile = tiles[at * step];
                    let color = known[tile.index()].unwrap_or_else(|| {
                        let cell = cells.start + at * step;
                        let color = self.dot(scene, *layer, cell, tile);
                        known[tile.index()] = Some(color).filter(|_| self.looks.is_plain(tile));
                        color
                    });
                    *dot = below(*dot, color);
                }
            }
            match slanted {
                false => frame.dots(&dots, corner, side),
                // Each lies half a side below the one before it.
                true => {
                    let side = i32::try_from(side).unwrap_or(1);
                    for (dot, at) in dots.iter().zip(0..) {
                        let (x, y) = (corner.0 + at * side, corner.1 + at * side / 2);
                        frame.dots(std::slice::from_ref(dot), (x, y), side.unsigned_abs());
                    }
                }
            }
        }
    }

    /// The one colour of what is in a cell.
    fn dot(&mut self, scene: &mut Scene<'_>, layer: LayerId, cell: usize, tile: Tile) -> [u8; 4] {
        let cell = Cell(u32::try_from(cell).unwrap_or(u32::MAX));
        let sprite = self.sprite(scene, layer, cell, tile);
        self.sprites.average(sprite)
    }
}
