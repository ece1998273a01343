//! The cell under the mouse: marked, and told in words. Knows no window.

use crate::grid::{Cell, Tile};
use crate::rules::Color;
use crate::session::Session;
use crate::view::frame::{Area, Frame};
use crate::view::layout::Layout;
use crate::view::marks::{Brush, cell_picture};
use crate::view::overlay::Caption;
use crate::view::painter::Painter;
use crate::view::scene::Scene;

const LIGHT: Color = Color::rgb(0xff, 0xff, 0xff);
const DARK: Color = Color { rgba: [0, 0, 0, 0xa0] };

/// The cell under the mouse, as it is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::view) struct Pointed {
    pub cell: Option<Cell>,
    pub words: String,
}

impl Pointed {
    /// Marks the cell.
    pub fn mark(&self, frame: &mut Frame<'_>, layout: &Layout) {
        match self.cell {
            None => {}
            Some(cell) if layout.board().is_plain() => {
                mark(frame, layout.corner(cell), layout.side());
            }
            Some(cell) => outline(frame, layout, cell),
        }
    }
}

impl Painter {
    /// Finds the cell under the mouse, in games that want it marked, and says what is seen
    /// there.
    pub(in crate::view) fn point(&mut self, session: &Session, caption: &Caption) {
        let wanted = caption.inspects || session.game().declared().pointer;
        let wanted = caption.pointer.filter(|_| wanted);
        let cell = wanted.and_then(|(x, y)| self.cell_at(f64::from(x), f64::from(y)));
        self.pointed = Pointed::default();
        if let (Some(cell), Some(layout)) = (cell, self.layout()) {
            let words = self.told_of(session, layout, cell);
            self.pointed = Pointed { cell: Some(cell), words };
        }
    }

    /// A cell in words: its column, its row, and what is seen there.
    pub(in crate::view) fn told_of(
        &mut self,
        session: &Session,
        layout: Layout,
        cell: Cell,
    ) -> String {
        let (column, row) = session.board().topology().xy(cell);
        let mut scene = Scene::still(session, layout);
        let seen = self.seen_in(&mut scene, cell);
        format!("{}, {}: {}", column + 1, row + 1, seen.join(", "))
    }

    /// The tiles that are seen in a cell, topmost first, each with the mask that its look
    /// is chosen by.
    fn seen_in(&mut self, scene: &mut Scene<'_>, cell: Cell) -> Vec<String> {
        let board = scene.board;
        let cover = scene.session.game().declared().cover.clone();
        let mut seen = Vec::new();
        for layer in self.layers(scene).into_iter().rev() {
            let tile = board.get(layer, cell);
            if tile == Tile::NONE {
                continue;
            }
            let name = board.names().tile_name(tile);
            seen.push(match self.looks.mask_in(board, cell, tile) {
                Some(mask) => format!("{name} (mask {mask})"),
                None => name.to_owned(),
            });
            let sprite = self.sprite(scene, layer, cell, tile);
            // What the player has not seen is not told, either, where it peeps out.
            let hides = cover.as_deref() == Some(board.names().layer_name(layer));
            if hides || self.sprites.is_opaque(sprite) {
                break;
            }
        }
        seen
    }
}

/// The same around a cell that is no upright square.
#[allow(clippy::cast_precision_loss)] // a cell's side
fn outline(frame: &mut Frame<'_>, layout: &Layout, cell: Cell) {
    let line = (layout.side() as f32 / 24.0).clamp(1.0, 2.0);
    for (color, width) in [(DARK, 2.0 * line), (LIGHT, line)] {
        if let Some(picture) = cell_picture(layout, Brush::Line(color, width)) {
            let (x, y) = layout.corner(cell);
            frame.draw(&picture, false, x, y);
        }
    }
}

/// A frame around a cell, dark and light, so that it is seen on anything.
fn mark(frame: &mut Frame<'_>, (x, y): (i32, i32), side: u32) {
    let line = (side / 24).clamp(1, 2);
    if side < 4 {
        return;
    }
    let inner = i32::try_from(line).unwrap_or(1);
    for (color, inset) in [(LIGHT, 0), (DARK, inner)] {
        let side = side.saturating_sub(2 * u32::try_from(inset).unwrap_or(0));
        let (x, y) = (x + inset, y + inset);
        let far = i32::try_from(side.saturating_sub(line)).unwrap_or(0);
        let middle = side.saturating_sub(2 * line);
        let sides = [
            Area { x, y, width: side, height: line },
            Area { x, y: y + far, width: side, height: line },
            Area { x, y: y + inner, width: line, height: middle },
            Area { x: x + far, y: y + inner, width: line, height: middle },
        ];
        sides.into_iter().for_each(|area| frame.fill(area, color));
    }
}
