//! The steps that a turn is shown in: a script says where one ends, as a cascade does after
//! each fall. To the history they are one turn. Knows no time and no pixel.

use std::borrow::Cow;
use std::ops::Range;

use crate::grid::{Board, Change};
use crate::session::motion::{Motion, motions};
use crate::session::play::{LastStep, Session};

/// A board as it was after one of the steps of a turn.
pub struct Stage<'a> {
    /// The board.
    pub board: Cow<'a, Board>,
    /// What that step moved.
    pub motions: Vec<Motion>,
    /// Whether this is how the turn ended.
    pub is_last: bool,
}

impl Session {
    /// How many steps the last turn is shown in, at least one.
    #[must_use]
    pub fn stages(&self) -> usize {
        self.stage_ranges().len().max(1)
    }

    /// One of them, from 0; the last one for any number beyond.
    #[must_use]
    pub fn stage(&self, number: usize) -> Stage<'_> {
        let ranges = self.stage_ranges();
        if number + 1 >= ranges.len().max(1) {
            let last = ranges.last().filter(|_| ranges.len() > 1).cloned();
            let motions = match last {
                Some(last) => motions(self.last_changes()[last].iter()),
                None => self.motions(),
            };
            return Stage { board: Cow::Borrowed(self.board()), motions, is_last: true };
        }
        let changes = self.last_changes();
        let mut board = self.board().clone();
        for change in changes[ranges[number].end..].iter().rev() {
            change.clone().swap(&mut board);
        }
        let motions = motions(changes[ranges[number].clone()].iter());
        Stage { board: Cow::Owned(board), motions, is_last: false }
    }

    /// The changes of the turn that is being shown, as what takes them back. What is taken
    /// back is shown as one step.
    fn last_changes(&self) -> &[Change] {
        match (self.last_step, self.journal().done().checked_sub(1)) {
            (LastStep::Forward, Some(last)) => self.journal().changes_of(last),
            _ => &[],
        }
    }

    fn stage_ranges(&self) -> Vec<Range<usize>> {
        let changes = self.last_changes();
        let mut ranges: Vec<Range<usize>> = Vec::new();
        let mut begin = 0;
        let is_mark = |change: &Change| matches!(change, Change::Shown);
        let marks = (0..changes.len()).filter(|at| is_mark(&changes[*at]));
        for end in marks.chain([changes.len()]) {
            if changes[begin..end].iter().any(is_seen) {
                ranges.push(begin..end);
            } else if let Some(before) = ranges.last_mut() {
                before.end = end;
            }
            begin = end;
        }
        ranges
    }
}

/// Whether a change is one that a player can see.
fn is_seen(change: &Change) -> bool {
    match change {
        Change::Set { .. } | Change::Swap { .. } | Change::Layer(_) | Change::State(_) => true,
        Change::Number { .. } | Change::Var { .. } | Change::Random(_) | Change::Shown => false,
    }
}
