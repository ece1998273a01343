//! A level made ready: laid out, or made by the script, and looked at by `start`.
//! Nothing of the session it is for is touched before it has succeeded.

use crate::grid::Turn;
use crate::rules::{Game, ScriptError, Settings, lay_out, size_of};
use crate::session::error::Refusal;
use crate::session::play::PlayedLevel;

/// What a level is to be prepared with.
pub(in crate::session) struct Plan<'a> {
    pub level: &'a PlayedLevel,
    pub settings: Settings,
    pub seed: u64,
}

/// Prepares a level as a turn without edits. `own` only gets the names that are new;
/// on an error the game is as it was, but for the level that it was last told of.
pub(in crate::session) fn prepare(
    game: &mut Game,
    own: &mut Turn,
    plan: Plan<'_>,
) -> Result<Turn, Refusal> {
    let Plan { level, settings, seed } = plan;
    let size = size_of(&level.level)?;
    let before = game.declare(settings, size).map_err(|error| refused(level, None, error))?;
    let made = make(game, own, level, seed);
    if made.is_err() {
        game.restore(before).map_err(Refusal::Script)?;
    }
    made
}

fn make(game: &mut Game, own: &mut Turn, level: &PlayedLevel, seed: u64) -> Result<Turn, Refusal> {
    game.bind(own).map_err(Refusal::Script)?;
    let board = lay_out(game, own.board(), &level.level, seed)?;
    let mut turn = Turn::new(board);
    game.enter(turn.board().topology(), &level.info()).map_err(Refusal::Script)?;
    let started = game.start(&mut turn);
    let board = turn.into_board();
    started.map_err(|error| refused(level, game.refused_cell(), error))?;
    if board.topology().size() == 0 {
        return Err(Refusal::NoBoard { game: game.declared().title.clone() });
    }
    if level.level.is_made() {
        game.note_made(board.topology());
    }
    Ok(Turn::new(board))
}

fn refused(level: &PlayedLevel, cell: Option<crate::grid::Cell>, error: ScriptError) -> Refusal {
    if level.level.is_made() {
        return Refusal::Made(error);
    }
    let width = u32::try_from(level.level.width()).unwrap_or(u32::MAX).max(1);
    let place = match cell {
        Some(cell) => level.level.place_of((cell.0 % width) as usize, (cell.0 / width) as usize),
        None => level.level.place(),
    };
    let title = level.level.title.as_ref();
    let title = title.map(|title| format!(" \"{title}\"")).unwrap_or_default();
    let (place, level) = (place.to_string(), format!("level {}{title}", level.number));
    Refusal::Start { place, level, error }
}
