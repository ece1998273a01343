//! What is wrong, for the panel over the board: from errors to headings, places and
//! lines. Knows no session and no frame.

use crate::level::LevelError;
use crate::rules::ScriptError;
use crate::session::Refusal;
use crate::view::{PictureError, Trouble};

/// What keeps a saved file from being played. Each stays on screen until the file
/// is good again, or the player puts it away.
#[derive(Default)]
pub(in crate::app) struct Troubles {
    pub script: Option<Trouble>,
    pub pictures: Option<Trouble>,
    pub levels: Option<Trouble>,
    pub skin: Option<Trouble>,
    /// Of the last command.
    pub command: Option<Trouble>,
}

impl Troubles {
    /// The one to show: what the player has just done comes first.
    pub fn foremost(&self) -> Option<&Trouble> {
        let saved = self.script.as_ref().or(self.levels.as_ref()).or(self.skin.as_ref());
        let saved = saved.or(self.pictures.as_ref());
        self.command.as_ref().or(saved)
    }

    /// The same, to be changed.
    pub fn foremost_mut(&mut self) -> Option<&mut Trouble> {
        let saved = self.script.as_mut().or(self.levels.as_mut()).or(self.skin.as_mut());
        let saved = saved.or(self.pictures.as_mut());
        self.command.as_mut().or(saved)
    }
}

/// A script's mistake, under a heading.
pub(in crate::app) fn script_trouble(heading: &str, error: &ScriptError) -> Trouble {
    if error.is_stop() {
        let message = "You have stopped the script; nothing was changed.".to_owned();
        return told("", String::new(), message);
    }
    Trouble {
        heading: heading.to_owned(),
        place: error.place().unwrap_or_default(),
        message: error.message.clone(),
        excerpt: (*error.excerpt).clone(),
        during: error.during.as_deref().unwrap_or_default().to_owned(),
        trace: error.trace.rows(),
        whole: error.to_string(),
        copied: false,
    }
}

/// Something that is no script's mistake.
fn told(heading: &str, place: String, message: String) -> Trouble {
    let whole = match place.is_empty() {
        true => message.clone(),
        false => format!("{place}: {message}"),
    };
    Trouble { heading: heading.to_owned(), place, message, whole, ..Trouble::default() }
}

/// A level that is refused.
pub(in crate::app) fn refusal_trouble(refusal: &Refusal) -> Trouble {
    trouble("This level cannot be played.", refusal)
}

/// Something that cannot be set, or not on this level.
pub(in crate::app) fn setting_trouble(refusal: &Refusal) -> Trouble {
    trouble("This cannot be set; the game goes on as it was.", refusal)
}

fn trouble(heading: &str, refusal: &Refusal) -> Trouble {
    match refusal {
        Refusal::Script(error) => script_trouble(heading, error),
        Refusal::Made(error) if !error.deliberate => script_trouble(heading, error),
        Refusal::Made(_) | Refusal::NoBoard { .. } | Refusal::Param(_) => {
            told(heading, String::new(), refusal.to_string())
        }
        Refusal::Start { place, level, error } if error.deliberate => {
            told(heading, place.to_string(), format!("{level}: {}", error.message))
        }
        Refusal::Start { place, level, error } => {
            script_trouble(&format!("{heading} {place}: {level}: start failed."), error)
        }
        Refusal::Level(error) => {
            let (place, message) = match error {
                LevelError::Malformed { place, what } => (place.to_string(), what.clone()),
                other => (String::new(), other.to_string()),
            };
            told(heading, place, message)
        }
    }
}

/// A pack that cannot be played.
pub(in crate::app) fn pack_trouble(why: &str) -> Trouble {
    told("This pack cannot be played.", String::new(), why.to_owned())
}

/// The first picture that cannot be shown, if there is one.
pub(in crate::app) fn picture_trouble(errors: &[PictureError]) -> Option<Trouble> {
    let first = errors.first()?;
    Some(told("A picture cannot be shown.", String::new(), first.to_string()))
}
