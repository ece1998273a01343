//! Beginning a level, with a history of its own; and what lies under every beginning:
//! trying, and putting back what was declared when it fails.

use crate::grid::{Journal, Turn};
use crate::rules::{Game, Settings};
use crate::session::begun::{Begun, Boards};
use crate::session::error::Refusal;
use crate::session::play::{LastStep, PlayedLevel, Session};
use crate::session::prepare::{Plan, Ready, prepare};
use crate::session::walk::Walks;

/// What is odd about a board that `won` says is won when it begins.
pub(in crate::session) const SOLVED: &str = "this level is solved before the first move";

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
        let plan = Plan { level: &current, settings: before.settings(), seed };
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
            picked: None,
            walks: Walks::default(),
        };
        session.stand_at_start(ready);
        session
    }

    /// Goes on to another level, with a history of its own.
    ///
    /// # Errors
    /// The level is refused; then the old one stays, history and all.
    pub fn change_level(&mut self, next: PlayedLevel) -> Result<(), Refusal> {
        let settings = self.game.settings().clone();
        self.change_level_under(next, &settings)
    }

    /// The same, under other settings.
    ///
    /// # Errors
    /// As [`Session::change_level`].
    pub fn change_level_under(
        &mut self,
        next: PlayedLevel,
        settings: &Settings,
    ) -> Result<(), Refusal> {
        let seed = self.seed;
        let ready = self.attempt(|session| session.prepared(&next, settings, seed))?;
        self.current = next;
        self.stand_at_start(ready);
        Ok(())
    }

    /// Does something with the game that may fail, and then puts back what it has
    /// declared and was told.
    pub(in crate::session) fn attempt<T>(
        &mut self,
        change: impl FnOnce(&mut Session) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        let (before, hung_on) = (self.game.snapshot(), self.start_hangs_on.clone());
        let done = change(self);
        if done.is_err() {
            self.start_hangs_on = hung_on;
            self.game.restore(before).map_err(Refusal::Script)?;
            self.enter().map_err(Refusal::Script)?;
        }
        done
    }

    pub(in crate::session) fn prepared(
        &mut self,
        level: &PlayedLevel,
        settings: &Settings,
        seed: u64,
    ) -> Result<Ready, Refusal> {
        let ready = prepare(&mut self.game, &mut self.turn, Plan { level, settings, seed });
        ready.map_err(Refusal::of_a_game_in_play)
    }

    fn stand_at_start(&mut self, ready: Ready) {
        let begun = Begun {
            turn: 0,
            settings: ready.hangs_on.clone(),
            seed: ready.board.seed(),
            digest: ready.digest,
        };
        self.turn.begin(ready.board);
        self.journal.clear();
        self.walks.clear();
        self.picked = None;
        self.boards.begin_first(begun);
        self.start_hangs_on = Some(ready.hangs_on);
        (self.last_set, self.last_step) = (None, LastStep::Jump);
        self.solved = matches!(ready.won, Ok(true));
        let won = match ready.won {
            Ok(true) => Some(SOLVED.to_owned()),
            Ok(false) => None,
            Err(error) => Some(error.to_string()),
        };
        let warnings = self.current.level.warnings.iter().cloned().chain(won);
        let warnings = warnings.collect::<Vec<_>>().join("; ");
        self.warning = Some(warnings).filter(|warnings| !warnings.is_empty());
    }
}
