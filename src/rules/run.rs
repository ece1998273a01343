//! Turns that follow each other within one call into Lua: what is played next, and what the rule
//! has returned for the last one. Most turns of a replay need nothing else of the engine than
//! the next one, or that `won` is asked. Knows no history: the ended turns wait in the [`Turn`].

use crate::grid::{Direction, Turn};
use crate::rules::bind::Arguments;
use crate::rules::named::Named;

/// The most turns of one call.
pub(in crate::rules) const MOST_TURNS: usize = 256;

/// What a run hangs on.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::rules) struct Known {
    /// The stamp of the counts with which `won` has said that the level is not won.
    pub unwon: u64,
    /// Whether the script has `won` to be asked with other counts.
    pub asks: bool,
}

/// The turns of a call.
#[derive(Debug, Default)]
pub(in crate::rules) struct Run {
    /// The moves; none where only one action is played, which need not be a move.
    ways: Vec<Direction>,
    /// Which of them is being played.
    at: usize,
    known: Known,
    /// Whether `won` is being asked.
    is_asking: bool,
    /// What it has said of the last turn, if it was asked.
    won: Option<bool>,
    /// As [`Ended::answer`].
    answer: Option<(u64, bool)>,
    /// What the rule has returned last.
    named: Named,
}

/// What comes after a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::rules) enum Next {
    /// Nothing: the turn stays open, and is the last one of this call.
    End,
    /// `won` is asked about it.
    Ask,
    /// It has ended, and this move follows.
    Move(Direction),
}

/// What has become of a run.
#[derive(Debug)]
pub(in crate::rules) struct Ended {
    /// How many turns have ended before the last one.
    pub before: usize,
    /// What the rule has returned for the last one.
    pub named: Named,
    /// Whether it is `won` that did not return.
    pub was_asking: bool,
    /// What `won` has said of the last one, if it was asked.
    pub won: Option<bool>,
    /// What it has said last and the stamp of the counts that it hung on, if on nothing else.
    pub answer: Option<(u64, bool)>,
}

impl Run {
    /// Plays an action that these others follow; the first of them is the action itself, if it
    /// is a move.
    pub fn begin(&mut self, ways: &[Direction], known: Known) {
        self.ways.clear();
        self.ways.extend_from_slice(&ways[..ways.len().min(MOST_TURNS)]);
        (self.at, self.known, self.named) = (0, known, Named::default());
        (self.is_asking, self.won) = (false, None);
        self.answer = Some((known.unwon, false));
    }

    /// Takes note of what the rule has returned, the first of these values, and ends the turn,
    /// unless it needs a closer look, as one in which the host has noted a fault.
    #[inline]
    pub fn next(&mut self, turn: &mut Turn, values: Arguments<'_>, has_fault: bool) -> Next {
        self.named.read(values, 1);
        if has_fault {
            return Next::End;
        }
        let stamp = turn.board().count_stamp();
        if stamp == self.known.unwon || !self.known.asks {
            return self.follow(turn);
        }
        // Of a turn that is the last one anyway it is asked as usual.
        let is_last = self.ways.len() <= self.at + 1;
        let ends = !is_last && self.named.letter(self.ways[self.at]).is_some();
        self.is_asking = ends && turn.is_edited();
        if self.is_asking { Next::Ask } else { Next::End }
    }

    /// Takes note of what `won` has said, and whether that hung on more than counts.
    pub fn next_after_won(&mut self, turn: &mut Turn, won: bool, has_looked: bool) -> Next {
        let stamp = turn.board().count_stamp();
        (self.is_asking, self.won) = (false, Some(won));
        self.answer = (!has_looked).then_some((stamp, won));
        if won || has_looked {
            return Next::End;
        }
        self.known.unwon = stamp;
        self.follow(turn)
    }

    /// How it has ended.
    pub fn end(&mut self) -> Ended {
        Ended {
            before: self.at,
            named: std::mem::take(&mut self.named),
            was_asking: self.is_asking,
            won: self.won,
            answer: self.answer,
        }
    }

    /// Ends the turn and says which move follows.
    #[inline]
    fn follow(&mut self, turn: &mut Turn) -> Next {
        let Some(&next) = self.ways.get(self.at + 1) else { return Next::End };
        let Some(letter) = self.named.letter(self.ways[self.at]) else { return Next::End };
        if !turn.follow(letter) {
            return Next::End;
        }
        self.at += 1;
        self.won = None;
        Next::Move(next)
    }
}
