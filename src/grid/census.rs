//! How many of each tile a board holds and where one was last put, kept up to
//! date with every edit so that a rule may ask each turn. Knows no layer.

use crate::grid::names::Tile;
use crate::grid::topology::Cell;

/// A pair of tiles whose common cells somebody counts.
#[derive(Clone, Copy, Debug)]
struct Pair {
    tiles: [Tile; 2],
    count: u32,
}

/// The counts of one board.
#[derive(Clone, Debug, Default)]
pub struct Census {
    counts: Vec<u32>,
    last_put: Vec<Cell>,
    pairs: Vec<Pair>,
}

impl Census {
    /// Room for that many tiles, with [`Tile::NONE`].
    pub fn make_room(&mut self, tiles: usize) {
        if self.counts.len() < tiles {
            self.counts.resize(tiles, 0);
            self.last_put.resize(tiles, Cell(0));
        }
    }

    /// One tile came to a cell.
    #[inline]
    pub fn arrived(&mut self, tile: Tile, cell: Cell) {
        if tile != Tile::NONE {
            self.counts[tile.index()] += 1;
            self.last_put[tile.index()] = cell;
        }
    }

    /// One tile left.
    #[inline]
    pub fn left(&mut self, tile: Tile) {
        if tile != Tile::NONE {
            self.counts[tile.index()] -= 1;
        }
    }

    /// How many cells hold the tile.
    #[must_use]
    #[inline]
    pub fn count(&self, tile: Tile) -> u32 {
        self.counts[tile.index()]
    }

    /// Where the tile was last put; it may be gone from there.
    #[must_use]
    pub fn last_put(&self, tile: Tile) -> Cell {
        self.last_put[tile.index()]
    }

    /// How many cells hold both tiles, when that pair is watched.
    #[must_use]
    #[inline]
    pub fn pair(&self, tiles: [Tile; 2]) -> Option<u32> {
        let watched = self.pairs.iter().find(|pair| pair.tiles == tiles);
        watched.map(|pair| pair.count)
    }

    /// Watches a pair from now on; `count` cells hold both.
    pub fn watch(&mut self, tiles: [Tile; 2], count: u32) {
        self.pairs.push(Pair { tiles, count });
    }

    /// The tile `old` of a cell becomes `new`; `holds` says whether the cell
    /// holds another tile beside it.
    #[inline]
    pub fn replaced(&mut self, old: Tile, new: Tile, holds: impl Fn(Tile) -> bool) {
        for pair in &mut self.pairs {
            let [a, b] = pair.tiles;
            let beside = |tile: Tile| (tile == a && holds(b)) || (tile == b && holds(a));
            pair.count += u32::from(beside(new));
            pair.count -= u32::from(beside(old));
        }
    }
}
