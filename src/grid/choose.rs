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

/// What is known of a cell while those that can be reached are looked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    Free,
    Blocked,
    Reached,
}

/// The first and last of the cells of a row that are free without a gap around one.
fn run(row: &[Known], x: usize) -> (usize, usize) {
    let is_free = |known: &&Known| **known == Known::Free;
    let left = row[..x].iter().rev().take_while(is_free).count();
    let right = row[x + 1..].iter().take_while(is_free).count();
    (x - left, x + right)
}

/// Adds one cell of each run of free cells; the first of these cells has that number.
fn add_runs(open: &mut Vec<usize>, known: &[Known], first: usize) {
    let mut before = Known::Blocked;
    for (cell, &known) in (first..).zip(known) {
        if known == Known::Free && before != Known::Free {
            open.push(cell);
        }
        before = known;
    }
}

fn cell_at(place: usize) -> Cell {
    Cell(u32::try_from(place).unwrap_or(u32::MAX))
}

/// Those that were reached, of which there are so many.
fn reached(known: &[Known], count: usize) -> Vec<Cell> {
    // Every cell is written, and the next one over it if it was not reached: which it will be no
    // processor foresees.
    let mut cells = vec![Cell(0); count + 1];
    let mut found = 0;
    for (at, known) in (0..).zip(known) {
        cells[found] = Cell(at);
        found += usize::from(*known == Known::Reached);
    }
    cells.truncate(count);
    cells
}

/// Up to so many tiles are looked for one after the other.
const FEW_TILES: usize = 8;

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
        let mut known = self.blocked(blocking);
        let mut open = Vec::with_capacity(width);
        open.push(start.index());
        let mut count = 0;
        while let Some(cell) = open.pop() {
            if known[cell] == Known::Reached {
                continue;
            }
            let row = cell / width * width;
            let (left, right) = run(&known[row..row + width], cell - row);
            let (first, end) = (row + left, row + right + 1);
            known[first..end].fill(Known::Reached);
            count += end - first;
            // One cell of each free run beside this one is enough.
            if let Some(above) = first.checked_sub(width) {
                add_runs(&mut open, &known[above..end - width], above);
            }
            if let Some(below) = known.get(first + width..end + width) {
                add_runs(&mut open, below, first + width);
            }
        }
        reached(&known, count).into_iter()
    }

    /// The same on hexagons, cell by cell: their rows are no runs that touch.
    fn flooded(&self, start: Cell, blocking: &[Tile]) -> Vec<Cell> {
        let mut known = self.blocked(blocking);
        let mut open = vec![start];
        let mut count = 1;
        known[start.index()] = Known::Reached;
        while let Some(cell) = open.pop() {
            for next in self.topology().near(cell) {
                if known[next.index()] == Known::Free {
                    known[next.index()] = Known::Reached;
                    count += 1;
                    open.push(next);
                }
            }
        }
        reached(&known, count)
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
    fn blocked(&self, tiles: &[Tile]) -> Vec<Known> {
        let mut known = vec![Known::Free; self.topology().size() as usize];
        if tiles.len() > FEW_TILES {
            self.block_many(&mut known, tiles);
            return known;
        }
        for &tile in tiles {
            let held = self.layer(self.names().tile_layer(tile));
            known.iter_mut().zip(held).for_each(|(known, held)| {
                *known = if *held == tile { Known::Blocked } else { *known };
            });
        }
        known
    }

    /// The same for any number of tiles: each layer is looked through once.
    fn block_many(&self, known: &mut [Known], tiles: &[Tile]) {
        let mut blocks = vec![false; self.names().tile_count()];
        tiles.iter().for_each(|tile| blocks[tile.index()] = true);
        let layers = tiles.iter().map(|tile| self.names().tile_layer(*tile).0);
        for layer in layers.collect::<BTreeSet<u8>>() {
            let held = self.layer(LayerId(layer));
            known.iter_mut().zip(held).for_each(|(known, held)| {
                *known = if blocks[held.index()] { Known::Blocked } else { *known };
            });
        }
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
