//! Beginning, and replacing what is played: another level, the same one again, other
//! rules. Each either succeeds or leaves everything as it was.

use crate::grid::{Board, Journal, Random, Turn};
use crate::rules::{Game, ScriptError, lay_out};
use crate::session::error::Refusal;
use crate::session::play::{LastStep, PlayedLevel, Session};

/// The token of a restart in the history.
const RESTART: &str = "<restart>";
/// The token of what `reloaded` did.
const RELOADED: &str = "<reloaded>";
/// The token of a level file's new content.
const REPLACED: &str = "<level changed>";

impl Session {
    /// Begins a level.
    ///
    /// # Errors
    /// The level is refused, by the legend or by the script.
    pub fn begin(game: Game, current: PlayedLevel, seed: u64) -> Result<Session, (Game, Refusal)> {
        let mut names = Turn::default();
        if let Err(error) = game.bind(&mut names) {
            return Err((game, Refusal::Script(error)));
        }
        match prepare(&game, names.board(), &current, seed) {
            Ok(turn) => Ok(Session::with(game, turn, current, seed)),
            Err(refusal) => Err((game, refusal)),
        }
    }

    fn with(game: Game, turn: Turn, current: PlayedLevel, seed: u64) -> Session {
        let mut session = Session {
            entered: turn.board().topology(),
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
        self.turn = self.prepared(&next)?;
        self.journal.clear();
        self.current = next;
        self.last_step = LastStep::Jump;
        self.look_at_start();
        Ok(())
    }

    /// Begins the level again, as a turn that undo takes back.
    ///
    /// # Errors
    /// The level is refused by rules that have changed since; then nothing happens.
    /// Or `won` fails on the new board, which stays.
    pub fn restart(&mut self) -> Result<(), Refusal> {
        let fresh = self.prepared(&self.current.clone())?.into_board();
        if self.turn.board().same_as(&fresh) {
            return Ok(());
        }
        self.replace_board(fresh, RESTART)
    }

    /// Goes on under other rules, on the same board, with the same history.
    ///
    /// # Errors
    /// The new script fails on this board; then the old rules stay.
    pub fn swap_rules(&mut self, game: Game) -> Result<(), ScriptError> {
        let names = self.turn.board().names().clone();
        match self.try_rules(&game) {
            Ok(won) => {
                self.turn.commit(&mut self.journal, RELOADED);
                self.solved = won;
                self.game = game;
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
        let fresh = self.prepared(&next)?.into_board();
        self.current = next;
        self.replace_board(fresh, REPLACED)
    }

    fn prepared(&mut self, level: &PlayedLevel) -> Result<Turn, Refusal> {
        let prepared = prepare(&self.game, self.turn.board(), level, self.seed);
        match &prepared {
            Ok(turn) => self.entered = turn.board().topology(),
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
        self.entered = self.board().topology();
        self.game.enter(self.entered, &self.current.info())
    }

    fn try_rules(&mut self, game: &Game) -> Result<bool, ScriptError> {
        game.bind(&mut self.turn)?;
        game.enter(self.turn.board().topology(), &self.current.info())?;
        game.reloaded(&mut self.turn)?;
        game.won(&mut self.turn)
    }
}

/// Lays a level out and lets the script look at it.
pub(in crate::session) fn prepare(
    game: &Game,
    like: &Board,
    level: &PlayedLevel,
    seed: u64,
) -> Result<Turn, Refusal> {
    let board = lay_out(game, like, &level.level, Random::new(seed))?;
    let mut turn = Turn::new(board);
    let info = level.info();
    game.enter(turn.board().topology(), &info).map_err(Refusal::Script)?;
    game.start(&mut turn).map_err(|error| {
        let title = info.title.map(|title| format!(" \"{title}\"")).unwrap_or_default();
        Refusal::Start {
            place: level.level.place().to_string(),
            level: format!("level {}{title}", level.number),
            error,
        }
    })?;
    Ok(Turn::new(turn.into_board()))
}
