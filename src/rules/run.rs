//! Turns that follow each other within one call into Lua: what is played next, and what the rule
//! has returned for the last one. Most turns of a replay need nothing else of the engine than
//! the next one. Knows no history: the ended turns wait in the [`Turn`].

use crate::grid::{Direction, Turn};
use crate::rules::named::Named;

/// The most turns of one call.
pub(in crate::rules) const MOST_TURNS: usize = 256;

/// The turns of a call.
#[derive(Debug, Default)]
pub(in crate::rules) struct Run {
    /// The moves; none where only one action is played, which need not be a move.
    ways: Vec<Direction>,
    /// Which of them is being played.
    at: usize,
    /// The stamp of the counts with which `won` said that the level is not won.
    unwon: u64,
    /// What the rule has returned last.
    named: Named,
}

impl Run {
    /// Plays an action that these others follow; the first of them is the action itself, if it
    /// is a move. They do while the counts of the board keep that stamp.
    pub fn begin(&mut self, ways: &[Direction], unwon: u64) {
        self.ways.clear();
        self.ways.extend_from_slice(&ways[..ways.len().min(MOST_TURNS)]);
        (self.at, self.unwon, self.named) = (0, unwon, Named::Nothing);
    }

    /// Takes note of what the rule has returned.
    #[inline]
    pub fn note(&mut self, named: Named) {
        self.named = named;
    }

    /// Ends the turn and says which move follows, unless this turn needs a closer look: then it
    /// stays open, and is the last one of this call.
    #[inline]
    pub fn follow(&mut self, turn: &mut Turn) -> Option<Direction> {
        let next = *self.ways.get(self.at + 1)?;
        let letter = self.named.letter(self.ways[self.at])?;
        let follows = turn.board().count_stamp() == self.unwon && turn.follow(letter);
        self.at += usize::from(follows);
        follows.then_some(next)
    }

    /// How many turns have ended before the last one, and what the rule has returned for that.
    pub fn end(&mut self) -> (usize, Named) {
        (self.at, std::mem::take(&mut self.named))
    }
}
