//! Choosing many cells of a board at once, by what they and their neighbours hold.
//! Knows no rule.

use crate::grid::board::Board;
use crate::grid::names::{LayerId, Tile};
use crate::grid::topology::Cell;

/// Which cells are wanted.
#[derive(Clone, Copy, Debug)]
pub struct Choice<'a> {
    /// The tile that they hold.
    pub tile: Tile,
    /// Tiles that they hold beside it.
    pub others: &'a [Tile],
    /// Which of their four neighbours hold the first tile.
    pub mask: MaskChoice,
    /// A layer in which they hold nothing.
    pub empty: Option<LayerId>,
}

/// Which masks of four neighbours are wanted; off the grid is not set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MaskChoice {
    /// Any.
    #[default]
    Any,
    /// All but the full one: a neighbour is missing.
    Edge,
    /// The full one.
    Inner,
    /// This one.
    Is(u8),
}

impl MaskChoice {
    #[inline]
    fn wants(self, mask: u8) -> bool {
        match self {
            MaskChoice::Any => true,
            MaskChoice::Edge => mask != 15,
            MaskChoice::Inner => mask == 15,
            MaskChoice::Is(wanted) => mask == wanted,
        }
    }
}

/// A row of a layer with its neighbours, to read masks from.
struct Rows<'a> {
    above: &'a [Tile],
    row: &'a [Tile],
    below: &'a [Tile],
}

impl<'a> Rows<'a> {
    fn of(tiles: &'a [Tile], width: usize, y: usize) -> Rows<'a> {
        let row = |y: Option<usize>| {
            let start = y.map_or(tiles.len(), |y| y * width).min(tiles.len());
            &tiles[start..(start + width).min(tiles.len())]
        };
        Rows { above: row(y.checked_sub(1)), row: row(Some(y)), below: row(Some(y + 1)) }
    }

    /// The mask of a column: 1 above, 2 left, 4 right, 8 below.
    #[inline]
    fn mask(&self, x: usize, tile: Tile) -> u8 {
        let is = |row: &[Tile], x: usize| u8::from(row.get(x) == Some(&tile));
        is(self.above, x)
            | is(self.row, x.wrapping_sub(1)) << 1
            | is(self.row, x + 1) << 2
            | is(self.below, x) << 3
    }
}

impl Board {
    /// Tells of every chosen cell, in reading order.
    pub fn choose(&self, choice: &Choice<'_>, mut chosen: impl FnMut(Cell)) {
        let width = self.topology().width() as usize;
        let layer = self.layer(self.names().tile_layer(choice.tile));
        let empty = choice.empty.map(|layer| self.layer(layer));
        let mut cell = 0;
        for y in 0..self.topology().height() as usize {
            let rows = Rows::of(layer, width, y);
            for (x, &tile) in rows.row.iter().enumerate() {
                let here = Cell(cell);
                cell += 1;
                if tile == choice.tile
                    && (choice.mask == MaskChoice::Any
                        || choice.mask.wants(rows.mask(x, choice.tile)))
                    && empty.is_none_or(|empty| empty[here.index()] == Tile::NONE)
                    && choice.others.iter().all(|&other| self.has(here, other))
                {
                    chosen(here);
                }
            }
        }
    }

    /// The mask of every cell in reading order, whatever it holds itself: which of its
    /// four neighbours hold the tile (1 above, 2 left, 4 right, 8 below).
    pub fn masks(&self, tile: Tile) -> impl Iterator<Item = u8> {
        let width = self.topology().width() as usize;
        let layer = self.layer(self.names().tile_layer(tile));
        (0..self.topology().height() as usize).flat_map(move |y| {
            let rows = Rows::of(layer, width, y);
            (0..width).map(move |x| rows.mask(x, tile))
        })
    }
}
