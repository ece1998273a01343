//! Why a level is not played.

use std::fmt;

use crate::level::{LevelError, Place};
use crate::rules::{ParamError, ScriptError};

/// A level that a reader or a script refuses.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The file cannot be read as a level of this game.
    #[error(transparent)]
    Level(#[from] LevelError),
    /// The script's `start` raised an error.
    #[error("{place}: {level}: {}", Made(error))]
    Start {
        /// The level's file, line and column.
        place: Place,
        /// The level's number and title.
        level: String,
        /// What the script said, or did wrong.
        error: ScriptError,
    },
    /// The same, of a board that the script was to make.
    #[error("{}", Made(_0))]
    Made(ScriptError),
    /// There is no level, and the script makes no board.
    #[error("{game} makes no board itself{}", Because(why))]
    NoBoard {
        /// The game's title.
        game: String,
        /// What `start` said, if it failed.
        why: Option<ScriptError>,
    },
    /// A parameter cannot be set to that.
    #[error(transparent)]
    Param(#[from] ParamError),
    /// The game itself cannot be joined to a board.
    #[error(transparent)]
    Script(ScriptError),
}

impl Refusal {
    /// The same, of a game that has made a board before: it cannot be told that it makes
    /// none.
    #[must_use]
    pub(in crate::session) fn of_a_game_in_play(self) -> Refusal {
        match self {
            Refusal::NoBoard { why: Some(error), .. } => Refusal::Made(error),
            other => other,
        }
    }

    /// Whether it is the level that cannot be played, and nothing else is wrong: the script
    /// has said so, or the reader.
    #[must_use]
    pub fn is_of_level(&self) -> bool {
        match self {
            Refusal::Level(_) => true,
            Refusal::Start { error, .. } | Refusal::Made(error) => error.deliberate,
            Refusal::NoBoard { .. } | Refusal::Param(_) | Refusal::Script(_) => false,
        }
    }

    /// What it says without the lines of the source around a mistake and what was running.
    #[must_use]
    pub fn in_brief(&self) -> String {
        let mut brief = self.clone();
        if let Refusal::Script(error)
        | Refusal::Made(error)
        | Refusal::Start { error, .. }
        | Refusal::NoBoard { why: Some(error), .. } = &mut brief
        {
            *error = error.bare();
        }
        brief.to_string()
    }

    /// What the script did wrong; of any other refusal its text.
    #[must_use]
    pub fn into_script_error(self) -> ScriptError {
        match self {
            Refusal::Script(error) | Refusal::Made(error) => error,
            other => ScriptError { message: other.to_string(), ..ScriptError::default() },
        }
    }
}

struct Because<'a>(&'a Option<ScriptError>);

impl fmt::Display for Because<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(why) => write!(f, ": {}", Made(why)),
            None => write!(f, " (its start does not call board:resize)"),
        }
    }
}

struct Made<'a>(&'a ScriptError);

impl fmt::Display for Made<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // What a script says of a level on purpose needs no place in the script.
        match self.0.deliberate {
            true => write!(f, "{}", self.0.message),
            false => write!(f, "start failed: {}", self.0),
        }
    }
}
