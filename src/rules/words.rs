//! Which number a name in a script stands for. A name is known by the number that the host has
//! given to its text, since Luau keeps each text once: one look-up instead of reading it.
//! Knows no Lua; whoever adds a name keeps its text alive.
//!
//! A text without a number is told as 0 or as more than any number (see `slots.rs`), and
//! so means nothing here.

use crate::grid::{Direction, LayerId, Tile, VarId};

/// All that one name can mean; a tile and a direction may share it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::rules) struct Word {
    /// Nothing where it means no tile.
    tile: Tile,
    /// The one that the tile belongs to.
    tile_layer: LayerId,
    pub layer: Option<LayerId>,
    /// On the cells of each [`Tiling`].
    pub directions: [Option<Direction>; 3],
    pub var: Option<VarId>,
}

impl Word {
    /// The tile that it means, and the layer which that belongs to.
    #[inline]
    pub fn tile(&self) -> Option<(LayerId, Tile)> {
        (self.tile != Tile::NONE).then_some((self.tile_layer, self.tile))
    }

    /// From now on it means that tile of that layer.
    pub fn mean_tile(&mut self, layer: LayerId, tile: Tile) {
        (self.tile_layer, self.tile) = (layer, tile);
    }
}

/// The words by the numbers of their texts, from 1.
#[derive(Debug, Default)]
pub(in crate::rules) struct Words {
    words: Vec<Word>,
}

impl Words {
    /// What the text of that number means.
    #[inline]
    pub fn get(&self, number: u16) -> Option<&Word> {
        self.words.get(usize::from(number))
    }

    /// The meaning of a text, to add to; at first it has none.
    pub fn entry(&mut self, number: u16) -> &mut Word {
        let number = usize::from(number);
        if number >= self.words.len() {
            self.words.resize(number + 1, Word::default());
        }
        &mut self.words[number]
    }

    /// No name means a tile any more.
    pub fn forget_tiles(&mut self) {
        self.words.iter_mut().for_each(|word| word.tile = Tile::NONE);
    }

    /// No name means a variable any more.
    pub fn forget_vars(&mut self) {
        self.words.iter_mut().for_each(|word| word.var = None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_keeps_its_meaning() {
        let mut words = Words::default();
        assert_eq!(words.get(0), None);
        for n in (1..1000).rev() {
            words.entry(n).mean_tile(LayerId(1), Tile(n));
        }
        for n in 1..1000 {
            assert_eq!(words.get(n).and_then(Word::tile), Some((LayerId(1), Tile(n))));
        }
        // What texts have for a number that were given none.
        for none in [0, 0x7fff, 0xffff] {
            assert_eq!(words.get(none).copied().unwrap_or_default(), Word::default());
        }
    }
}
