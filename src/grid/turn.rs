//! The board in play and the turn that is open on it. Knows no rule and no
//! history: whoever edits ends the turn with [`Turn::commit`] or
//! [`Turn::cancel`], and until then nothing has happened.
//!
//! Where turns follow each other faster than a history could be asked for, each but the last is
//! ended with [`Turn::follow`] and waits here until [`Turn::commit_followed`].

use crate::grid::board::{Board, Value};
use crate::grid::change::Change;
use crate::grid::journal::Journal;
use crate::grid::names::{LayerId, Names, Tile, TooMany, VarId};
use crate::grid::random::Random;
use crate::grid::topology::{Cell, Topology};

/// Fewer cells than this are always changed one by one.
const FEW: usize = 1000;

/// The most edits of turns that wait for the history, and of the last of them.
pub const MOST_WAITING: usize = 4000;

/// A transaction over a board. It is one pointer wide, for it changes hands twice
/// in every call of a rule.
#[derive(Debug, Default)]
pub struct Turn {
    open: Box<Open>,
}

/// A turn that has ended, and waits for the history.
#[derive(Clone, Copy, Debug)]
struct Ended {
    /// Where its edits end.
    end: usize,
    /// Its token.
    letter: u8,
}

#[derive(Debug, Default)]
struct Open {
    board: Board,
    /// The edits since the last commit, each as what takes it back, oldest first: those of
    /// ended turns, then those of the open one.
    undo: Vec<Change>,
    /// Where the edits of the open turn begin.
    begins: usize,
    /// The ended turns that the history is yet to get.
    ended: Vec<Ended>,
    /// The generator before its first use since the last commit.
    random_before: Option<Random>,
    /// What the texts and layers among the edits weigh, in edits.
    bulk: usize,
    /// How many variables there were before this turn made new ones, if it did.
    vars_before: Option<usize>,
    /// Whether nothing is to be taken back: the board is only being made.
    makes: bool,
}

impl Open {
    fn with(board: Board, makes: bool) -> Open {
        Open {
            board,
            undo: Vec::new(),
            begins: 0,
            ended: Vec::new(),
            random_before: None,
            bulk: 0,
            vars_before: None,
            makes,
        }
    }

    /// Whether another edit is kept, in memory that is there already.
    #[inline]
    fn has_room(&self) -> bool {
        !self.makes && self.undo.len() < self.undo.capacity()
    }
}

impl Turn {
    /// Takes a board into play, with no edit on it.
    #[must_use]
    pub fn new(board: Board) -> Turn {
        Turn { open: Box::new(Open::with(board, false)) }
    }

    /// Makes a board: nobody will want an edit back, so none is kept, and a board of
    /// millions of cells takes no more memory while it is made than afterwards.
    #[must_use]
    pub fn making(board: Board) -> Turn {
        Turn { open: Box::new(Open::with(board, true)) }
    }

    /// Takes another board into play, with no edit on it. The memory of edits is used again,
    /// unless it is much.
    pub fn begin(&mut self, board: Board) {
        let before = std::mem::replace(&mut *self.open, Open::with(board, false));
        let Open { mut undo, mut ended, .. } = before;
        undo.clear();
        undo.shrink_to(MOST_WAITING);
        ended.clear();
        (self.open.undo, self.open.ended) = (undo, ended);
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
        let names = self.open.board.names();
        if let Some(var) = names.find_var(name) {
            return Ok(var);
        }
        self.open.vars_before.get_or_insert(names.var_count());
        self.with_names(|names| names.var(name))
    }

    /// Puts a tile (or nothing) into one layer of a cell.
    #[inline]
    pub fn set(&mut self, layer: LayerId, cell: Cell, tile: Tile) {
        if self.open.board.get(layer, cell) != tile {
            self.record(Change::Set { cell, layer, tile });
        }
    }

    /// Puts a tile (or nothing) into one layer of many cells.
    pub fn set_many(
        &mut self,
        layer: LayerId,
        cells: impl ExactSizeIterator<Item = Cell>,
        tile: Tile,
    ) {
        // A cell of a layer is 2 bytes, an edit 16; and pairs of tiles are counted on
        // while few cells change.
        let size = self.open.board.topology().size() as usize;
        let makes = self.open.makes;
        if makes && (cells.len() >= FEW || !self.open.board.counts_pairs()) {
            return self.open.board.put_many(layer, cells, tile);
        }
        if makes || cells.len() < FEW.max(size / 8) {
            return cells.for_each(|cell| self.set(layer, cell, tile));
        }
        let before = self.open.board.layer(layer).to_vec();
        self.open.board.put_many(layer, cells, tile);
        if before != self.open.board.layer(layer) {
            self.note_bulk(size / 8);
            self.keep(Change::Layer(Box::new((layer, before))));
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
            self.keep(Change::Swap { from: to, to: from, layer });
        }
    }

    /// Moves a tile to a cell where its layer is empty, while there is room for another edit:
    /// [`Turn::shift`] for what nearly every move is. Returns whether it moved.
    #[inline]
    pub fn slide(&mut self, layer: LayerId, tile: Tile, from: Cell, to: Cell) -> bool {
        let has_room = self.open.has_room();
        let Open { board, undo, .. } = &mut *self.open;
        let note = || undo.push(Change::Swap { from: to, to: from, layer });
        has_room && board.slide(layer, tile, [from, to], note)
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
            self.note_bulk(text.len() / 16);
        }
        if self.open.makes {
            self.open.board.replace_var(var, value);
        } else if *self.open.board.var(var) != value {
            self.record(Change::var(var, value));
        }
    }

    /// Adds to a variable, which counts as 0 while it is nil. Returns its new value,
    /// or `None` if it holds no number.
    #[inline]
    pub fn add(&mut self, var: VarId, number: f64) -> Option<f64> {
        if let Some(value) = self.open.board.number_mut(var) {
            let before = *value;
            *value += number;
            self.keep(Change::Number { var, value: before });
            return Some(before + number);
        }
        if *self.open.board.var(var) != Value::Nil {
            return None;
        }
        self.set_var(var, Value::Number(number));
        Some(number)
    }

    /// Adds to a variable that holds a number, while there is room for another edit:
    /// [`Turn::add`] for what nearly every sum is.
    #[inline]
    pub fn add_to_number(&mut self, var: VarId, number: f64) -> Option<f64> {
        if !self.open.has_room() {
            return None;
        }
        let Open { board, undo, .. } = &mut *self.open;
        let value = board.number_mut(var)?;
        undo.push(Change::Number { var, value: *value });
        *value += number;
        Some(*value)
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
        let resized = self.open.board.resized(topology);
        self.replace(resized);
    }

    /// What was edited up to here is shown as a step of its own, before what comes next.
    pub fn show(&mut self) {
        let edits = &self.open.undo[self.open.begins..];
        if !matches!(edits.last(), None | Some(Change::Shown)) {
            self.keep(Change::Shown);
        }
    }

    /// How many edits the open turn has, 16 bytes each; a text or a whole layer
    /// counts for as many as its bytes would make. A board that is being made has none.
    #[must_use]
    #[inline]
    pub fn edits(&self) -> usize {
        self.open.undo.len() - self.open.begins + self.open.bulk
    }

    /// Whether the open turn has edited anything.
    #[must_use]
    #[inline]
    pub fn is_edited(&self) -> bool {
        let drawn = self.open.random_before;
        self.open.undo.len() > self.open.begins
            || drawn.is_some_and(|before| before != self.open.board.random())
    }

    /// Ends the turn, if it is one of few edits as most are, under a letter as its token, as
    /// [`Turn::commit`] does once [`Turn::commit_followed`] gives it to the history; a turn
    /// without edits is none. Returns whether the next turn is open now.
    pub fn follow(&mut self, letter: u8) -> bool {
        let open = &mut *self.open;
        if open.undo.len() > MOST_WAITING || open.bulk > 0 || open.vars_before.is_some() {
            return false;
        }
        if let Some(before) = open.random_before.take()
            && before != open.board.random()
        {
            open.undo.push(Change::Random(before));
        }
        if open.undo.len() > open.begins {
            open.begins = open.undo.len();
            open.ended.push(Ended { end: open.begins, letter });
        }
        true
    }

    /// Whether ended turns wait for the history.
    #[must_use]
    #[inline]
    pub fn has_followed(&self) -> bool {
        !self.open.ended.is_empty()
    }

    /// Gives the ended turns to the history; the open one stays open.
    pub fn commit_followed(&mut self, journal: &mut Journal) {
        let open = &mut *self.open;
        if open.ended.is_empty() {
            return;
        }
        let ended = open.ended.drain(..).map(|turn| (turn.end, turn.letter));
        journal.record_many((&mut open.undo, open.begins), ended);
        open.begins = 0;
    }

    /// Ends the turn: its edits become one entry of the history under that
    /// token, if there were any. Returns whether there were.
    pub fn commit(&mut self, journal: &mut Journal, token: &str) -> bool {
        debug_assert!(!self.has_followed(), "the turns before this one come first");
        let edited = self.is_edited();
        if let Some(before) = self.open.random_before.take()
            && before != self.open.board.random()
        {
            self.open.undo.push(Change::Random(before));
        }
        self.open.vars_before = None;
        let bulk = std::mem::take(&mut self.open.bulk);
        journal.record(&mut self.open.undo, bulk, token);
        edited
    }

    /// Ends the turn as if it had never been: the board is as it was, to the
    /// last bit of its generator, and without the variables that the turn has made.
    pub fn cancel(&mut self) {
        self.open.bulk = 0;
        let Open { undo, board, begins, .. } = &mut *self.open;
        for mut change in undo.drain(*begins..).rev() {
            change.swap(board);
        }
        if let Some(before) = self.open.random_before.take() {
            self.open.board.replace_random(before);
        }
        if let Some(count) = self.open.vars_before.take() {
            self.with_names(|names| names.keep_vars(count));
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
        self.keep(change);
    }

    fn note_bulk(&mut self, edits: usize) {
        if !self.open.makes {
            self.open.bulk += edits;
        }
    }

    /// Keeps what takes an edit back.
    #[inline]
    fn keep(&mut self, change: Change) {
        if !self.open.makes {
            self.open.undo.push(change);
        }
    }
}
