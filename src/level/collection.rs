//! Levels as the rest of the house sees them, whatever file they came from.

use std::collections::HashSet;
use std::fmt;
use std::path::PathBuf;

use crate::grid::{Tiling, Topology};
use crate::level::error::{LevelError, Place};
use crate::level::seen::Seen;

/// What a level file has for one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Symbol {
    /// A character of a text board.
    Character(char),
    /// A number of a number grid.
    Number(i32),
}

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Symbol::Character(character) => write!(f, "{character}"),
            Symbol::Number(number) => write!(f, "{number}"),
        }
    }
}

/// What a game gives a meaning; a reader tells boards from text by it.
#[derive(Clone, Debug, Default)]
pub struct Alphabet {
    /// A bit for each ASCII character; a reader asks for every character of a file.
    ascii: u128,
    /// The characters that are not ASCII.
    others: HashSet<char>,
    numbers: bool,
}

/// The bits of the ten digits.
const DIGITS: u128 = 0x3ff << b'0';

impl Alphabet {
    /// The alphabet of a legend. A blank is always part of it.
    pub fn new(characters: impl IntoIterator<Item = char>) -> Alphabet {
        let mut alphabet = Alphabet { ascii: 1 << b' ', ..Alphabet::default() };
        for character in characters {
            if character.is_ascii() {
                alphabet.ascii |= 1 << u32::from(character);
            } else {
                alphabet.others.insert(character);
            }
        }
        alphabet
    }

    /// The alphabet of a game whose levels are rows of numbers.
    #[must_use]
    pub fn of_numbers() -> Alphabet {
        Alphabet { numbers: true, ..Alphabet::default() }
    }

    /// Whether boards are rows of numbers and not of characters.
    #[must_use]
    pub fn has_numbers(&self) -> bool {
        self.numbers
    }

    /// The characters that have a meaning on a board, as a person reads them; not the blank.
    #[must_use]
    pub fn listed(&self) -> String {
        let mut others: Vec<char> = self.others.iter().copied().collect();
        others.sort_unstable();
        let ascii = (b'!'..=b'~').map(char::from).filter(|character| self.contains(*character));
        ascii.chain(others).map(String::from).collect::<Vec<_>>().join(" ")
    }

    /// Whether the character has a meaning on a board.
    #[must_use]
    pub fn contains(&self, character: char) -> bool {
        match character.is_ascii() {
            true => (self.ascii >> u32::from(character)) & 1 == 1,
            false => self.others.contains(&character),
        }
    }

    /// Whether a digit has a meaning: then there are no run lengths and no numbers
    /// for titles.
    #[must_use]
    pub fn spells_digits(&self) -> bool {
        self.ascii & DIGITS != 0
    }
}

/// The longest side of a board, in cells.
pub(in crate::level) const MAX_SIDE: usize = Topology::MAX_SIDE as usize;

/// The most levels of one file.
pub(in crate::level) const MAX_LEVELS: usize = 100_000;

/// One level: a board as rows of symbols, and what is told about it. One without
/// rows is no level of a file: its board is for the game to make.
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
    /// How its cells lie.
    pub tiling: Tiling,
    /// Rows from the top, each from the left; rows may differ in length.
    pub rows: Vec<Vec<Symbol>>,
    /// The columns in its file of what stands in `rows`, from 1, where they differ
    /// from the columns of the board.
    pub columns: Vec<Vec<usize>>,
    /// The lines in its file of `rows`, from 1, where they do not follow each other
    /// from `line` on.
    pub lines: Vec<usize>,
    /// What is odd about it, though it can be played.
    pub warnings: Vec<String>,
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

    /// Whether it came from no file, for the game to make the board.
    #[must_use]
    pub fn is_made(&self) -> bool {
        self.rows.is_empty()
    }

    /// The symbol in a column of a row, both from 0; a blank where the row has
    /// ended.
    #[must_use]
    pub fn symbol(&self, x: usize, y: usize) -> Symbol {
        let row = self.rows.get(y);
        row.and_then(|row| row.get(x)).copied().unwrap_or(Symbol::Character(' '))
    }

    /// Whether another one has the same cells, however its rows were written.
    #[must_use]
    pub fn has_same_cells(&self, other: &Level) -> bool {
        let (width, height) = (self.width(), self.rows.len());
        let (width, height) = (width.max(other.width()), height.max(other.rows.len()));
        let mut cells = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        self.tiling == other.tiling && cells.all(|(x, y)| self.symbol(x, y) == other.symbol(x, y))
    }

    /// Where a cell of the board stands in its file; column and row from 0.
    #[must_use]
    pub fn place_of(&self, x: usize, y: usize) -> Place {
        let row = self.columns.get(y);
        // What is missing is missed after the last one.
        let column = row.and_then(|row| row.get(x).or(row.last()));
        let line = self.lines.get(y).copied().unwrap_or(self.line + y);
        Place::new(&self.path, line, column.map_or(x + 1, |column| *column))
    }

    /// Where the level's board begins in its file.
    #[must_use]
    pub fn place(&self) -> Place {
        Place::new(&self.path, self.line, 1)
    }

    /// What messages call it; `number` is its place in the file, from 1.
    pub(in crate::level) fn name(&self, number: usize) -> String {
        match &self.title {
            Some(title) => format!("level {number} \"{title}\""),
            None => format!("level {number}"),
        }
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
    /// Why other levels of the file are not among them.
    pub refused: Vec<LevelError>,
    /// Other files that were looked at.
    pub beside: Vec<Seen>,
}

impl Collection {
    /// The collection, unless every level of it was refused: then that is an error.
    pub(in crate::level) fn unless_all_refused(mut self) -> Result<Collection, LevelError> {
        match self.levels.is_empty() && !self.refused.is_empty() {
            true => Err(self.refused.swap_remove(0)),
            false => Ok(self),
        }
    }
}
