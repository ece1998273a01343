//! HSB text: levels of hexagons, written in every other column so that they look as they
//! lie. Knows where cells stand; everything else is as in `text.rs`.

use std::path::Path;

use crate::grid::Tiling;
use crate::level::collection::{Alphabet, Collection, Level, Symbol};
use crate::level::error::LevelError;
use crate::level::line::Steps;
use crate::level::text::{self, Form};

const HEXAGONS: Form = Form { steps: Steps::HEXAGONAL, shaped: halved, titled: unquoted };

/// Reads a text file of hexagonal levels. `path` is only for messages and the levels'
/// [`Level::path`].
///
/// # Errors
/// As those of text files; and a cell that stands between two columns.
pub(in crate::level) fn read(
    bytes: &[u8],
    path: &Path,
    alphabet: &Alphabet,
) -> Result<Collection, LevelError> {
    text::read(bytes, path, alphabet, &HEXAGONS)
}

/// Where the cells of a board stand in its text.
struct Raster {
    /// The columns left of the board; an even number, so that it moves no row by half a cell.
    margin: usize,
    /// Whether the first row begins half a cell further to the right: 1, or else 0.
    shift: usize,
}

impl Raster {
    /// The raster of rows; its first character says where the others may stand.
    fn of(rows: &[Vec<Symbol>]) -> Option<Raster> {
        let begins = rows.iter().map(|row| row.iter().position(is_something));
        let left = begins.clone().flatten().min()?;
        let (y, x) = begins.enumerate().find_map(|(y, x)| Some((y, x?)))?;
        Some(Raster { margin: left - left % 2, shift: (x + y) % 2 })
    }

    /// The column of a row's first cell.
    fn first(&self, y: usize) -> usize {
        self.margin + (self.shift + y) % 2
    }

    fn tiling(&self) -> Tiling {
        match self.shift {
            0 => Tiling::HexOdd,
            _ => Tiling::HexEven,
        }
    }
}

/// Takes the columns out that lie between the cells.
fn halved(level: Level) -> Result<Level, LevelError> {
    let Some(raster) = Raster::of(&level.rows) else {
        return Ok(level);
    };
    let mut rows = Vec::new();
    let mut columns = Vec::new();
    for (y, row) in level.rows.iter().enumerate() {
        let first = raster.first(y);
        let is_between = |x: &usize| is_something(&row[*x]) && x.abs_diff(first) % 2 == 1;
        if let Some(x) = (0..row.len()).find(is_between) {
            return Err(LevelError::at(level.place_of(x, y), between(row[x], first)));
        }
        rows.push(row.iter().skip(first).step_by(2).copied().collect());
        columns.push(match level.columns.get(y) {
            Some(told) if !told.is_empty() => told.clone(),
            _ => (first + 1..=row.len()).step_by(2).collect(),
        });
    }
    Ok(Level { rows, columns, tiling: raster.tiling(), ..level })
}

fn between(symbol: Symbol, first: usize) -> String {
    let (one, two, three) = (first + 1, first + 3, first + 5);
    format!(
        "'{symbol}' stands between two cells; the cells of this row are in the columns \
         {one}, {two}, {three} and so on"
    )
}

fn is_something(symbol: &Symbol) -> bool {
    *symbol != Symbol::Character(' ')
}

/// A title, without the quotes that some files put around it.
fn unquoted(title: String) -> String {
    let inner = title.strip_prefix('"').and_then(|title| title.strip_suffix('"'));
    inner.map(|inner| inner.trim().to_owned()).unwrap_or(title)
}
