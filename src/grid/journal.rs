//! The history: committed turns, and a cursor that undo and redo move. Knows no
//! rule; a turn's token is a text that it only keeps.

use std::collections::HashMap;

use crate::grid::board::Board;
use crate::grid::change::Change;

/// A turn of the history.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// Where the turn's changes end in the list of all changes.
    end: u32,
    token: u32,
}

/// Committed turns without limit: 8 bytes a turn and 16 a change.
#[derive(Debug, Default)]
pub struct Journal {
    /// The changes of all turns. Those before the cursor take back, those after
    /// it do again: [`Change::swap`] turns one into the other.
    changes: Vec<Change>,
    turns: Vec<Entry>,
    cursor: usize,
    tokens: Tokens,
}

impl Journal {
    /// Adds a turn after the cursor and drops what could have been redone.
    /// `changes` is emptied. A turn without changes is not kept.
    pub fn record(&mut self, changes: &mut Vec<Change>, token: &str) {
        if changes.is_empty() {
            return;
        }
        self.changes.truncate(self.start_of(self.cursor));
        self.turns.truncate(self.cursor);
        self.changes.append(changes);
        let end = u32::try_from(self.changes.len());
        self.turns.push(Entry {
            // Four thousand million changes are 64 GiB; memory ends before.
            end: end.unwrap_or(u32::MAX),
            token: self.tokens.number(token),
        });
        self.cursor += 1;
    }

    /// Takes the last turn back. Returns its changes as they would be done
    /// again, oldest first, or `None` at the beginning.
    pub fn undo(&mut self, board: &mut Board) -> Option<&[Change]> {
        let turn = self.cursor.checked_sub(1)?;
        let range = self.start_of(turn)..self.start_of(turn + 1);
        for change in self.changes[range.clone()].iter_mut().rev() {
            change.swap(board);
        }
        self.cursor = turn;
        Some(&self.changes[range])
    }

    /// Does the next turn again. Returns its changes as they would be taken
    /// back, or `None` when there is nothing to redo.
    pub fn redo(&mut self, board: &mut Board) -> Option<&[Change]> {
        if self.cursor == self.turns.len() {
            return None;
        }
        let range = self.start_of(self.cursor)..self.start_of(self.cursor + 1);
        for change in &mut self.changes[range.clone()] {
            change.swap(board);
        }
        self.cursor += 1;
        Some(&self.changes[range])
    }

    /// How many turns undo can take back.
    #[must_use]
    pub fn done(&self) -> usize {
        self.cursor
    }

    /// How many turns there are, with those that redo can do again.
    #[must_use]
    pub fn len(&self) -> usize {
        self.turns.len()
    }

    /// Whether no turn was ever kept.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.turns.is_empty()
    }

    /// The changes of a done turn, as what takes them back, oldest first.
    #[must_use]
    pub fn changes_of(&self, turn: usize) -> &[Change] {
        &self.changes[self.start_of(turn)..self.start_of(turn + 1)]
    }

    /// The tokens of the done turns, first to last.
    pub fn tokens(&self) -> impl Iterator<Item = &str> {
        let done = self.turns[..self.cursor].iter();
        done.map(|turn| self.tokens.text(turn.token))
    }

    fn start_of(&self, turn: usize) -> usize {
        let before = turn.checked_sub(1).and_then(|at| self.turns.get(at));
        before.map_or(0, |entry| entry.end as usize)
    }
}

/// Each token once; a turn keeps its number.
#[derive(Debug, Default)]
struct Tokens {
    texts: Vec<Box<str>>,
    numbers: HashMap<Box<str>, u32>,
    /// The token of the last turn, which the next one often shares.
    last: u32,
}

impl Tokens {
    fn number(&mut self, text: &str) -> u32 {
        if self.texts.get(self.last as usize).is_some_and(|t| &**t == text) {
            return self.last;
        }
        self.last = self.numbers.get(text).copied().unwrap_or_else(|| {
            let number = u32::try_from(self.texts.len()).unwrap_or(u32::MAX);
            self.texts.push(text.into());
            self.numbers.insert(text.into(), number);
            number
        });
        self.last
    }

    fn text(&self, number: u32) -> &str {
        self.texts.get(number as usize).map_or("", |text| text)
    }
}
