//! The board in play and the turn that is open on it. Knows no rule and no
//! history: whoever edits ends the turn with [`Turn::commit`] or
//! [`Turn::cancel`], and until then nothing has happened.

use crate::grid::board::{Board, Value};
use crate::grid::change::Change;
use crate::grid::journal::Journal;
use crate::grid::names::{LayerId, Names, Tile, TooMany, VarId};
use crate::grid::random::Random;
use crate::grid::topology::{Cell, Topology};

/// A transaction over a board. It is one pointer wide, for it changes hands twice
/// in every call of a rule.
#[derive(Debug, Default)]
pub struct Turn {
    open: Box<Open>,
}

#[derive(Debug, Default)]
struct Open {
    board: Board,
    /// The edits since the last commit, each as what takes it back, oldest first.
    undo: Vec<Change>,
    /// The generator before its first use since the last commit.
    random_before: Option<Random>,
    /// What the texts and boards among the edits weigh, in edits.
    bulk: usize,
}

impl Turn {
    /// Takes a board into play, with no edit on it.
    #[must_use]
    pub fn new(board: Board) -> Turn {
        let open = Open { board, ..Open::default() };
        Turn { open: Box::new(open) }
    }

    /// The board as it stands, with the open turn's edits.
    #[must_use]
    #[inline]
    pub fn board(&self) -> &Board {
        &self.open.board
    }

    /// The board without a history, whatever was edited.
    #[must_use]
    pub fn into_board(self) -> Board {
        self.open.board
    }

    /// Adds names to the board. That is no edit: names stay when a turn is
    /// cancelled, for a name that nothing uses changes nothing.
    pub fn with_names<T>(&mut self, add: impl FnOnce(&mut Names) -> T) -> T {
        self.open.board.with_names(add)
    }

    /// Counts the cells that hold both tiles; see [`Board::count_both`].
    pub fn count_both(&mut self, tiles: [Tile; 2]) -> (u32, bool) {
        self.open.board.count_both(tiles)
    }

    /// The number of a variable, made when the name is new.
    ///
    /// # Errors
    /// The board has as many variables as it can.
    pub fn var(&mut self, name: &str) -> Result<VarId, TooMany> {
        match self.open.board.names().find_var(name) {
            Some(var) => Ok(var),
            None => self.with_names(|names| names.var(name)),
        }
    }

    /// Puts a tile (or nothing) into one layer of a cell.
    #[inline]
    pub fn set(&mut self, layer: LayerId, cell: Cell, tile: Tile) {
        if self.open.board.get(layer, cell) != tile {
            self.record(Change::Set { cell, layer, tile });
        }
    }

    /// Moves what one layer of `from` holds to `to`; what was there is gone.
    #[inline]
    pub fn shift(&mut self, layer: LayerId, from: Cell, to: Cell) {
        if from != to {
            if self.open.board.get(layer, to) != Tile::NONE {
                self.record(Change::Set { cell: to, layer, tile: Tile::NONE });
            }
            self.open.board.exchange(layer, from, to);
            self.open.undo.push(Change::Swap { from: to, to: from, layer });
        }
    }

    /// Exchanges what one layer of two cells holds.
    pub fn swap(&mut self, layer: LayerId, from: Cell, to: Cell) {
        if self.open.board.get(layer, from) != self.open.board.get(layer, to) {
            self.record(Change::Swap { from, to, layer });
        }
    }

    /// Gives a variable a value.
    pub fn set_var(&mut self, var: VarId, value: Value) {
        if let Value::Text(text) = &value {
            self.open.bulk += text.len() / 16;
        }
        if *self.open.board.var(var) != value {
            self.record(Change::var(var, value));
        }
    }

    /// Adds to a variable, which counts as 0 while it is nil. Returns its new value,
    /// or `None` if it holds no number.
    #[inline]
    pub fn add(&mut self, var: VarId, number: f64) -> Option<f64> {
        if let Some(before) = self.open.board.add_to_number(var, number) {
            self.open.undo.push(Change::Number { var, value: before });
            return Some(before + number);
        }
        if *self.open.board.var(var) != Value::Nil {
            return None;
        }
        self.set_var(var, Value::Number(number));
        Some(number)
    }

    /// Draws from the board's generator.
    pub fn draw<T>(&mut self, draw: impl FnOnce(&mut Random) -> T) -> T {
        let mut random = self.open.board.random();
        self.open.random_before.get_or_insert(random);
        let drawn = draw(&mut random);
        self.open.board.replace_random(random);
        drawn
    }

    /// Replaces the whole board, as one edit. The new board's names must have
    /// begun as this one's, as those of [`Board::fresh`] do.
    pub fn replace(&mut self, board: Board) {
        let (names, state) = board.into_parts();
        self.open.board.with_names(|own| *own = names);
        self.record(Change::State(Box::new(state)));
    }

    /// Gives the board another size, with nothing on it; variables and generator
    /// stay.
    pub fn resize(&mut self, topology: Topology) {
        let board = &self.open.board;
        let names = board.names();
        let tiles = board.topology().size() as usize * names.layer_count();
        // Tiles take 2 bytes each, a variable 24, the count of a tile 8, an edit 16.
        self.open.bulk += tiles / 8 + 2 * names.var_count() + names.tile_count() + 16;
        let resized = board.resized(topology);
        self.replace(resized);
    }

    /// How many edits the open turn has, 16 bytes each; a text or a whole board
    /// counts for as many as its bytes would make.
    #[must_use]
    pub fn edits(&self) -> usize {
        self.open.undo.len() + self.open.bulk
    }

    /// Whether the open turn has edited anything.
    #[must_use]
    #[inline]
    pub fn is_edited(&self) -> bool {
        let drawn = self.open.random_before;
        !self.open.undo.is_empty() || drawn.is_some_and(|before| before != self.open.board.random())
    }

    /// Ends the turn: its edits become one entry of the history under that
    /// token, if there were any. Returns whether there were.
    pub fn commit(&mut self, journal: &mut Journal, token: &str) -> bool {
        let edited = self.is_edited();
        if let Some(before) = self.open.random_before.take()
            && before != self.open.board.random()
        {
            self.open.undo.push(Change::Random(before));
        }
        self.open.bulk = 0;
        journal.record(&mut self.open.undo, token);
        edited
    }

    /// Ends the turn as if it had never been: the board is as it was, to the
    /// last bit of its generator.
    pub fn cancel(&mut self) {
        self.open.bulk = 0;
        while let Some(mut change) = self.open.undo.pop() {
            change.swap(&mut self.open.board);
        }
        if let Some(before) = self.open.random_before.take() {
            self.open.board.replace_random(before);
        }
    }

    /// Takes back the last turn of the history. Returns whether there was one.
    pub fn undo(&mut self, journal: &mut Journal) -> bool {
        journal.undo(&mut self.open.board)
    }

    /// Does the next turn of the history again. Returns whether there was one.
    pub fn redo(&mut self, journal: &mut Journal) -> bool {
        journal.redo(&mut self.open.board)
    }

    #[inline]
    fn record(&mut self, mut change: Change) {
        change.swap(&mut self.open.board);
        self.open.undo.push(change);
    }
}
