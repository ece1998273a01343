//! Choosing many cells of a board at once, by what they and their neighbours hold.
//! Knows no rule.

use std::collections::BTreeSet;

use crate::grid::board::Board;
use crate::grid::mask::{Neighbours, full_mask, hex_mask, mask};
use crate::grid::names::{LayerId, Tile};
use crate::grid::topology::Cell;

/// Which cells are wanted.
#[derive(Clone, Copy, Debug)]
pub struct Choice<'a> {
    /// The tile that they hold.
    pub tile: Tile,
    /// Tiles that they hold beside it.
    pub others: &'a [Tile],
    /// Which of their neighbours hold the first tile.
    pub mask: MaskChoice,
    /// A layer in which they hold nothing.
    pub empty: Option<LayerId>,
    /// A layer in which they hold something.
    pub filled: Option<LayerId>,
}

/// Which masks of the neighbours beside a cell are wanted; off the grid is not set.
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
    fn wants(self, mask: u8, full: u8) -> bool {
        match self {
            MaskChoice::Any => true,
            MaskChoice::Edge => mask != full,
            MaskChoice::Inner => mask == full,
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

/// The first and last of the cells of a row that are free without a gap around one.
fn run(closed: &[bool], x: usize) -> (usize, usize) {
    let left = closed[..x].iter().rev().take_while(|closed| !**closed).count();
    let right = closed[x + 1..].iter().take_while(|closed| !**closed).count();
    (x - left, x + right)
}

fn cell_at(place: usize) -> Cell {
    Cell(u32::try_from(place).unwrap_or(u32::MAX))
}

fn cells_of(reached: &[bool]) -> Vec<Cell> {
    (0..).zip(reached).filter(|(_, reached)| **reached).map(|(at, _)| Cell(at)).collect()
}

impl Board {
    /// Tells of every chosen cell, in reading order.
    pub fn choose(&self, choice: &Choice<'_>, mut chosen: impl FnMut(Cell)) {
        let width = self.topology().width() as usize;
        let (hex, full) = (self.topology().is_hex(), full_mask(self.topology().tiling()));
        let layer = self.layer(self.names().tile_layer(choice.tile));
        let [empty, filled] = [choice.empty, choice.filled].map(|of| Some(self.layer(of?)));
        let mut cell = 0;
        for y in 0..self.topology().height() as usize {
            let rows = Rows::of(layer, width, y);
            for (x, &tile) in rows.row.iter().enumerate() {
                let here = Cell(cell);
                cell += 1;
                if tile == choice.tile
                    && (choice.mask == MaskChoice::Any || {
                        let mask = if hex { self.mask_of(here, tile) } else { rows.mask(x, tile) };
                        choice.mask.wants(mask, full)
                    })
                    && empty.is_none_or(|empty| empty[here.index()] == Tile::NONE)
                    && filled.is_none_or(|filled| filled[here.index()] != Tile::NONE)
                    && choice.others.iter().all(|&other| self.has(here, other))
                {
                    chosen(here);
                }
            }
        }
    }

    /// Every cell that steps lead to from a cell, itself first of all, without entering one
    /// that holds a blocking tile; in reading order. Runs of free cells in a row are filled
    /// at once (the span filling of Smith, "Tint fill", 1979).
    pub fn reachable(&self, start: Cell, blocking: &[Tile]) -> impl Iterator<Item = Cell> + use<> {
        let width = self.topology().width() as usize;
        if self.topology().is_hex() {
            return self.flooded(start, blocking).into_iter();
        }
        // Where nothing can come to any more: what blocks, and what was reached.
        let mut closed = self.blocked(blocking);
        let mut reached = vec![false; closed.len()];
        let mut open = vec![start.index()];
        while let Some(cell) = open.pop() {
            if reached[cell] {
                continue;
            }
            let row = cell / width * width;
            let (left, right) = run(&closed[row..row + width], cell - row);
            reached[row + left..=row + right].fill(true);
            closed[row + left..=row + right].fill(true);
            let below = Some(row + width).filter(|below| *below < closed.len());
            for other in row.checked_sub(width).into_iter().chain(below) {
                // One cell of each free run beside this one is enough.
                let free = |x: usize| !closed[other + x];
                let runs = (left..=right).filter(|&x| free(x) && (x == left || !free(x - 1)));
                open.extend(runs.map(|x| other + x));
            }
        }
        cells_of(&reached).into_iter()
    }

    /// The same on hexagons, cell by cell: their rows are no runs that touch.
    fn flooded(&self, start: Cell, blocking: &[Tile]) -> Vec<Cell> {
        let mut closed = self.blocked(blocking);
        let mut reached = vec![false; closed.len()];
        let mut open = vec![start];
        (reached[start.index()], closed[start.index()]) = (true, true);
        while let Some(cell) = open.pop() {
            for next in self.topology().near(cell) {
                if !std::mem::replace(&mut closed[next.index()], true) {
                    reached[next.index()] = true;
                    open.push(next);
                }
            }
        }
        cells_of(&reached)
    }

    /// Which neighbours beside a cell hold the tile; off the grid none does.
    #[must_use]
    pub fn mask_of(&self, cell: Cell, tile: Tile) -> u8 {
        let holds = |cell: Cell| self.has(cell, tile);
        match self.topology().is_hex() {
            true => hex_mask(self.topology(), cell, false, holds),
            false => mask(self.topology(), cell, Neighbours::Four, false, holds),
        }
    }

    /// Which cells hold one of the tiles, in any layer.
    fn blocked(&self, tiles: &[Tile]) -> Vec<bool> {
        let mut blocks = vec![false; self.names().tile_count()];
        tiles.iter().for_each(|tile| blocks[tile.index()] = true);
        let mut blocked = vec![false; self.topology().size() as usize];
        let layers = tiles.iter().map(|tile| self.names().tile_layer(*tile).0);
        for layer in layers.collect::<BTreeSet<u8>>() {
            let held = self.layer(LayerId(layer));
            blocked.iter_mut().zip(held).for_each(|(is, held)| *is |= blocks[held.index()]);
        }
        blocked
    }

    /// The mask of every cell in reading order, whatever it holds itself: which of its
    /// neighbours hold the tile (1 above, 2 left, 4 right, 8 below; of hexagons as
    /// [`Board::mask_of`] has it).
    pub fn masks(&self, tile: Tile) -> impl Iterator<Item = u8> {
        let hex = self.topology().is_hex();
        let width = self.topology().width() as usize;
        let layer = self.layer(self.names().tile_layer(tile));
        (0..self.topology().height() as usize).flat_map(move |y| {
            let rows = Rows::of(layer, width, y);
            (0..width).map(move |x| match hex {
                true => self.mask_of(cell_at(y * width + x), tile),
                false => rows.mask(x, tile),
            })
        })
    }
}
