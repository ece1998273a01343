//! The boards of a history: when each began, and what was set then of what it hangs
//! on. Knows no board.

use crate::rules::Settings;

/// A board of the history.
#[derive(Clone, Debug)]
pub(in crate::session) struct Begun {
    /// How many turns the history had once it stood there.
    pub turn: usize,
    /// What the parameters were set to that `start` looked at.
    pub settings: Settings,
    /// The seed that its generator began with.
    pub seed: u64,
    /// The digest of the board as it began, where the script may draw it again.
    pub digest: Option<u64>,
}

/// All boards of a history, turns ascending.
#[derive(Clone, Debug, Default)]
pub(in crate::session) struct Boards {
    list: Vec<Begun>,
}

impl Boards {
    /// A history begins with that board.
    pub fn begin_first(&mut self, begun: Begun) {
        self.list.clear();
        self.list.push(begun);
    }

    /// A board begins with that many turns done. What began later is gone.
    pub fn begin(&mut self, begun: Begun) {
        self.list.retain(|before| before.turn < begun.turn);
        self.list.push(begun);
    }

    /// The first of all.
    pub fn first(&self) -> Option<&Begun> {
        self.list.first()
    }

    /// The board that stands after so many turns hangs on other settings by now.
    pub fn hang_on(&mut self, turns: usize, settings: Settings) {
        let standing = self.list.iter_mut().rev().find(|begun| begun.turn <= turns);
        standing.into_iter().for_each(|begun| begun.settings.clone_from(&settings));
    }

    /// A turn that begins no board follows that many: what began later is gone.
    #[inline]
    pub fn go_on(&mut self, turns: usize) {
        if self.list.len() > 1 {
            self.list.retain(|begun| begun.turn <= turns);
        }
    }

    /// The board that stands after so many turns.
    pub fn standing(&self, turns: usize) -> Option<&Begun> {
        self.list.iter().rev().find(|begun| begun.turn <= turns)
    }
}
