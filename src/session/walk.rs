//! Clicks that come to several actions, as the script plans them: walks. Each action is a
//! turn of its own, and all of a walk can be taken back at once. Knows no way: that is the
//! script's.

use std::ops::Range;

use crate::grid::{Cell, Turn};
use crate::rules::{Action, Button, Game, Plan, ScriptError};
use crate::session::play::Session;

/// The walks of a history: from how many turns done to how many, ascending.
#[derive(Clone, Debug, Default)]
pub(in crate::session) struct Walks {
    list: Vec<Range<usize>>,
}

impl Walks {
    /// The turns after so many belong to the walk that began there.
    fn note(&mut self, began: usize, done: usize) {
        if began < done {
            self.list.retain(|walk| walk.start < began && walk.end <= began);
            self.list.push(began..done);
        }
    }

    /// A turn follows so many: what was undone is gone.
    #[inline]
    pub fn go_on(&mut self, turns: usize) {
        while let Some(last) = self.list.last_mut().filter(|walk| walk.end > turns) {
            if last.start < turns {
                last.end = turns;
            } else {
                self.list.pop();
            }
        }
    }

    /// The walk that is going on or over after so many turns.
    fn ending(&self, turns: usize) -> Option<&Range<usize>> {
        self.list.iter().rev().find(|walk| walk.start < turns && turns <= walk.end)
    }

    /// The walk that the turn after so many belongs to.
    fn beginning(&self, turns: usize) -> Option<&Range<usize>> {
        self.list.iter().rev().find(|walk| walk.contains(&turns))
    }

    /// All of them.
    fn all(&self) -> impl Iterator<Item = Range<usize>> {
        self.list.iter().cloned()
    }

    /// No walk is known any more.
    pub fn clear(&mut self) {
        self.list.clear();
    }
}

/// What a click has come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Clicked {
    /// Nothing: there is nothing to click on.
    Nothing,
    /// There is no way there.
    NoWay(Cell),
    /// A cell is picked for the next click, or no longer is.
    Picked,
    /// These actions are to be played, one after the other.
    Walk(Vec<Action>),
}

impl Session {
    /// Asks the script what a click comes to, where it makes plans of clicks. The board
    /// stays as it is.
    ///
    /// # Errors
    /// The script failed.
    pub fn click(&mut self, cell: Cell, button: Button) -> Result<Clicked, ScriptError> {
        let inside = cell.0 < self.board().topology().size();
        if !inside || (self.is_won() && !self.game.declared().goes_on) {
            return Ok(Clicked::Nothing);
        }
        let held = self.picked.take();
        if held == Some(cell) {
            return Ok(Clicked::Picked);
        }
        let planned = self.tried(|game, turn| game.plan(turn, (cell, button), held));
        Ok(match planned? {
            Plan::Nothing => Clicked::NoWay(cell),
            Plan::Play(actions) => Clicked::Walk(actions),
            Plan::Pick(cell) => {
                self.picked = Some(cell);
                Clicked::Picked
            }
        })
    }

    /// The cell that the last click has picked.
    #[must_use]
    pub fn picked(&self) -> Option<Cell> {
        self.picked
    }

    /// Nothing is picked any more.
    pub fn let_go(&mut self) {
        self.picked = None;
    }

    /// Where clicks can lead to, as the script says.
    ///
    /// # Errors
    /// The script failed.
    pub fn reach(&mut self) -> Result<Vec<Cell>, ScriptError> {
        let picked = self.picked;
        let reached = self.tried(|game, turn| game.reach(turn, picked));
        // It is asked again and again, and nobody has done anything.
        let _ = self.game.take_said();
        reached
    }

    /// Lets the script try something out: what it does has never been.
    fn tried<T>(&mut self, run: impl FnOnce(&Game, &mut Turn) -> T) -> T {
        let tried = run(&self.game, &mut self.turn);
        self.turn.cancel();
        tried
    }

    /// The turns done since there were `began` of them are one walk.
    pub fn note_walk(&mut self, began: usize) {
        self.walks.note(began, self.journal.done());
    }

    /// Which turns were walks: each from how many turns done to how many.
    pub fn walks(&self) -> impl Iterator<Item = Range<usize>> {
        self.walks.all()
    }

    /// The turns between those numbers of turns done were one walk.
    pub fn restore_walk(&mut self, walk: Range<usize>) {
        let last = self.walks.all().last().map_or(0, |walk| walk.end);
        if (last..walk.end).contains(&walk.start) && walk.end <= self.journal.done() {
            self.walks.list.push(walk);
        }
    }

    /// Clicks, and plays all that this comes to. Returns whether anything changed.
    ///
    /// # Errors
    /// As [`Session::play`]; what was played before that stays.
    pub(in crate::session) fn click_through(
        &mut self,
        cell: Cell,
        button: Button,
    ) -> Result<bool, ScriptError> {
        if cell.0 >= self.board().topology().size() {
            let message = format!("there is no cell {} to click on", cell.0 + 1);
            return Err(ScriptError { message, ..ScriptError::default() });
        }
        let Clicked::Walk(actions) = self.click(cell, button)? else {
            return Ok(false);
        };
        let began = self.journal.done();
        let played = actions.iter().try_for_each(|action| self.play(action).map(drop));
        self.note_walk(began);
        played.map(|()| self.journal.done() != began)
    }

    /// Takes back a turn, or all of a walk. Returns whether there was one.
    ///
    /// # Errors
    /// As [`Session::undo`].
    pub fn undo_walk(&mut self) -> Result<bool, ScriptError> {
        let walk = self.walks.ending(self.journal.done()).cloned();
        self.through_walk(Session::undo, walk.map(|walk| walk.start))
    }

    /// Does a turn again, or all of a walk. Returns whether there was one.
    ///
    /// # Errors
    /// As [`Session::redo`].
    pub fn redo_walk(&mut self) -> Result<bool, ScriptError> {
        let walk = self.walks.beginning(self.journal.done()).cloned();
        self.through_walk(Session::redo, walk.map(|walk| walk.end))
    }

    fn through_walk(
        &mut self,
        step: fn(&mut Session) -> Result<bool, ScriptError>,
        to: Option<usize>,
    ) -> Result<bool, ScriptError> {
        let mut moved = step(self)?;
        while to.is_some_and(|to| to != self.journal.done()) {
            if !step(self)? {
                break;
            }
            moved = true;
        }
        Ok(moved)
    }
}
