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
    pub tile: Option<Tile>,
    pub layer: Option<LayerId>,
    /// On squares, and on hexagons.
    pub directions: [Option<Direction>; 2],
    pub var: Option<VarId>,
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
        self.words.iter_mut().for_each(|word| word.tile = None);
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
            words.entry(n).tile = Some(Tile(n));
        }
        for n in 1..1000 {
            assert_eq!(words.get(n).and_then(|word| word.tile), Some(Tile(n)));
        }
        // What texts have for a number that were given none.
        for none in [0, 0x7fff, 0xffff] {
            assert_eq!(words.get(none).copied().unwrap_or_default(), Word::default());
        }
    }
}
