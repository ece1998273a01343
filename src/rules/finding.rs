//! Something that is wrong with a game, with its place, as `tilewright check` tells it.
//! Knows no way to find it.

use std::fmt;
use std::path::Path;

use crate::level::{LevelError, Place};
use crate::rules::error::ScriptError;
use crate::rules::game::Game;
use crate::rules::loader::shown;
use crate::rules::source::Sources;

/// A fault and where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The file, line and column.
    pub place: Place,
    /// What it is about, for tools: `script`, `level`, `picture`, `rule_test`, or the name
    /// of a lint.
    pub kind: &'static str,
    /// What is wrong and what was expected, on one line.
    pub message: String,
}

impl Finding {
    /// A fault at a place.
    #[must_use]
    pub fn new(place: Place, kind: &'static str, message: impl Into<String>) -> Finding {
        let message: String = message.into();
        Finding { place, kind, message: message.lines().collect::<Vec<_>>().join(" ") }
    }

    /// A mistake in a script: in the first one where none is named. Without a column it is at
    /// the first word of its line that the message quotes.
    pub(in crate::rules) fn of_script(error: &ScriptError, sources: &Sources) -> Finding {
        let path = error.path.as_deref().or(sources.main()).unwrap_or_default();
        // A script may name any line in what it raises.
        let line = error.line.unwrap_or(1).max(1);
        let text = sources.text(path).unwrap_or_default();
        let source = text.lines().nth(line - 1).unwrap_or_default();
        let column = error.column.unwrap_or_else(|| match error.line {
            Some(_) => column_of(source, &error.message),
            None => 1,
        });
        Finding::new(Place::new(Path::new(path), line, column), "script", &error.message)
    }

    /// The file as it is shown, with forward slashes everywhere.
    #[must_use]
    pub fn shown_path(&self) -> String {
        shown(&self.place.path)
    }

    /// What is wrong with a file of levels, or of another kind that is read in the same way.
    #[must_use]
    pub fn of_level(error: &LevelError, kind: &'static str) -> Finding {
        match error {
            LevelError::Malformed { place, what } => Finding::new(place.clone(), kind, what),
            LevelError::Unreadable { path, why } => Finding::new(Place::new(path, 1, 1), kind, why),
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Place { line, column, .. } = self.place;
        write!(f, "{}:{line}:{column}: {}", self.shown_path(), self.message)
    }
}

impl Game {
    /// A mistake of this game's scripts.
    #[must_use]
    pub fn finding(&self, error: &ScriptError) -> Finding {
        Finding::of_script(error, &self.machine.sources.borrow())
    }
}

/// The column of a word that a message has in quotes, from 1; that of the first character of
/// the line where there is none.
fn column_of(source: &str, message: &str) -> usize {
    let quoted =
        ['\'', '"', '`'].into_iter().flat_map(|mark| message.split(mark).skip(1).step_by(2));
    let mut words = quoted.filter(|word| !word.is_empty());
    let at = words.find_map(|word| source.find(word));
    let at = at.unwrap_or(source.len() - source.trim_start().len());
    source[..at].chars().count() + 1
}
