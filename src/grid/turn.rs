//! An open turn: a board that may be edited, and the way back. Knows no rule and
//! no history; whoever opens a turn ends it with [`Turn::commit`] or
//! [`Turn::cancel`], for the board comes back in no other way.

use crate::grid::board::{Board, Value};
use crate::grid::change::Change;
use crate::grid::names::{LayerId, Tile, VarId};
use crate::grid::random::Random;
use crate::grid::topology::Cell;

/// A transaction over a board.
#[derive(Debug, Default)]
pub struct Turn {
    board: Board,
    /// The edits so far, each as what takes it back, oldest first.
    undo: Vec<Change>,
    /// The generator before its first use in this turn.
    random_before: Option<Random>,
}

impl Turn {
    /// Opens a turn. `scratch` is an empty list whose memory is used again.
    #[must_use]
    pub fn open(board: Board, scratch: Vec<Change>) -> Turn {
        debug_assert!(scratch.is_empty());
        Turn {
            board,
            undo: scratch,
            random_before: None,
        }
    }

    /// The board as it stands in the middle of the turn.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Counts the cells that hold both tiles; see [`Board::count_both`].
    pub fn count_both(&mut self, tiles: [Tile; 2]) -> u32 {
        self.board.count_both(tiles)
    }

    /// The number of a variable, made when the name is new.
    ///
    /// # Errors
    /// The board has as many variables as it can.
    pub fn var(&mut self, name: &str) -> Result<VarId, crate::grid::names::TooMany> {
        self.board.with_names(|names| names.var(name))
    }

    /// Puts a tile (or nothing) into one layer of a cell.
    pub fn set(&mut self, layer: LayerId, cell: Cell, tile: Tile) {
        if self.board.get(layer, cell) != tile {
            self.record(Change::Set { cell, layer, tile });
        }
    }

    /// Moves what one layer of `from` holds to `to`; what was there is gone.
    pub fn shift(&mut self, layer: LayerId, from: Cell, to: Cell) {
        if from != to {
            self.set(layer, to, Tile::NONE);
            self.record(Change::Swap { from, to, layer });
        }
    }

    /// Exchanges what one layer of two cells holds.
    pub fn swap(&mut self, layer: LayerId, from: Cell, to: Cell) {
        if self.board.get(layer, from) != self.board.get(layer, to) {
            self.record(Change::Swap { from, to, layer });
        }
    }

    /// Gives a variable a value.
    pub fn set_var(&mut self, var: VarId, value: Value) {
        if *self.board.var(var) != value {
            self.record(Change::var(var, value));
        }
    }

    /// Draws from the board's generator.
    pub fn draw<T>(&mut self, draw: impl FnOnce(&mut Random) -> T) -> T {
        let mut random = self.board.random();
        self.random_before.get_or_insert(random);
        let drawn = draw(&mut random);
        self.board.replace_random(random);
        drawn
    }

    /// Ends the turn with all its edits: the board, and how to take them back.
    #[must_use]
    pub fn commit(mut self) -> (Board, Vec<Change>) {
        if let Some(before) = self.random_before.take()
            && before != self.board.random()
        {
            self.undo.push(Change::Random(before));
        }
        (self.board, self.undo)
    }

    /// Ends the turn as if it had never been: the board as it was, to the last
    /// bit of its generator, and the empty list to use again.
    #[must_use]
    pub fn cancel(mut self) -> (Board, Vec<Change>) {
        while let Some(mut change) = self.undo.pop() {
            change.swap(&mut self.board);
        }
        if let Some(before) = self.random_before {
            self.board.replace_random(before);
        }
        (self.board, self.undo)
    }

    fn record(&mut self, mut change: Change) {
        change.swap(&mut self.board);
        self.undo.push(change);
    }
}
