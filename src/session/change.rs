//! Beginning, and replacing what is played: another level, the same one again, other
//! settings, other rules. Each either succeeds or leaves everything as it was.

use crate::grid::{Journal, Turn};
use crate::rules::{Game, ScriptError, Setting, Settings};
use crate::session::begun::Boards;
use crate::session::error::Refusal;
use crate::session::play::{LastStep, PlayedLevel, Session};
use crate::session::prepare::{Plan, Ready, prepare};
use crate::session::recording::Step;

/// What is odd about a board that `won` says is won when it begins.
const SOLVED: &str = "this level is solved before the first move";
/// The token of what `reloaded` did.
const RELOADED: &str = "<reloaded>";
/// The token of a level file's new content.
const REPLACED: &str = "<level changed>";

/// Seeds that a person can copy are below this.
pub const SEEDS: u64 = 1_000_000_000;

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
    /// Begins a level, under the settings that the game has.
    ///
    /// # Errors
    /// The level is refused, by the legend or by the script; the game is as it was.
    pub fn begin(
        mut game: Game,
        current: PlayedLevel,
        seed: u64,
    ) -> Result<Session, (Game, Refusal)> {
        let before = game.snapshot();
        let settings = before.settings().clone();
        let plan = Plan { level: &current, settings, seed };
        match prepare(&mut game, &mut Turn::default(), plan) {
            Ok(ready) => Ok(Session::with(game, ready, current, seed)),
            Err(refusal) => match game.restore(before) {
                Ok(()) => Err((game, refusal)),
                Err(error) => Err((game, Refusal::Script(error))),
            },
        }
    }

    fn with(game: Game, ready: Ready, current: PlayedLevel, seed: u64) -> Session {
        let mut session = Session {
            game,
            turn: Turn::default(),
            journal: Journal::default(),
            current,
            seed,
            start_hangs_on: None,
            boards: Boards::default(),
            last_set: None,
            solved: false,
            warning: None,
            last_step: LastStep::Jump,
            token: String::new(),
        };
        session.stand_at_start(ready);
        session
    }

    /// Goes on to another level, with a history of its own.
    ///
    /// # Errors
    /// The level is refused; then the old one stays, history and all.
    pub fn change_level(&mut self, next: PlayedLevel) -> Result<(), Refusal> {
        self.change_level_under(next, self.game.settings().clone())
    }

    /// The same, under other settings.
    ///
    /// # Errors
    /// As [`Session::change_level`].
    pub fn change_level_under(
        &mut self,
        next: PlayedLevel,
        settings: Settings,
    ) -> Result<(), Refusal> {
        let seed = self.seed;
        let ready = self.attempt(|session| session.prepared(&next, settings, seed))?;
        self.current = next;
        self.stand_at_start(ready);
        Ok(())
    }

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
                return Ok(Set::Began);
            }
        }
        self.replace_board(ready, won, &token);
        self.last_set = Some(name.to_owned());
        Ok(Set::Began)
    }

    /// Goes on under other rules, on the same board, with the same history. What is
    /// set stays set, where the new rules know it.
    ///
    /// # Errors
    /// The new script fails on this board; then the old rules stay.
    pub fn swap_rules(&mut self, mut game: Game) -> Result<(), ScriptError> {
        let names = self.turn.board().names().clone();
        match self.try_rules(&mut game) {
            Ok(won) => {
                self.boards.go_on(self.journal.done());
                self.turn.commit(&mut self.journal, RELOADED);
                self.solved = won;
                self.game = game;
                self.start_hangs_on = None;
                Ok(())
            }
            Err(error) => {
                self.turn.cancel();
                // What a script that was not taken names must not add up.
                self.turn.with_names(|own| *own = names);
                Err(error)
            }
        }
    }

    /// Takes over a level whose file has changed: its board becomes the new one,
    /// as a turn that undo takes back, unless only the text around it changed.
    ///
    /// # Errors
    /// The new level is refused; then the old one stays.
    pub fn replace_level(&mut self, next: PlayedLevel) -> Result<(), Refusal> {
        if next.level.rows == self.current.level.rows {
            self.current = next;
            return self.enter().map_err(Refusal::Script);
        }
        let seed = self.board().seed();
        let (ready, won) = self.attempt(|session| {
            let settings = session.game.settings().clone();
            session.prepared(&next, settings, seed)?.with_won()
        })?;
        self.current = next;
        self.replace_board(ready, won, REPLACED);
        Ok(())
    }

    fn begin_again(&mut self, seed: u64, step: &Step) -> Result<bool, Refusal> {
        let level = self.current.clone();
        let (ready, won) = self.attempt(|session| {
            let settings = session.game.settings().clone();
            session.prepared(&level, settings, seed)?.with_won()
        })?;
        if self.turn.board().same_as(&ready.board) {
            return Ok(false);
        }
        self.replace_board(ready, won, &step.token());
        Ok(true)
    }

    /// Does something with the game that may fail, and then puts back what it has
    /// declared and was told.
    fn attempt<T>(
        &mut self,
        change: impl FnOnce(&mut Session) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        let before = self.game.snapshot();
        let done = change(self);
        if done.is_err() {
            self.game.restore(before).map_err(Refusal::Script)?;
            self.enter().map_err(Refusal::Script)?;
        }
        done
    }

    fn prepared(
        &mut self,
        level: &PlayedLevel,
        settings: Settings,
        seed: u64,
    ) -> Result<Ready, Refusal> {
        prepare(&mut self.game, &mut self.turn, Plan { level, settings, seed })
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
            let ready = self.prepared(&level, settings.clone(), seed)?;
            // After a reload it is only known now.
            if ready.hangs_on.contains_key(name) {
                return ready.with_won().map(Some);
            }
            self.start_hangs_on = Some(ready.hangs_on);
        }
        self.declare_in_play(settings).map_err(Refusal::Script)?;
        self.solved = self.game.won(&mut self.turn).map_err(Refusal::Script)?;
        Ok(None)
    }

    fn stand_at_start(&mut self, ready: Ready) {
        self.turn = Turn::new(ready.board);
        self.journal.clear();
        self.boards = Boards::default();
        self.boards.begin(0, ready.hangs_on.clone());
        self.start_hangs_on = Some(ready.hangs_on);
        (self.last_set, self.last_step) = (None, LastStep::Jump);
        self.solved = matches!(ready.won, Ok(true));
        self.warning = match ready.won {
            Ok(true) => Some(SOLVED.to_owned()),
            Ok(false) => None,
            Err(error) => Some(error.to_string()),
        };
    }

    fn replace_board(&mut self, ready: Ready, won: bool, token: &str) {
        self.turn.replace(ready.board);
        self.turn.commit(&mut self.journal, token);
        self.boards.begin(self.journal.done(), ready.hangs_on.clone());
        self.start_hangs_on = Some(ready.hangs_on);
        (self.last_set, self.last_step) = (None, LastStep::Jump);
        self.solved = won;
        self.warning = won.then(|| SOLVED.to_owned());
    }

    /// Tells the script of the board as it is.
    pub(in crate::session) fn enter(&mut self) -> Result<(), ScriptError> {
        self.game.enter(self.board().topology(), &self.current.info())
    }

    /// Has the script declare its tiles for the board as it is, under the settings that
    /// it began with: a step through the history has brought another board. On an
    /// error the game is as it was.
    pub(in crate::session) fn follow_board(&mut self) -> Result<(), ScriptError> {
        let before = self.game.snapshot();
        let mut settings = before.settings().clone();
        let begun = self.boards.standing(self.journal.done());
        for (name, setting) in begun.into_iter().flat_map(|begun| &begun.settings) {
            let param = self.game.declared().param(name).ok();
            if param.is_some_and(|param| param.allows(setting)) {
                settings.insert(name.clone(), setting.clone());
            }
        }
        if let Err(error) = self.declare_in_play(settings) {
            self.game.restore(before)?;
            return Err(error);
        }
        Ok(())
    }

    /// Other settings on the board as it stands.
    fn declare_in_play(&mut self, settings: Settings) -> Result<(), ScriptError> {
        self.game.declare(settings, Some(self.board().topology()))?;
        self.game.bind(&mut self.turn)?;
        self.enter()
    }

    fn try_rules(&mut self, game: &mut Game) -> Result<bool, ScriptError> {
        let settings = carried_over(self.game.settings(), game);
        game.declare(settings, Some(self.turn.board().topology()))?;
        game.bind(&mut self.turn)?;
        game.enter(self.turn.board().topology(), &self.current.info())?;
        game.reloaded(&mut self.turn)?;
        game.won(&mut self.turn)
    }
}

/// What is set, as far as another script knows and allows it.
fn carried_over(settings: &Settings, game: &Game) -> Settings {
    let params = game.declared().params.iter();
    let carried = params.map(|param| {
        let kept = settings.get(&param.name).filter(|setting| param.allows(setting));
        (param.name.clone(), kept.unwrap_or(&param.default).clone())
    });
    carried.collect()
}
