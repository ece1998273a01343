//! Beginning, and replacing what is played: another level, the same one again, other
//! settings, other rules. Each either succeeds or leaves everything as it was.

use crate::grid::{Board, Journal, Turn};
use crate::rules::{Game, ScriptError, Setting, Settings};
use crate::session::error::Refusal;
use crate::session::play::{LastStep, PlayedLevel, Session};
use crate::session::prepare::{Plan, prepare};

/// The token of a restart in the history.
const RESTART: &str = "<restart>";
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
    /// The level is refused, by the legend or by the script.
    pub fn begin(
        mut game: Game,
        current: PlayedLevel,
        seed: u64,
    ) -> Result<Session, (Game, Refusal)> {
        let mut names = Turn::default();
        let settings = game.settings().clone();
        let plan = Plan { level: &current, settings, seed };
        match prepare(&mut game, &mut names, plan) {
            Ok(turn) => Ok(Session::with(game, turn, current, seed)),
            Err(refusal) => Err((game, refusal)),
        }
    }

    fn with(game: Game, turn: Turn, current: PlayedLevel, seed: u64) -> Session {
        let mut session = Session {
            start_hangs_on: Some(game.start_looked_at()),
            game,
            turn,
            journal: Journal::default(),
            current,
            seed,
            solved: false,
            warning: None,
            last_step: LastStep::Jump,
            token: String::new(),
        };
        session.look_at_start();
        session
    }

    /// Goes on to another level, with a history of its own.
    ///
    /// # Errors
    /// The level is refused; then the old one stays, history and all.
    pub fn change_level(&mut self, next: PlayedLevel) -> Result<(), Refusal> {
        self.turn = self.prepared(&next, self.seed)?;
        self.journal.clear();
        self.current = next;
        self.last_step = LastStep::Jump;
        self.look_at_start();
        Ok(())
    }

    /// Begins the level again, as a turn that undo takes back. Returns whether that
    /// changed anything.
    ///
    /// # Errors
    /// The level is refused by rules that have changed since; then nothing happens.
    /// Or `won` fails on the new board, which stays.
    pub fn restart(&mut self) -> Result<bool, Refusal> {
        self.begin_again(self.board().seed(), RESTART)
    }

    /// Begins the level again with other random numbers, drawn from those of the
    /// board, as a turn that undo takes back. Returns whether that changed anything.
    ///
    /// # Errors
    /// As [`Session::restart`].
    pub fn new_board(&mut self) -> Result<bool, Refusal> {
        let seed = self.board().random().below(SEEDS);
        self.begin_again(seed, "<new>")
    }

    /// Begins the level again with the random numbers of that seed, as a turn that
    /// undo takes back. Returns whether that changed anything.
    ///
    /// # Errors
    /// As [`Session::restart`].
    pub fn new_board_of(&mut self, seed: u64) -> Result<bool, Refusal> {
        self.begin_again(seed, &format!("<new {seed}>"))
    }

    /// Sets a parameter. If `start` has looked at it, the level begins again with
    /// the same seed, as a turn that undo takes back; setting the same parameter again
    /// at once replaces that turn.
    ///
    /// # Errors
    /// There is no such parameter, it cannot be set to that, or the script fails with
    /// it; then nothing happens.
    pub fn set(&mut self, name: &str, setting: Setting) -> Result<Set, Refusal> {
        let param = self.game.declared().param(name)?;
        if !param.allows(&setting) {
            return Err(param.refused(setting.to_string()).into());
        }
        let mut settings = self.game.settings().clone();
        let token = format!("<set {name}={setting}>");
        if settings.insert(name.to_owned(), setting.clone()) == Some(setting) {
            return Ok(Set::Same);
        }
        let fresh = match self.start_hangs_on_param(name) {
            Some(false) => None,
            _ => {
                let level = self.current.clone();
                let seed = self.board().seed();
                Some(self.prepared_with(&level, settings.clone(), seed)?.into_board())
            }
        };
        // After a reload it is only known now.
        let hangs = self.start_hangs_on_param(name) == Some(true);
        let Some(fresh) = fresh.filter(|_| hangs) else {
            self.declare_in_play(settings).map_err(Refusal::Script)?;
            // The script may have been told of a board that is not taken.
            self.enter().map_err(Refusal::Script)?;
            return Ok(Set::GoesOn);
        };
        let before = format!("<set {name}=");
        if self.journal.last_token().is_some_and(|token| token.starts_with(&before)) {
            self.turn.undo(&mut self.journal);
        }
        self.replace_board(fresh, &token).map(|()| Set::Began)
    }

    /// Whether `start` looks at a parameter, if that is known of these rules.
    fn start_hangs_on_param(&self, name: &str) -> Option<bool> {
        let known = self.start_hangs_on.as_ref()?;
        Some(known.iter().any(|known| known == name))
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
        let fresh = self.prepared(&next, self.board().seed())?.into_board();
        self.current = next;
        self.replace_board(fresh, REPLACED)
    }

    fn begin_again(&mut self, seed: u64, token: &str) -> Result<bool, Refusal> {
        let level = self.current.clone();
        let fresh = self.prepared(&level, seed)?.into_board();
        if self.turn.board().same_as(&fresh) {
            return Ok(false);
        }
        self.replace_board(fresh, token).map(|()| true)
    }

    fn prepared(&mut self, level: &PlayedLevel, seed: u64) -> Result<Turn, Refusal> {
        self.prepared_with(level, self.game.settings().clone(), seed)
    }

    fn prepared_with(
        &mut self,
        level: &PlayedLevel,
        settings: Settings,
        seed: u64,
    ) -> Result<Turn, Refusal> {
        let plan = Plan { level, settings, seed };
        let prepared = prepare(&mut self.game, &mut self.turn, plan);
        match &prepared {
            Ok(_) => self.start_hangs_on = Some(self.game.start_looked_at()),
            // The script was told of the refused level; tell it of the old one.
            Err(_) => self.enter().map_err(Refusal::Script)?,
        }
        prepared
    }

    fn replace_board(&mut self, fresh: Board, token: &str) -> Result<(), Refusal> {
        self.turn.replace(fresh);
        self.turn.commit(&mut self.journal, token);
        self.last_step = LastStep::Jump;
        self.solved = false;
        self.solved = self.game.won(&mut self.turn).map_err(Refusal::Script)?;
        Ok(())
    }

    /// Tells the script of the board as it is.
    pub(in crate::session) fn enter(&mut self) -> Result<(), ScriptError> {
        self.game.enter(self.board().topology(), &self.current.info())
    }

    /// Has the script declare its tiles for the board as it is, under the same
    /// settings: a step through the history may have brought another size.
    pub(in crate::session) fn follow_board(&mut self) -> Result<(), ScriptError> {
        let size = self.board().topology();
        if self.game.declare(self.game.settings().clone(), Some(size))?.is_some() {
            self.game.bind(&mut self.turn)?;
        }
        self.enter()
    }

    /// Other settings on the board as it stands.
    fn declare_in_play(&mut self, settings: Settings) -> Result<(), ScriptError> {
        let before = self.game.declare(settings, Some(self.board().topology()))?;
        let bound = self.game.bind(&mut self.turn);
        match bound.and_then(|()| self.game.won(&mut self.turn)) {
            Ok(won) => {
                self.solved = won;
                Ok(())
            }
            Err(error) => {
                self.game.restore(before)?;
                Err(error)
            }
        }
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
