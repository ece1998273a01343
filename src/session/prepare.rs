//! A level made ready: laid out, or made by the script, looked at by `start`, and asked
//! whether it is won. Nothing of the session it is for is touched but the names of
//! its board and what the game has declared, which the caller puts back on an error.

use crate::grid::{Board, Cell, Turn};
use crate::level::Place;
use crate::rules::{Game, ScriptError, Settings, lay_out, size_of};
use crate::session::error::Refusal;
use crate::session::play::PlayedLevel;

/// What a level is to be prepared with.
pub(in crate::session) struct Plan<'a> {
    pub level: &'a PlayedLevel,
    pub settings: &'a Settings,
    pub seed: u64,
}

/// A level that is ready to be played.
pub(in crate::session) struct Ready {
    pub board: Board,
    /// Whether it is won before the first move, if the script can say.
    pub won: Result<bool, ScriptError>,
    /// What the parameters are set to that `start` has looked at.
    pub hangs_on: Settings,
    /// The board's digest, where the script may draw it again.
    pub digest: Option<u64>,
}

impl Ready {
    /// The same, with whether it is won.
    ///
    /// # Errors
    /// The script cannot say.
    pub fn with_won(mut self) -> Result<(Ready, bool), Refusal> {
        let won = std::mem::replace(&mut self.won, Ok(false));
        Ok((self, won.map_err(Refusal::Script)?))
    }
}

/// Prepares a level. `own` only gets the names that are new.
pub(in crate::session) fn prepare(
    game: &mut Game,
    own: &mut Turn,
    plan: Plan<'_>,
) -> Result<Ready, Refusal> {
    let Plan { level, settings, seed } = plan;
    let size = size_of(&level.level)?;
    game.declare(settings, size).map_err(|error| declared_wrongly(level, error))?;
    game.bind(own).map_err(Refusal::Script)?;
    let board = lay_out(game, own.board(), &level.level, seed)?;
    let mut turn = Turn::making(board);
    let told = turn.board().topology();
    game.enter(told, level.info()).map_err(Refusal::Script)?;
    let started = game.start(&mut turn);
    let hangs_on = looked_at(game, settings);
    let board = turn.board();
    if board.topology().size() == 0 {
        let game = game.declared().title.clone();
        return Err(Refusal::NoBoard { game, why: started.err() });
    }
    started.map_err(|error| refused(level, board, game.refused_cell(&error.message), error))?;
    if board.topology() != told {
        // The tiles are those of the board as it is, not as it was thought to be.
        let size = Some(board.topology());
        game.declare(settings, size).map_err(|error| declared_wrongly(level, error))?;
        game.bind(&mut turn).map_err(Refusal::Script)?;
    }
    let won = game.won(&mut turn).map_err(ScriptError::from);
    let board = turn.into_board();
    let redraws = game.declared().redraw && level.level.is_made();
    let digest = redraws.then(|| board.digest());
    Ok(Ready { board, won, hangs_on, digest })
}

/// Those of the settings that `start` has looked at.
fn looked_at(game: &Game, settings: &Settings) -> Settings {
    let names = game.start_looked_at().into_iter();
    let setting = |name: String| settings.get(&name).cloned().map(|setting| (name, setting));
    names.filter_map(setting).collect()
}

/// The tiles cannot be declared for this level: on purpose, or by a slip.
fn declared_wrongly(level: &PlayedLevel, error: ScriptError) -> Refusal {
    match (error.deliberate, level.level.is_made()) {
        (false, _) => Refusal::Script(error),
        (true, true) => Refusal::Made(error),
        (true, false) => refused_at(level, level.level.place(), error),
    }
}

/// `start` has refused a level, perhaps for what stands in a cell.
fn refused(level: &PlayedLevel, board: &Board, cell: Option<Cell>, error: ScriptError) -> Refusal {
    if level.level.is_made() {
        return Refusal::Made(error);
    }
    // Only a board as large as the level's has the level's cells.
    let size = size_of(&level.level).ok().flatten();
    let topology = size.filter(|size| *size == board.topology() && error.deliberate);
    let place = match cell.zip(topology) {
        Some((cell, topology)) => {
            let (x, y) = topology.xy(cell);
            level.level.place_of(x as usize, y as usize)
        }
        None => level.level.place(),
    };
    refused_at(level, place, error)
}

fn refused_at(level: &PlayedLevel, place: Place, error: ScriptError) -> Refusal {
    let title = level.level.title.as_ref();
    let title = title.map(|title| format!(" \"{title}\"")).unwrap_or_default();
    Refusal::Start { place, level: format!("level {}{title}", level.number), error }
}
