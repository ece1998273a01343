//! Which number a name in a script stands for. A name is known by the address of
//! its text, since Luau keeps each text once: one look-up instead of reading it.
//! Knows no Lua; whoever adds a name keeps its text alive.

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

/// A hash table from address to meaning, open, at most half full.
#[derive(Debug, Default)]
pub(in crate::rules) struct Words {
    slots: Vec<(usize, Word)>,
    used: usize,
}

impl Words {
    /// What the text at that address means.
    #[inline]
    pub fn get(&self, address: usize) -> Option<&Word> {
        let mask = self.slots.len().wrapping_sub(1);
        let mut slot = hash(address) & mask;
        // A free slot ends the search; with no slots at all there is none to get.
        loop {
            let (found, word) = self.slots.get(slot)?;
            if *found == address {
                return Some(word);
            }
            if *found == 0 {
                return None;
            }
            slot = (slot + 1) & mask;
        }
    }

    /// The meaning of a text, to add to; at first it has none.
    pub fn entry(&mut self, address: usize) -> &mut Word {
        if self.used * 2 >= self.slots.len() {
            self.grow();
        }
        let slot = self.slot_of(address);
        if self.slots[slot].0 == 0 {
            self.slots[slot].0 = address;
            self.used += 1;
        }
        &mut self.slots[slot].1
    }

    /// No name means a tile any more.
    pub fn forget_tiles(&mut self) {
        self.slots.iter_mut().for_each(|(_, word)| word.tile = None);
    }

    /// No name means a variable any more.
    pub fn forget_vars(&mut self) {
        self.slots.iter_mut().for_each(|(_, word)| word.var = None);
    }

    /// The slot that holds the address, or the free one where it belongs.
    fn slot_of(&self, address: usize) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = hash(address) & mask;
        while self.slots[slot].0 != address && self.slots[slot].0 != 0 {
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn grow(&mut self) {
        let larger = (self.slots.len() * 2).max(64);
        let old = std::mem::replace(&mut self.slots, vec![(0, Word::default()); larger]);
        for (address, word) in old.into_iter().filter(|(address, _)| *address != 0) {
            let slot = self.slot_of(address);
            self.slots[slot] = (address, word);
        }
    }
}

/// Texts lie at least eight bytes apart; the factor spreads the rest.
fn hash(address: usize) -> usize {
    (address >> 3).wrapping_mul(0x9e37_79b9) >> 8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_address_keeps_its_meaning() {
        let mut words = Words::default();
        for n in 1..1000u16 {
            words.entry(usize::from(n) * 24).tile = Some(Tile(n));
        }
        for n in 1..1000u16 {
            let word = words.get(usize::from(n) * 24).copied();
            assert_eq!(word.and_then(|word| word.tile), Some(Tile(n)));
        }
        assert_eq!(words.get(25), None);
    }
}
