//! From what was asked for (a game, its levels, a seed, settings) to a session at its
//! start, or to the reason why there is none.

use std::path::Path;

use crate::app::choice;
use crate::app::progress::Stand;
use crate::level::{LevelError, Shelf};
use crate::rules::{Game, LoadError, ParamError, ScriptError, Scripts, Settings};
use crate::session::{PlayedLevel, Refusal, RuleTest, Session};

/// What is to be played.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    /// A level file, or a folder of them.
    pub levels: &'a Path,
    /// Whether that is the game's own folder: there need be no level in it, and then
    /// the game makes the board.
    pub own: bool,
    /// The number of the level, from 1.
    pub number: usize,
    /// What the random generator begins with.
    pub seed: u64,
    /// What the player has set before.
    pub remembered: &'a Settings,
    /// What is to be set now: names and values as a person writes them.
    pub set: &'a [(String, String)],
    /// Where the player was the last time, to go on there.
    pub stand: Option<&'a Stand>,
}

/// A game at its start.
pub struct Opened {
    /// The level being played.
    pub session: Session,
    /// The levels around it.
    pub shelf: Shelf,
    /// What was set before and no longer holds, in words.
    pub lost: Vec<String>,
    /// Whether this is the level that the player was on, for [`Player::resume`].
    ///
    /// [`Player::resume`]: crate::app::Player::resume
    pub stands: bool,
}

/// Why nothing can be played.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The script is no game.
    #[error(transparent)]
    Script(#[from] LoadError),
    /// The script fails with these settings.
    #[error(transparent)]
    Declared(#[from] ScriptError),
    /// A parameter cannot be set to that.
    #[error(transparent)]
    Param(#[from] ParamError),
    /// The level file cannot be read.
    #[error(transparent)]
    Level(#[from] LevelError),
    /// The level is refused.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// There is no level file, and the game makes no board.
    #[error("{path}: there is no level file here, and {refusal}")]
    NoLevel {
        /// The folder.
        path: String,
        /// What the game made of that.
        refusal: Refusal,
    },
    /// There is no such level.
    #[error("{path}: there is no level {number}; there are {count}")]
    NoSuchLevel {
        /// The file or folder.
        path: String,
        /// What was asked for, from 1.
        number: usize,
        /// How many there are.
        count: usize,
    },
}

/// Reads a game under the settings that are wanted. Returns what no longer holds of
/// them, too.
///
/// # Errors
/// The script is no game, or cannot be set so.
pub fn load(scripts: &Scripts, wanted: &Wanted<'_>) -> Result<(Game, Vec<String>), OpenError> {
    let mut game = scripts.load()?;
    let folder = scripts.own_folder();
    let (settings, lost) = choice::settings(&game, &folder, wanted.remembered, wanted.set)?;
    game.declare(settings, None)?;
    Ok((game, lost))
}

/// Reads a game's levels.
///
/// # Errors
/// A file cannot be read.
pub fn shelf(game: &Game, wanted: &Wanted<'_>) -> Result<Shelf, LevelError> {
    let alphabet = game.declared().alphabet();
    match wanted.own {
        true => Shelf::of_game(wanted.levels, &alphabet),
        false => Shelf::open(wanted.levels, &alphabet),
    }
}

/// Reads a game and begins a level of it.
///
/// # Errors
/// Anything that keeps it from being played.
pub fn open(scripts: &Scripts, wanted: &Wanted<'_>) -> Result<Opened, OpenError> {
    let (game, lost) = load(scripts, wanted)?;
    let shelf = shelf(&game, wanted)?;
    let stood = wanted.stand.and_then(|stand| Some((stand.number_in(&shelf)?, stand.seed)));
    let (number, seed) = stood.unwrap_or((wanted.number, wanted.seed));
    let level = shelf.level(number).ok_or_else(|| OpenError::NoSuchLevel {
        path: wanted.levels.display().to_string(),
        number,
        count: shelf.levels().len(),
    })?;
    let session = Session::begin(game, PlayedLevel { level, number }, seed);
    let path = wanted.levels.display().to_string();
    let session = session.map_err(|(_, refusal)| match refusal {
        refusal @ Refusal::NoBoard { .. } => OpenError::NoLevel { path, refusal },
        other => OpenError::Refused(other),
    })?;
    Ok(Opened { session, shelf, lost, stands: stood.is_some() })
}

/// Reads a game and begins what was recorded of it, before the first step.
///
/// # Errors
/// As [`open`]; and something that cannot be set.
pub fn open_recording(scripts: &Scripts, recording: &RuleTest) -> Result<Opened, OpenError> {
    let session = recording.begin(scripts.load()?)?;
    let shelf = Shelf::of_one(&session.level().level);
    Ok(Opened { session, shelf, lost: Vec::new(), stands: false })
}
