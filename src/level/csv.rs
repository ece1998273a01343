//! Number grids with commas (`.csv`): one level a file, a row a line. Knows no game: what
//! a number means is the business of a legend. Only a cell that is no number is taken for
//! one that cannot be entered.

use std::path::Path;

use crate::level::collection::{Collection, Level, MAX_SIDE, Symbol};
use crate::level::decode;
use crate::level::error::{LevelError, Place};
use crate::level::numbers::words_of;

/// What stands in the place of a cell that is no number.
const BLOCKED: Symbol = Symbol::Number(-1);

/// The most warnings that name a cell each.
const MAX_WARNINGS: usize = 5;

/// The most characters of a word that a message shows.
const MAX_SHOWN: usize = 20;

/// Reads a number grid. `path` is only for messages and the level's [`Level::path`].
///
/// # Errors
/// The file is no text, holds no number, or too many; with the place.
pub(in crate::level) fn read(bytes: &[u8], path: &Path) -> Result<Collection, LevelError> {
    let lines = decode::lines(bytes, path)?;
    let is_row = |line: &String| !line.trim().is_empty();
    let first = lines.iter().position(is_row).unwrap_or(0);
    let last = lines.iter().rposition(is_row).unwrap_or(0);
    let lines = &lines[first..=last];
    let words = lines.iter().take(MAX_SIDE + 1).map(|line| words_of(line));
    let words: Vec<Vec<(usize, &str)>> = words.collect();
    let width = words.iter().map(Vec::len).max().unwrap_or(0);
    if width.max(words.len()) > MAX_SIDE {
        let what = format!("a board has at most {MAX_SIDE} rows and columns");
        return Err(LevelError::at(Place::new(path, first + 1, 1), what));
    }
    if !words.iter().flatten().any(|(_, word)| number(word).is_some()) {
        let what = "no number in this file; expected rows of whole numbers like '1,0,-1'";
        return Err(LevelError::at(Place::new(path, first + 1, 1), what));
    }
    let mut grid = Grid { path, line: first + 1, width, warnings: Vec::new(), more: 0 };
    let mut level = Level { path: path.to_owned(), line: first + 1, ..Level::default() };
    for (y, (line, words)) in lines.iter().zip(&words).enumerate() {
        let (row, columns) = grid.row(y, line, words);
        level.rows.push(row);
        level.columns.push(columns);
    }
    level.warnings = grid.all_warnings();
    Ok(Collection { levels: vec![level], ..Collection::default() })
}

struct Grid<'a> {
    path: &'a Path,
    /// The line of the first row, from 1.
    line: usize,
    width: usize,
    warnings: Vec<String>,
    /// How many more cells are blocked than have a warning.
    more: usize,
}

impl Grid<'_> {
    /// The cells of a row, and the columns where they stand; behind them the column where
    /// more are missing.
    fn row(&mut self, y: usize, line: &str, words: &[(usize, &str)]) -> (Vec<Symbol>, Vec<usize>) {
        let end = line.trim_end().chars().count() + 1;
        let width = self.width;
        let cell = |x: usize| match words.get(x) {
            Some((column, word)) => match number(word) {
                Some(number) => Symbol::Number(number),
                None => self.block(y, *column, || said_of(word)),
            },
            None => self.block(y, end, || format!("cell {} of this row is missing", x + 1)),
        };
        let cells = (0..width).map(cell).collect();
        let columns = words.iter().map(|(column, _)| *column).chain([end]).collect();
        (cells, columns)
    }

    /// A cell that cannot be entered, with a warning that says where.
    fn block(&mut self, y: usize, column: usize, why: impl Fn() -> String) -> Symbol {
        if self.warnings.len() < MAX_WARNINGS {
            let place = Place::new(self.path, self.line + y, column);
            self.warnings.push(format!("{place}: {}; the cell is blocked", why()));
        } else {
            self.more += 1;
        }
        BLOCKED
    }

    fn all_warnings(self) -> Vec<String> {
        let Grid { path, mut warnings, more, .. } = self;
        if more > 0 {
            let path = path.display();
            warnings.push(format!("{path}: {more} more cells are no numbers; they are blocked"));
        }
        warnings
    }
}

fn number(word: &str) -> Option<i32> {
    word.parse().ok()
}

fn said_of(word: &str) -> String {
    if word.is_empty() {
        return "there is nothing between two commas".to_owned();
    }
    let shown: String = word.chars().take(MAX_SHOWN).collect();
    format!("\"{shown}\" is no whole number")
}
