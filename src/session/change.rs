//! Replacing the board by one that begins: the same level again, with other random
//! numbers, under other settings, or as its file is now. Each either succeeds or leaves
//! everything as it was.

use crate::grid::SEEDS;
use crate::rules::{Setting, Settings};
use crate::session::begin::SOLVED;
use crate::session::begun::Begun;
use crate::session::error::Refusal;
use crate::session::play::{LastStep, PlayedLevel, Session};
use crate::session::prepare::Ready;
use crate::session::recording::Step;

/// The token of a level file's new content.
pub(in crate::session) const REPLACED: &str = "<level changed>";

/// What setting a parameter has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Set {
    /// It was set so already.
    Same,
    /// It is set; the board goes on.
    GoesOn,
    /// It is set, and the board has begun anew.
    Began,
}

impl Session {
    /// Begins the level again, as a turn that undo takes back. Returns whether that
    /// changed anything.
    ///
    /// # Errors
    /// The level is refused by rules that have changed since; then nothing happens.
    pub fn restart(&mut self) -> Result<bool, Refusal> {
        self.begin_again(self.board().seed(), &Step::Restart)
    }

    /// Begins the level again with other random numbers, drawn from those of the
    /// board, as a turn that undo takes back. Returns whether that changed anything.
    ///
    /// # Errors
    /// As [`Session::restart`].
    pub fn new_board(&mut self) -> Result<bool, Refusal> {
        let seed = self.board().random().below(SEEDS);
        self.begin_again(seed, &Step::New(None))
    }

    /// Begins the level again with the random numbers of that seed, as a turn that
    /// undo takes back. Returns whether that changed anything.
    ///
    /// # Errors
    /// As [`Session::restart`].
    pub fn new_board_of(&mut self, seed: u64) -> Result<bool, Refusal> {
        self.begin_again(seed, &Step::New(Some(seed)))
    }

    /// Sets a parameter. If `start` looks at it, the level begins again with the same
    /// seed, as a turn that undo takes back; setting the same parameter again at once
    /// replaces that turn.
    ///
    /// # Errors
    /// There is no such parameter, it cannot be set to that, or the script fails with
    /// it; then nothing happens.
    pub fn set(&mut self, name: &str, setting: Setting) -> Result<Set, Refusal> {
        let param = self.game.declared().param(name)?;
        if !param.allows(&setting) {
            return Err(param.refused(setting.to_string()).into());
        }
        let token = Step::Set(name.to_owned(), setting.to_string()).token();
        self.picked = None;
        let mut settings = self.game.settings().clone();
        if settings.insert(name.to_owned(), setting.clone()) == Some(setting) {
            return Ok(Set::Same);
        }
        let ready = self.attempt(|session| session.set_aside(name, settings))?;
        let Some((ready, won)) = ready else {
            return Ok(Set::GoesOn);
        };
        if self.last_set.as_deref() == Some(name) {
            self.turn.undo(&mut self.journal);
            self.journal.forget_undone();
            // A slider that is back where it was has changed nothing.
            let begun = self.boards.standing(self.journal.done());
            let same_settings = begun.is_some_and(|begun| begun.settings == ready.hangs_on);
            if same_settings && self.turn.board().same_as(&ready.board) {
                (self.last_set, self.solved) = (None, won);
                self.warning = won.then(|| SOLVED.to_owned());
                return Ok(Set::Began);
            }
        }
        self.replace_board(ready, won, &token);
        self.last_set = Some(name.to_owned());
        Ok(Set::Began)
    }

    /// Takes over a level whose file has changed: its board becomes the new one,
    /// as a turn that undo takes back, unless only the text around it changed. Returns
    /// whether a board has begun.
    ///
    /// # Errors
    /// The new level is refused; then the old one stays.
    pub fn replace_level(&mut self, next: PlayedLevel) -> Result<bool, Refusal> {
        let (new, old) = (&next.level, &self.current.level);
        if new.rows == old.rows && new.tiling == old.tiling {
            self.current = next;
            return self.enter().map(|()| false).map_err(Refusal::Script);
        }
        let seed = self.board().seed();
        let (ready, won) = self.attempt(|session| {
            let settings = session.game.settings().clone();
            session.prepared(&next, &settings, seed)?.with_won()
        })?;
        self.current = next;
        self.replace_board(ready, won, REPLACED);
        Ok(true)
    }

    fn begin_again(&mut self, seed: u64, step: &Step) -> Result<bool, Refusal> {
        let level = self.current.clone();
        let (ready, won) = self.attempt(|session| {
            let settings = session.game.settings().clone();
            session.prepared(&level, &settings, seed)?.with_won()
        })?;
        if self.turn.board().same_as(&ready.board) {
            return Ok(false);
        }
        self.replace_board(ready, won, &step.token());
        Ok(true)
    }

    /// Other settings, of which one is new: the board that begins under them, or
    /// nothing if `start` does not look at that one and the board goes on.
    fn set_aside(
        &mut self,
        name: &str,
        settings: Settings,
    ) -> Result<Option<(Ready, bool)>, Refusal> {
        let known = self.start_hangs_on.as_ref().map(|known| known.contains_key(name));
        if known != Some(false) {
            let (level, seed) = (self.current.clone(), self.board().seed());
            let ready = self.prepared(&level, &settings, seed)?;
            // After a reload it is only known now.
            if ready.hangs_on.contains_key(name) {
                return ready.with_won().map(Some);
            }
            self.start_hangs_on = Some(ready.hangs_on);
        }
        self.declare_in_play(settings).map_err(Refusal::Script)?;
        self.solved = self.game.won(&mut self.turn).map_err(|error| Refusal::Script(*error))?;
        Ok(None)
    }

    pub(in crate::session) fn replace_board(&mut self, ready: Ready, won: bool, token: &str) {
        self.walks.go_on(self.journal.done());
        self.picked = None;
        let seed = ready.board.seed();
        self.turn.replace(ready.board);
        self.turn.commit(&mut self.journal, token);
        let (turn, settings) = (self.journal.done(), ready.hangs_on.clone());
        self.boards.begin(Begun { turn, settings, seed, digest: ready.digest });
        self.start_hangs_on = Some(ready.hangs_on);
        (self.last_set, self.last_step) = (None, LastStep::Jump);
        self.solved = won;
        self.warning = won.then(|| SOLVED.to_owned());
    }
}
