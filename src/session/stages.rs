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
    /// Whether this is how the turn ended.
    pub is_last: bool,
    step: Step<'a>,
}

/// Changes that are shown at once, each as what takes back what was done.
#[derive(Clone, Copy)]
struct Step<'a> {
    changes: &'a [Change],
    /// Whether they were taken back and not done.
    is_back: bool,
}

impl Step<'_> {
    fn motions(self) -> Vec<Motion> {
        match self.is_back {
            true => motions(self.changes.iter().rev()),
            false => motions(self.changes.iter()),
        }
    }
}

impl Stage<'_> {
    /// What that step moved.
    #[must_use]
    pub fn motions(&self) -> Vec<Motion> {
        self.step.motions()
    }
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
        let whole = self.whole_step();
        let ranges = self.stage_ranges();
        let within =
            |range: &Range<usize>| Step { changes: &whole.changes[range.clone()], ..whole };
        if number + 1 >= ranges.len().max(1) {
            let step = ranges.last().map_or(whole, within);
            return Stage { board: Cow::Borrowed(self.board()), is_last: true, step };
        }
        let mut board = self.board().clone();
        for change in whole.changes[ranges[number].end..].iter().rev() {
            change.clone().swap(&mut board);
        }
        Stage { board: Cow::Owned(board), is_last: false, step: within(&ranges[number]) }
    }

    /// What moved in the last step, undo or redo.
    #[must_use]
    pub fn motions(&self) -> Vec<Motion> {
        self.whole_step().motions()
    }

    /// What is shown of the history as it stands.
    fn whole_step(&self) -> Step<'_> {
        let done = self.journal().done();
        let (turn, is_back) = match self.last_step {
            LastStep::Jump => (None, false),
            LastStep::Forward => (done.checked_sub(1), false),
            LastStep::Back => (Some(done), true),
        };
        Step { changes: turn.map_or(&[], |turn| self.journal().changes_of(turn)), is_back }
    }

    /// The parts of the last turn; none of one that was taken back, which is shown at once.
    fn stage_ranges(&self) -> Vec<Range<usize>> {
        let Step { changes, is_back: false } = self.whole_step() else { return Vec::new() };
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
