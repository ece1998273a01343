//! The parameters of a game: what a player can set before or while playing, each
//! with its kind, range and default. Knows no file and no panel.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Component, Path};

/// The longest side of a picture file, in pixels.
pub const MAX_PICTURE: u32 = 8192;

/// What a parameter is set to.
#[derive(Clone, Debug, PartialEq)]
pub enum Setting {
    /// No file.
    None,
    /// Yes or no.
    YesNo(bool),
    /// A number, whole or not.
    Number(f64),
    /// A choice by its name, or a file by its path.
    Text(String),
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Setting::None => write!(f, "none"),
            Setting::YesNo(truth) => write!(f, "{}", if *truth { "yes" } else { "no" }),
            Setting::Number(number) => write!(f, "{number}"),
            Setting::Text(text) => write!(f, "{text}"),
        }
    }
}

/// All parameters of a game by name, each with what it is set to.
pub type Settings = BTreeMap<String, Setting>;

/// What a parameter can be set to.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// A whole number from the first to the second.
    Whole(f64, f64),
    /// A number from the first to the second.
    Number(f64, f64),
    /// Yes or no.
    YesNo,
    /// One of these.
    Choice(Vec<String>),
    /// A picture file, or none.
    Picture {
        /// The least width and height, in pixels.
        min: u32,
        /// Pictures in the script's folder that are offered.
        offers: Vec<String>,
    },
}

/// One parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    /// Its name in the script and on the command line.
    pub name: String,
    /// What a panel calls it.
    pub title: String,
    /// What it does, if the script says so.
    pub help: String,
    /// What it can be set to.
    pub kind: Kind,
    /// What it is set to until somebody sets it.
    pub default: Setting,
}

/// A parameter that does not exist, or cannot be set to that.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParamError {
    /// No parameter of that name.
    #[error("{game} has no parameter \"{name}\"; {known}")]
    Unknown {
        /// The game's title.
        game: String,
        /// What was asked for.
        name: String,
        /// The parameters that there are, in words.
        known: String,
    },
    /// A value that is not allowed.
    #[error("parameter {name}: expected {expected}, got {got}")]
    Refused {
        /// The parameter.
        name: String,
        /// What is allowed.
        expected: String,
        /// What came instead.
        got: String,
    },
}

impl Param {
    /// Reads a value as a person writes it: `6`, `0.5`, `yes`, a choice, a path.
    ///
    /// # Errors
    /// The value is not allowed; the message says what is.
    pub fn parse(&self, text: &str) -> Result<Setting, ParamError> {
        let word = text.trim();
        let number = || word.parse().ok().map(Setting::Number);
        let setting = match &self.kind {
            Kind::Whole(..) | Kind::Number(..) => number(),
            Kind::YesNo => yes_or_no(word).map(Setting::YesNo),
            Kind::Choice(choices) if choices.iter().any(|choice| choice == text) => {
                Some(Setting::Text(text.to_owned()))
            }
            Kind::Choice(_) => Some(Setting::Text(word.to_owned())),
            Kind::Picture { .. } if matches!(word, "" | "none") => Some(Setting::None),
            Kind::Picture { .. } => Some(Setting::Text(text.to_owned())),
        };
        let allowed = setting.filter(|setting| self.allows(setting));
        allowed.ok_or_else(|| self.refused(format!("\"{text}\"")))
    }

    /// Whether the parameter can be set to that. Of a file only that it is one by
    /// name: whether it can be read is for whoever reads it.
    #[must_use]
    pub fn allows(&self, setting: &Setting) -> bool {
        match (&self.kind, setting) {
            (Kind::Whole(min, max), Setting::Number(number)) => {
                number.fract() == 0.0 && (min..=max).contains(&number)
            }
            (Kind::Number(min, max), Setting::Number(number)) => (min..=max).contains(&number),
            (Kind::Choice(choices), Setting::Text(text)) => choices.contains(text),
            (Kind::YesNo, Setting::YesNo(_))
            | (Kind::Picture { .. }, Setting::None | Setting::Text(_)) => true,
            _ => false,
        }
    }

    /// What the parameter can be set to, in words.
    #[must_use]
    pub fn expected(&self) -> String {
        match &self.kind {
            Kind::Whole(min, max) => format!("a whole number from {min} to {max}"),
            Kind::Number(min, max) => format!("a number from {min} to {max}"),
            Kind::YesNo => "yes or no".to_owned(),
            Kind::Choice(choices) => format!("one of {}", choices.join(", ")),
            Kind::Picture { min, .. } => {
                format!("a PNG or JPEG file of {min} to {MAX_PICTURE} pixels a side, or none")
            }
        }
    }

    /// The error for a value that is not allowed.
    #[must_use]
    pub fn refused(&self, got: impl Into<String>) -> ParamError {
        let (name, got) = (self.name.clone(), got.into());
        ParamError::Refused { name, expected: self.expected(), got }
    }
}

/// Whether a path stays below the folder that it is named from. A script names no
/// file elsewhere; only the player may choose one.
#[must_use]
pub fn is_inside(name: &str) -> bool {
    Path::new(name).components().all(|part| matches!(part, Component::Normal(_)))
}

fn yes_or_no(word: &str) -> Option<bool> {
    match word.to_ascii_lowercase().as_str() {
        "yes" | "true" | "on" | "1" => Some(true),
        "no" | "false" | "off" | "0" => Some(false),
        _ => None,
    }
}

/// What all parameters are set to before anybody has set one.
#[must_use]
pub fn defaults(params: &[Param]) -> Settings {
    params.iter().map(|param| (param.name.clone(), param.default.clone())).collect()
}
