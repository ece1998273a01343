//! What is wrong with a level file, and where. Knows no format.

use std::fmt;
use std::path::{Path, PathBuf};

/// A place in a file, as editors count: lines and columns from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file, as the person named it.
    pub path: PathBuf,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

impl Place {
    /// A place in a file.
    #[must_use]
    pub fn new(path: &Path, line: usize, column: usize) -> Place {
        Place { path: path.to_owned(), line, column }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.path.display(), self.line, self.column)
    }
}

/// Why a level file cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LevelError {
    /// The file cannot be opened or read.
    #[error("{}: {why}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        why: String,
    },
    /// Something in the file is not as the format has it.
    #[error("{place}: {what}")]
    Malformed {
        /// Where.
        place: Place,
        /// What is there and what was expected.
        what: String,
    },
}

impl LevelError {
    /// Something at `place` is not as expected.
    #[must_use]
    pub fn at(place: Place, what: impl Into<String>) -> LevelError {
        LevelError::Malformed { place, what: what.into() }
    }

    /// The same, saying of which level.
    pub(in crate::level) fn of(self, level: &str) -> LevelError {
        match self {
            LevelError::Malformed { place, what } => {
                LevelError::Malformed { place, what: format!("{level}: {what}") }
            }
            unreadable @ LevelError::Unreadable { .. } => unreadable,
        }
    }
}
