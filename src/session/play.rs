//! Playing: steps, undo and redo on one level under the same rules. What replaces
//! any of that is in `change.rs`.

use std::rc::Rc;

use crate::grid::{Board, Cell, Change, Direction, Journal, LayerId, MOST_WAITING, Turn};
use crate::level::Level;
use crate::rules::{Acted, Action, Game, LevelInfo, ScriptError, Settings};
use crate::session::begun::Boards;
use crate::session::walk::Walks;

/// A level and where it stands in what is being played.
#[derive(Clone, Debug)]
pub struct PlayedLevel {
    /// The level.
    pub level: Rc<Level>,
    /// Its number in what is being played, from 1.
    pub number: usize,
}

impl PlayedLevel {
    pub(in crate::session) fn info(&self) -> LevelInfo {
        LevelInfo { level: Rc::clone(&self.level), number: self.number }
    }
}

/// How the board came to be as it is, for showing what moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::session) enum LastStep {
    /// It was laid out, or replaced: nothing moved.
    Jump,
    /// By the last turn of the history.
    Forward,
    /// By taking back the turn after it.
    Back,
}

/// A game in play.
pub struct Session {
    pub(in crate::session) game: Game,
    pub(in crate::session) turn: Turn,
    pub(in crate::session) journal: Journal,
    pub(in crate::session) current: PlayedLevel,
    /// The seed that a level begins with.
    pub(in crate::session) seed: u64,
    /// The parameters that `start` has looked at, once it has run under these rules.
    pub(in crate::session) start_hangs_on: Option<Settings>,
    /// The boards of the history.
    pub(in crate::session) boards: Boards,
    /// The parameter that the last turn has set, if it did.
    pub(in crate::session) last_set: Option<String>,
    pub(in crate::session) solved: bool,
    pub(in crate::session) warning: Option<String>,
    pub(in crate::session) last_step: LastStep,
    pub(in crate::session) token: String,
    /// The cell that the last click has picked.
    pub(in crate::session) picked: Option<Cell>,
    /// Which turns were walks.
    pub(in crate::session) walks: Walks,
}

impl Session {
    /// Lets the rule act. Returns whether anything changed; if not, the history
    /// is as before.
    ///
    /// # Errors
    /// The script raised an error or broke its budget; then nothing changed.
    pub fn play(&mut self, action: &Action) -> Result<bool, ScriptError> {
        let over = self.is_over();
        if over && matches!(action, Action::Move(_) | Action::Click(..) | Action::Tick) {
            return Ok(false);
        }
        self.picked = None;
        let acted = self.game.act(&mut self.turn, action, &mut self.token);
        self.settle(acted)
    }

    /// Lets the rule act on moves that follow each other, at least the first, exactly as
    /// [`Session::play`] does for each, but faster. Returns how many were played, and what became
    /// of the last of them.
    ///
    /// # Errors
    /// As [`Session::play`].
    pub fn play_on(&mut self, ways: &[Direction]) -> (usize, Result<bool, ScriptError>) {
        if ways.is_empty() || self.is_over() {
            return (ways.len().min(1), Ok(false));
        }
        self.picked = None;
        let ways = if self.is_history_near_full() { &ways[..1] } else { ways };
        let Acted { before, acted, won } = self.game.act_on(&mut self.turn, ways, &mut self.token);
        if self.turn.has_followed() {
            self.go_on();
            self.turn.commit_followed(&mut self.journal);
        }
        (before + 1, self.settle_knowing(acted, won))
    }

    /// Whether the level is won and its game ends there.
    fn is_over(&self) -> bool {
        self.is_won() && !self.game.declared().goes_on
    }

    /// Takes back one turn. Returns whether there was one.
    ///
    /// # Errors
    /// The script's `won` failed; the turn is taken back all the same. Or the script
    /// cannot declare its tiles for the board of before; then nothing happens.
    pub fn undo(&mut self) -> Result<bool, ScriptError> {
        let Some(turn) = self.journal.done().checked_sub(1) else {
            return Ok(false);
        };
        self.turn.undo(&mut self.journal);
        self.moved_through_history(LastStep::Back, turn)
    }

    /// Does one turn again. Returns whether there was one.
    ///
    /// # Errors
    /// As [`Session::undo`].
    pub fn redo(&mut self) -> Result<bool, ScriptError> {
        let turn = self.journal.done();
        if !self.turn.redo(&mut self.journal) {
            return Ok(false);
        }
        self.moved_through_history(LastStep::Forward, turn)
    }

    /// The rules as they are now.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &Board {
        self.turn.board()
    }

    /// The history.
    #[must_use]
    pub fn journal(&self) -> &Journal {
        &self.journal
    }

    /// The level.
    #[must_use]
    pub fn level(&self) -> &PlayedLevel {
        &self.current
    }

    /// Whether the level is solved.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        self.solved
    }

    /// Whether somebody has solved it: a board that begins solved was won by nobody.
    #[must_use]
    pub fn is_won(&self) -> bool {
        self.solved && self.journal.done() > self.began()
    }

    /// How many turns the history had when this board began.
    #[must_use]
    pub fn began(&self) -> usize {
        self.boards.standing(self.journal.done()).map_or(0, |begun| begun.turn)
    }

    /// What is odd about the level, though it can be played.
    #[must_use]
    pub fn warning(&self) -> Option<&str> {
        self.warning.as_deref()
    }

    /// The script's status line, or nothing.
    ///
    /// # Errors
    /// The script's `status` failed.
    pub fn status(&mut self) -> Result<Option<String>, ScriptError> {
        self.game.status(&mut self.turn)
    }

    /// What the script said and printed since this was last asked, each with its `path:line`.
    #[must_use]
    pub fn take_heard(&self) -> Vec<String> {
        self.game.take_heard()
    }

    /// What the script said since this was last asked.
    #[must_use]
    pub fn take_said(&self) -> Vec<String> {
        self.game.take_said()
    }

    /// The way that the thing in a cell came there, by the last 1,000 changes of
    /// this board: what a look that turns is turned to.
    #[must_use]
    pub fn facing(&self, layer: LayerId, cell: Cell) -> Option<Direction> {
        let turns = (self.began()..self.journal.done()).rev();
        let changes = turns.flat_map(|turn| self.journal.changes_of(turn).iter().rev());
        let came = changes.take(1000).find_map(|change| match *change {
            Change::Swap { from, to, layer: l } if l == layer && from == cell => Some(to),
            _ => None,
        })?;
        self.board().topology().heading(came, cell)
    }

    /// Commits what the rule did, or cancels it.
    #[inline]
    pub(in crate::session) fn settle(
        &mut self,
        acted: Result<(), Box<ScriptError>>,
    ) -> Result<bool, ScriptError> {
        self.settle_knowing(acted, None)
    }

    /// The same where it may be known already whether the level is won.
    fn settle_knowing(
        &mut self,
        acted: Result<(), Box<ScriptError>>,
        known: Option<bool>,
    ) -> Result<bool, ScriptError> {
        let won = match acted {
            Ok(()) if !self.turn.is_edited() => {
                self.turn.cancel();
                return Ok(false);
            }
            Ok(()) if self.is_history_full() => Err(self.history_is_full()),
            Ok(()) => known.map_or_else(|| self.game.won(&mut self.turn), Ok),
            Err(error) => Err(error),
        };
        match won {
            Ok(won) => {
                self.solved = won;
                self.go_on();
                self.turn.commit(&mut self.journal, &self.token);
                Ok(true)
            }
            Err(error) => {
                self.turn.cancel();
                Err(*error)
            }
        }
    }

    /// A turn is to follow those that are done.
    #[inline]
    fn go_on(&mut self) {
        self.boards.go_on(self.journal.done());
        self.walks.go_on(self.journal.done());
        self.last_set = None;
        self.last_step = LastStep::Forward;
    }

    /// Whether turns that wait for the history may be more than it can take.
    fn is_history_near_full(&self) -> bool {
        let most = self.game.most_history() / size_of::<Change>();
        most.checked_sub(2 * MOST_WAITING).is_none_or(|most| self.journal.is_above(most))
    }

    /// Whether the open turn is more than the history can take.
    fn is_history_full(&self) -> bool {
        let most = self.game.most_history() / size_of::<Change>();
        most.checked_sub(self.turn.edits()).is_none_or(|most| self.journal.is_above(most))
    }

    #[cold]
    fn history_is_full(&self) -> Box<ScriptError> {
        let most = self.game.most_history() >> 20;
        let message = format!(
            "the turns of this level have changed more than their history can keep ({most} MiB): \
             take some back, or choose a level"
        );
        Box::new(ScriptError { message, ..ScriptError::default() })
    }

    fn moved_through_history(&mut self, way: LastStep, turn: usize) -> Result<bool, ScriptError> {
        (self.last_set, self.picked) = (None, None);
        // A board that was replaced as a whole may have another size.
        if matches!(self.journal.changes_of(turn), [Change::State(_)]) {
            let followed = self.follow_board();
            if let Err(error) = followed {
                match way {
                    LastStep::Back => self.turn.redo(&mut self.journal),
                    _ => self.turn.undo(&mut self.journal),
                };
                self.enter()?;
                return Err(error);
            }
        }
        self.last_step = way;
        self.solved = false;
        self.solved = self.game.won(&mut self.turn)?;
        Ok(true)
    }
}
