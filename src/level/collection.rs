//! Levels as the rest of the house sees them, whatever file they came from.

use std::collections::HashSet;
use std::path::PathBuf;

use crate::level::error::Place;

/// The characters that a game gives a meaning; a reader tells boards from text
/// by them.
#[derive(Clone, Debug, Default)]
pub struct Alphabet {
    known: HashSet<char>,
}

impl Alphabet {
    /// The alphabet of a legend. A blank is always part of it.
    pub fn new(characters: impl IntoIterator<Item = char>) -> Alphabet {
        let mut known: HashSet<char> = characters.into_iter().collect();
        known.insert(' ');
        Alphabet { known }
    }

    /// Whether the character has a meaning on a board.
    #[must_use]
    pub fn contains(&self, character: char) -> bool {
        self.known.contains(&character)
    }

    /// Whether a digit has a meaning: then there are no run lengths and no numbers
    /// for titles.
    #[must_use]
    pub fn spells_digits(&self) -> bool {
        self.known.iter().any(char::is_ascii_digit)
    }
}

/// One level: a board as rows of characters, and what is told about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Level {
    /// Its title, when it has one.
    pub title: Option<String>,
    /// Who made it, when that is said of this level.
    pub author: Option<String>,
    /// Remarks, line by line.
    pub notes: Vec<String>,
    /// Recorded solutions and saved games, as they stand in the file.
    pub solutions: Vec<String>,
    /// Rows from the top, each from the left; rows may differ in length.
    pub rows: Vec<Vec<char>>,
    /// The file it was read from.
    pub path: PathBuf,
    /// The line of its first row in that file, from 1.
    pub line: usize,
}

impl Level {
    /// Columns of the longest row.
    #[must_use]
    pub fn width(&self) -> usize {
        self.rows.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// The character in a column of a row, both from 0; a blank where the row
    /// has ended.
    #[must_use]
    pub fn character(&self, x: usize, y: usize) -> char {
        let row = self.rows.get(y);
        row.and_then(|row| row.get(x)).copied().unwrap_or(' ')
    }

    /// Where the level's board begins in its file.
    #[must_use]
    pub fn place(&self) -> Place {
        Place::new(&self.path, self.line, 1)
    }
}

/// The levels of one file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Collection {
    /// The collection's title, when the file has one.
    pub title: Option<String>,
    /// Who made it.
    pub author: Option<String>,
    /// What else stands before the first level, line by line.
    pub notes: Vec<String>,
    /// The levels, in the file's order.
    pub levels: Vec<Level>,
}
