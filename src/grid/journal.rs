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
    /// What the texts and layers among the changes weigh, in changes.
    bulk: usize,
    tokens: Tokens,
}

impl Journal {
    /// Adds a turn after the cursor and drops what could have been redone.
    /// `changes` is emptied; `bulk` is what texts and layers among them weigh. A turn without
    /// changes is not kept.
    #[inline]
    pub fn record(&mut self, changes: &mut Vec<Change>, bulk: usize, token: &str) {
        if changes.is_empty() {
            return;
        }
        self.bulk += bulk;
        if self.cursor < self.turns.len() {
            self.forget_undone();
        }
        self.changes.append(changes);
        let end = u32::try_from(self.changes.len());
        self.turns.push(Entry {
            // Four thousand million changes are 64 GiB; memory ends before.
            end: end.unwrap_or(u32::MAX),
            token: self.tokens.number(token),
        });
        self.cursor += 1;
    }

    /// Forgets every turn. The memory they took is used again.
    pub fn clear(&mut self) {
        self.changes.drain(..).for_each(Change::forget);
        self.turns.clear();
        (self.cursor, self.bulk) = (0, 0);
    }

    /// Takes the last turn back. Returns whether there was one.
    pub fn undo(&mut self, board: &mut Board) -> bool {
        let Some(turn) = self.cursor.checked_sub(1) else {
            return false;
        };
        let range = self.start_of(turn)..self.start_of(turn + 1);
        self.changes[range].iter_mut().rev().for_each(|change| change.swap(board));
        self.cursor = turn;
        true
    }

    /// Does the next turn again. Returns whether there was one.
    pub fn redo(&mut self, board: &mut Board) -> bool {
        if self.cursor == self.turns.len() {
            return false;
        }
        let range = self.start_of(self.cursor)..self.start_of(self.cursor + 1);
        self.changes[range].iter_mut().for_each(|change| change.swap(board));
        self.cursor += 1;
        true
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

    /// Whether it keeps more than so many changes of 16 bytes, once what was taken back is
    /// forgotten; a text or a whole layer counts for as many as its bytes would make, a board
    /// that was replaced as a whole for one.
    #[must_use]
    #[inline]
    pub fn is_above(&self, most: usize) -> bool {
        self.changes.len() + self.bulk > most && self.done_edits() > most
    }

    #[cold]
    fn done_edits(&self) -> usize {
        let done = &self.changes[..self.start_of(self.cursor)];
        done.len() + done.iter().map(Change::bulk).sum::<usize>()
    }

    /// Whether no turn was ever kept.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.turns.is_empty()
    }

    /// The changes of a turn, oldest first: of a done turn as what takes them back,
    /// of one that was taken back as what does them again.
    /// There are none of a turn that does not exist.
    #[must_use]
    pub fn changes_of(&self, turn: usize) -> &[Change] {
        match self.turns.get(turn) {
            Some(entry) => &self.changes[self.start_of(turn)..entry.end as usize],
            None => &[],
        }
    }

    /// The tokens of the done turns, first to last.
    pub fn tokens(&self) -> impl Iterator<Item = &str> {
        let done = self.turns[..self.cursor].iter();
        done.map(|turn| self.tokens.text(turn.token))
    }

    /// The tokens of all turns, also of those that were taken back.
    pub fn all_tokens(&self) -> impl Iterator<Item = &str> {
        self.turns.iter().map(|turn| self.tokens.text(turn.token))
    }

    /// Forgets what could be done again.
    pub fn forget_undone(&mut self) {
        let start = self.start_of(self.cursor);
        let gone: usize = self.changes[start..].iter().map(Change::bulk).sum();
        // A text that was put back weighs another amount than the one that it was put back for.
        self.bulk = self.bulk.saturating_sub(gone);
        self.changes.truncate(start);
        self.turns.truncate(self.cursor);
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
    /// One more than the number of each token that is one ASCII character, which
    /// nearly all are; 0 for none yet.
    letters: Vec<u32>,
}

impl Tokens {
    #[inline]
    fn number(&mut self, text: &str) -> u32 {
        let &[letter] = text.as_bytes() else {
            return self.number_of_any(text);
        };
        match self.letters.get(usize::from(letter)) {
            Some(&known @ 1..) => known - 1,
            _ => self.number_of_letter(text, letter),
        }
    }

    #[cold]
    fn number_of_letter(&mut self, text: &str, letter: u8) -> u32 {
        self.letters.resize(128, 0);
        let number = self.number_of_any(text);
        self.letters[usize::from(letter)] = number + 1;
        number
    }

    fn number_of_any(&mut self, text: &str) -> u32 {
        if let Some(&number) = self.numbers.get(text) {
            return number;
        }
        let number = u32::try_from(self.texts.len()).unwrap_or(u32::MAX);
        self.texts.push(text.into());
        self.numbers.insert(text.into(), number);
        number
    }

    fn text(&self, number: u32) -> &str {
        self.texts.get(number as usize).map_or("", |text| text)
    }
}
