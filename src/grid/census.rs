//! How many of each tile a board holds and where one was last put, kept up to
//! date with every edit so that a rule may ask each turn. Knows no layer.

use crate::grid::names::Tile;
use crate::grid::stamp::new_stamp;
use crate::grid::topology::Cell;

/// A pair of two tiles whose common cells somebody counts.
#[derive(Clone, Copy, Debug)]
struct Pair {
    tiles: [Tile; 2],
    count: u32,
}

/// The cells that hold one tile.
#[derive(Clone, Copy, Debug)]
struct Holders {
    count: u32,
    /// Where the tile was last put; it may be gone from there.
    last: Cell,
    /// Whether it is one of a pair that is watched.
    is_paired: bool,
}

/// The counts of one board.
#[derive(Clone, Debug)]
pub struct Census {
    /// By the number of the tile.
    holders: Vec<Holders>,
    pairs: Vec<Pair>,
    stamp: u64,
}

impl Default for Census {
    fn default() -> Census {
        Census { holders: Vec::new(), pairs: Vec::new(), stamp: new_stamp() }
    }
}

impl Census {
    /// Room for that many tiles, with [`Tile::NONE`].
    pub fn make_room(&mut self, tiles: usize) {
        if self.holders.len() < tiles {
            self.holders.resize(tiles, Holders { count: 0, last: Cell(0), is_paired: false });
        }
    }

    /// Changes whenever a count does. Equal stamps mean equal counts; the reverse
    /// need not hold.
    #[must_use]
    pub fn stamp(&self) -> u64 {
        self.stamp
    }

    /// How many cells hold the tile.
    #[must_use]
    #[inline]
    pub fn count(&self, tile: Tile) -> u32 {
        self.holders.get(tile.index()).map_or(0, |held| held.count)
    }

    /// Where the tile was last put, if one cell alone holds it; that may be another one.
    #[must_use]
    #[inline]
    pub fn only_put(&self, tile: Tile) -> Option<Cell> {
        let held = self.holders.get(tile.index())?;
        (held.count == 1).then_some(held.last)
    }

    /// How many cells hold both tiles, when that pair is watched.
    #[must_use]
    pub fn pair(&self, tiles: [Tile; 2]) -> Option<u32> {
        let watched = self.pairs.iter().find(|pair| pair.tiles == tiles);
        watched.map(|pair| pair.count)
    }

    /// Watches a pair from now on; `count` cells hold both. Every edit looks at
    /// every pair, so only the first few that are asked for are watched; returns
    /// whether this one is.
    pub fn watch(&mut self, tiles: [Tile; 2], count: u32) -> bool {
        const MOST: usize = 32;
        let room = self.pairs.len() < MOST;
        if room {
            self.pairs.push(Pair { tiles, count });
            for tile in tiles {
                self.holders[tile.index()].is_paired = true;
            }
        }
        room
    }

    /// The tile `old` of a cell became `new`; `holds` says whether the cell holds
    /// another tile beside it.
    pub fn replaced(&mut self, cell: Cell, old: Tile, new: Tile, holds: impl Fn(Tile) -> bool) {
        for pair in &mut self.pairs {
            pair.count += u32::from(pair.is_joined_by(new, &holds));
            pair.count -= u32::from(pair.is_joined_by(old, &holds));
        }
        if old != Tile::NONE {
            self.holders[old.index()].count -= 1;
        }
        if new != Tile::NONE {
            self.come(new, 1, cell);
        }
        self.stamp = new_stamp();
    }

    /// The tile `old` of a cell became `new` before anybody has asked for a count.
    #[inline]
    pub fn laid(&mut self, cell: Cell, old: Tile, new: Tile) {
        if old != Tile::NONE {
            self.holders[old.index()].count -= 1;
        }
        self.come(new, 1, cell);
    }

    /// Many cells hold `new` now, each in the place of the tile beside it here, which was
    /// another one. Pairs are counted anew when they are asked for again.
    #[inline]
    pub fn replaced_many(&mut self, replaced: impl Iterator<Item = (Cell, Tile)>, new: Tile) {
        let (mut come, mut last) = (0, Cell(0));
        for (cell, old) in replaced {
            let count = &mut self.holders[old.index()].count;
            *count = count.wrapping_sub(1);
            (come, last) = (come + 1, cell);
        }
        if come > 0 {
            self.come(new, come, last);
        }
        // Nothing is no tile, and nobody counts it.
        self.holders[Tile::NONE.index()].count = 0;
        self.pairs.clear();
        self.stamp = new_stamp();
    }

    /// Whether the common cells of some pair are counted.
    #[must_use]
    pub fn counts_pairs(&self) -> bool {
        !self.pairs.is_empty()
    }

    /// A layer that held `before` holds `after` now. Pairs as in
    /// [`Census::replaced_many`].
    pub fn recounted(&mut self, before: &[Tile], after: &[Tile]) {
        for tile in before.iter().filter(|tile| **tile != Tile::NONE) {
            self.holders[tile.index()].count -= 1;
        }
        for (tile, at) in after.iter().zip(0..).filter(|(tile, _)| **tile != Tile::NONE) {
            self.come(*tile, 1, Cell(at));
        }
        self.pairs.clear();
        self.stamp = new_stamp();
    }

    /// A tile went to a cell where its layer was empty. Returns whether it is one of a pair,
    /// and so [`Census::moved_beside`] is to be told, too.
    #[inline]
    pub fn moved(&mut self, tile: Tile, to: Cell) -> bool {
        self.holders.get_mut(tile.index()).is_some_and(|held| {
            held.last = to;
            held.is_paired
        })
    }

    /// A tile went to another cell; `left` and `found` say whether the cells before and after
    /// hold another tile beside it.
    pub fn moved_beside(
        &mut self,
        tile: Tile,
        left: impl Fn(Tile) -> bool,
        found: impl Fn(Tile) -> bool,
    ) {
        for pair in &mut self.pairs {
            let Some(other) = pair.other(tile) else { continue };
            let (before, after) = (left(other), found(other));
            if before != after {
                pair.count = pair.count + u32::from(after) - u32::from(before);
                self.stamp = new_stamp();
            }
        }
    }

    /// So many more cells hold a tile, of which this one is the last.
    #[inline]
    fn come(&mut self, tile: Tile, count: u32, last: Cell) {
        let held = &mut self.holders[tile.index()];
        *held = Holders { count: held.count + count, last, ..*held };
    }
}

impl Pair {
    /// The tile that makes the pair with that one, if it is one of the two.
    #[inline]
    fn other(&self, tile: Tile) -> Option<Tile> {
        let [a, b] = self.tiles;
        match tile {
            _ if tile == a => Some(b),
            _ if tile == b => Some(a),
            _ => None,
        }
    }

    /// Whether a cell that gets or loses `tile`, and holds what `holds` says beside it, has
    /// the pair with it.
    #[inline]
    fn is_joined_by(&self, tile: Tile, holds: &impl Fn(Tile) -> bool) -> bool {
        self.other(tile).is_some_and(holds)
    }
}
