//! Between the symbols of a level and the tiles of a board, both ways, by a game's
//! legend. Knows no rule: what a level lacks is for `start` to say.

use std::collections::HashMap;
use std::path::Path;

use crate::grid::{Board, Cell, Tile, Topology};
use crate::level::{Alphabet, Level, LevelError, Symbol, read};
use crate::rules::game::Game;

/// The size of a level's board; nothing for one that the game is to make.
///
/// # Errors
/// A board that is too large.
pub fn size_of(level: &Level) -> Result<Option<Topology>, LevelError> {
    if level.is_made() {
        return Ok(None);
    }
    let side = |cells: usize| u32::try_from(cells).ok();
    let sides = side(level.width()).zip(side(level.rows.len()));
    let topology = sides.and_then(|(width, height)| Topology::of(width, height, level.tiling));
    let refuse = || LevelError::at(level.place(), "a board has 1 to 4096 rows and columns");
    topology.ok_or_else(refuse).map(Some)
}

/// Lays a level out on a new board that shares its names with `like`; a board of no
/// cell where the game is to make it.
///
/// # Errors
/// A board that is too large, or a symbol that is not in the legend.
pub fn lay_out(game: &Game, like: &Board, level: &Level, seed: u64) -> Result<Board, LevelError> {
    let Some(topology) = size_of(level)? else {
        return Ok(like.fresh(Topology::default(), seed));
    };
    let legend = Legend::of(game);
    let mut board = like.fresh(topology, seed);
    let (width, mut cells) = (topology.width() as usize, topology.cells());
    for row in &level.rows {
        for (&symbol, cell) in row.iter().zip(&mut cells) {
            match legend.tiles(symbol) {
                Some(tiles) => tiles.iter().for_each(|&tile| board.lay(cell, tile)),
                None if symbol == BLANK => {}
                None => return Err(unknown(game, level, (symbol, topology.xy(cell)))),
            }
        }
        for cell in cells.by_ref().take(width.saturating_sub(row.len())) {
            legend.tiles(BLANK).into_iter().flatten().for_each(|&tile| board.lay(cell, tile));
        }
    }
    Ok(board)
}

/// What a row goes on with that has ended.
const BLANK: Symbol = Symbol::Character(' ');

/// What each symbol puts into a cell, to be asked for every cell of a level.
struct Legend<'a> {
    /// By the number of the character, as nearly all are ASCII.
    ascii: [Option<&'a [Tile]>; 128],
    /// Every symbol, ascending.
    all: &'a [(Symbol, Vec<Tile>)],
}

impl Legend<'_> {
    fn of(game: &Game) -> Legend<'_> {
        let mut legend = Legend { ascii: [None; 128], all: game.legend() };
        for (symbol, tiles) in legend.all {
            if let Some(letter) = ascii(*symbol) {
                legend.ascii[letter] = Some(tiles);
            }
        }
        legend
    }

    #[inline]
    fn tiles(&self, symbol: Symbol) -> Option<&[Tile]> {
        match ascii(symbol) {
            Some(letter) => self.ascii[letter],
            None => {
                let at = self.all.binary_search_by_key(&symbol, |(symbol, _)| *symbol).ok()?;
                Some(&self.all[at].1)
            }
        }
    }
}

/// The number of an ASCII character.
#[inline]
fn ascii(symbol: Symbol) -> Option<usize> {
    match symbol {
        Symbol::Character(character) if character.is_ascii() => Some(character as usize),
        _ => None,
    }
}

/// The error for a symbol that the legend does not have, in that column and row.
#[cold]
fn unknown(game: &Game, level: &Level, (symbol, (x, y)): (Symbol, (u32, u32))) -> LevelError {
    let title = &game.declared().title;
    let mut numbers = game.legend().iter().filter_map(|(known, _)| match known {
        Symbol::Number(number) => Some(*number),
        Symbol::Character(_) => None,
    });
    // The legend's numbers stand in their order.
    let first = numbers.next();
    let what = match (symbol, first, numbers.next_back()) {
        (Symbol::Number(number), Some(first), Some(last)) => {
            format!(
                "{number} means nothing to {title} here; expected numbers from {first} to {last}"
            )
        }
        _ => format!("'{symbol}' is not in the legend of {title}"),
    };
    LevelError::at(level.place_of(x as usize, y as usize), what)
}

/// What a text of a board is made of: symbols with the tiles they stand for.
type Letters = [(Symbol, Vec<Tile>)];

/// The symbol that tells most of a cell: the one whose tiles are all there, and
/// among those the one with the topmost tile, then with the most.
fn symbol_of(letters: &Letters, board: &Board, cell: Cell) -> Symbol {
    let height = |tile: &Tile| board.names().tile_layer(*tile).0;
    let telling = letters
        .iter()
        .filter(|(_, tiles)| !tiles.is_empty() && tiles.iter().all(|&tile| board.has(cell, tile)));
    let best = telling.max_by_key(|(symbol, tiles)| {
        let top = tiles.iter().map(height).max();
        (top, tiles.len(), std::cmp::Reverse(*symbol))
    });
    best.map_or(Symbol::Character(' '), |(symbol, _)| *symbol)
}

/// What a game writes its levels in: characters, unless it has only numbers. (Numbers beside
/// characters are for files of others.)
fn letters(game: &Game) -> Vec<(Symbol, Vec<Tile>)> {
    let numbers = game.declared().is_in_numbers();
    let is_own = |symbol: &Symbol| matches!(symbol, Symbol::Number(_)) == numbers;
    game.legend().iter().filter(|(symbol, _)| is_own(symbol)).cloned().collect()
}

/// The board as rows of a level file.
#[must_use]
pub fn level_rows(game: &Game, board: &Board) -> Vec<String> {
    let letters = letters(game);
    let rows = rows(board, &letters);
    let width = |row: &Vec<String>| row.iter().map(String::len).max().unwrap_or(0);
    let rows: Vec<Vec<String>> = rows.collect();
    let width = rows.iter().map(width).max().unwrap_or(0);
    let joined = |(row, y): (Vec<String>, u32)| match game.declared().is_in_numbers() {
        _ if board.topology().is_hex() => doubled(&row, board.topology().tiling().shifts(y)),
        true => row.iter().map(|word| format!("{word:>width$}")).collect::<Vec<_>>().join(" "),
        false => row.concat().trim_end().to_owned(),
    };
    rows.into_iter().zip(0..).map(joined).collect()
}

/// A row of hexagons: every other column, as files of hexagonal levels have it.
fn doubled(row: &[String], shifted: bool) -> String {
    let indent = if shifted { " " } else { "" };
    format!("{indent}{}", row.join(" ")).trim_end().to_owned()
}

/// There is no way to write a board down.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unwritable {
    /// There are no symbols to write it in.
    #[error("{0} has no legend, so its boards cannot be written as levels")]
    NoLegend(String),
    /// What is written would not be read as it is.
    #[error(
        "this board cannot be written as a level: the legend of {0} has no way to write it that \
         is read again as the same"
    )]
    ReadAsAnother(String),
}

/// The board as a level file that gives it again, with what is said of it below: keys and
/// values, as `Title` and `Solution`.
///
/// # Errors
/// There is none.
pub fn level_text(
    game: &Game,
    board: &Board,
    about: &[(&str, &str)],
) -> Result<String, Unwritable> {
    let name = || game.declared().title.clone();
    if game.legend().is_empty() {
        return Err(Unwritable::NoLegend(name()));
    }
    let mut rows = level_rows(game, board);
    let hex = board.topology().is_hex();
    if !hex && !game.declared().is_in_numbers() {
        widen(&mut rows, board.topology(), &game.declared().alphabet());
    }
    let about: String = about.iter().map(|(key, value)| format!("{key}: {value}\n")).collect();
    let apart = if about.is_empty() { "" } else { "\n" };
    let text = format!("{}\n{apart}{about}", rows.join("\n"));
    match is_read_as(game, board, &text) {
        true => Ok(text),
        false => Err(Unwritable::ReadAsAnother(name())),
    }
}

/// A row of nothing would end the board, and a last column of nothing would be lost: they
/// get another sign for nothing.
fn widen(rows: &mut [String], size: Topology, alphabet: &Alphabet) {
    let signs = ['-', '_'];
    let sign = signs.into_iter().find(|sign| !alphabet.contains(*sign)).unwrap_or(' ');
    let width = size.width() as usize;
    let is_narrow = rows.iter().all(|row| row.chars().count() < width);
    for (at, row) in rows.iter_mut().enumerate() {
        let least = if at == 0 && is_narrow { width } else { 1 };
        let missing = least.saturating_sub(row.chars().count());
        row.extend(std::iter::repeat_n(sign, missing));
    }
}

/// Whether a reader makes that board of a text.
fn is_read_as(game: &Game, board: &Board, text: &str) -> bool {
    let size = board.topology();
    let path = Path::new(if size.is_hex() { "level.hsb" } else { "level.txt" });
    let read = read(text.as_bytes(), path, &game.declared().alphabet());
    let levels = read.map(|read| read.levels).unwrap_or_default();
    let [level] = levels.as_slice() else {
        return false;
    };
    let letters = letters(game);
    let mut rows = symbols(board, &letters).zip(0..);
    let same_tiling = level.tiling == size.tiling();
    same_tiling
        && level.width() == size.width() as usize
        && level.rows.len() == size.height() as usize
        && rows.all(|(row, y)| {
            let mut row = row.into_iter().zip(0..);
            row.all(|(symbol, x)| symbol == level.symbol(x, y))
        })
}

/// The board as text for a terminal: a row a line, cells separated by tabs, in
/// the characters that the game's `text` gives, or else its legend.
#[must_use]
pub fn text_view(game: &Game, board: &Board) -> String {
    let text = game.declared().text.iter().map(|(symbol, names)| {
        let tiles = names.iter().filter_map(|name| game.tile(name));
        (*symbol, tiles.collect())
    });
    let text: Vec<(Symbol, Vec<Tile>)> = text.collect();
    let plain: Vec<(Symbol, Vec<Tile>)> = game
        .tiles()
        .map(|(kind, tile)| {
            let first = kind.name.chars().next().unwrap_or('?');
            (Symbol::Character(first), vec![tile])
        })
        .collect();
    let own = letters(game);
    let letters = match (text.is_empty(), own.is_empty()) {
        (false, _) => &text,
        (true, false) => &own,
        // Without any, the first letter of a tile's name.
        (true, true) => &plain,
    };
    let tiling = board.topology().tiling();
    let line = |(row, y): (Vec<String>, u32)| {
        // Hexagons stand in every other column.
        let apart = if board.topology().is_hex() { "\t\t" } else { "\t" };
        let indent = if tiling.shifts(y) { "\t" } else { "" };
        format!("{indent}{}", row.join(apart)).trim_end().to_owned() + "\n"
    };
    rows(board, letters).zip(0..).map(line).collect()
}

fn rows<'a>(board: &'a Board, letters: &'a Letters) -> impl Iterator<Item = Vec<String>> + 'a {
    symbols(board, letters).map(|row| row.iter().map(Symbol::to_string).collect())
}

fn symbols<'a>(board: &'a Board, letters: &'a Letters) -> impl Iterator<Item = Vec<Symbol>> + 'a {
    let topology = board.topology();
    // Cells that hold the same have the same symbol, and most of them do.
    let mut known: HashMap<Vec<Tile>, Symbol> = HashMap::new();
    (0..topology.height()).map(move |y| {
        let cells = (0..topology.width()).filter_map(|x| topology.cell(x, y));
        let symbol = |cell| {
            let held = board.tiles_at(cell).collect();
            *known.entry(held).or_insert_with(|| symbol_of(letters, board, cell))
        };
        cells.map(symbol).collect()
    })
}
