//! Boards as rows of numbers, separated by blanks, tabs or commas. What stands
//! around them (titles, remarks, keys) is as in `text.rs`. Knows no game.

use std::path::Path;

use crate::level::about::About;
use crate::level::collection::{Alphabet, Collection, Level, MAX_LEVELS, MAX_SIDE, Symbol};
use crate::level::decode;
use crate::level::error::{LevelError, Place};
use crate::level::line::{Line, Steps, classify};

/// A line, told apart on its own.
enum Kind {
    /// Numbers, with their columns from 1.
    Row(Vec<Symbol>, Vec<usize>),
    /// Perhaps a row, but for this word (column from 1).
    Spoilt(usize, String),
    Other(Line),
}

/// Reads a text file of boards made of numbers. `path` is only for messages and the
/// levels' [`Level::path`].
///
/// # Errors
/// The file is no text, holds no board, or a row with something else in it; with
/// the place.
pub(in crate::level) fn read(bytes: &[u8], path: &Path) -> Result<Collection, LevelError> {
    let lines = decode::lines(bytes, path)?;
    let kinds: Vec<Kind> = lines.iter().map(|line| kind(line)).collect();
    let mut levels: Vec<Level> = Vec::new();
    let mut about = About::new(Steps::SQUARE);
    let mut goes_on = false;
    for (at, kind) in kinds.iter().enumerate() {
        let place = |column| Place::new(path, at + 1, column);
        if let Kind::Row(row, columns) = kind {
            if !goes_on {
                if levels.len() == MAX_LEVELS {
                    let what = format!("more than {MAX_LEVELS} levels in one file");
                    return Err(LevelError::at(place(1), what));
                }
                levels.push(Level { path: path.to_owned(), line: at + 1, ..Level::default() });
                about.next_board();
            }
            add_row(&mut levels, row, columns).map_err(|what| LevelError::at(place(1), what))?;
        } else if let (Kind::Spoilt(column, word), true) = (kind, touches_row(&kinds, at)) {
            let what = format!(
                "\"{word}\" is no whole number of at most nine digits; expected rows of them"
            );
            return Err(LevelError::at(place(*column), what));
        } else {
            about.line(&words(&lines[at], kind));
        }
        goes_on = matches!(kind, Kind::Row(..));
    }
    if levels.is_empty() {
        let what = "no level in this file; expected rows of numbers like '1 2 3 0'";
        return Err(LevelError::at(Place::new(path, 1, 1), what));
    }
    Ok(about.tell(levels))
}

fn add_row(levels: &mut [Level], row: &[Symbol], columns: &[usize]) -> Result<(), String> {
    let Some(level) = levels.last_mut() else {
        return Ok(());
    };
    level.rows.push(row.to_vec());
    level.columns.push(columns.to_vec());
    match row.len().max(level.rows.len()) > MAX_SIDE {
        true => Err(format!("a board has at most {MAX_SIDE} rows and columns")),
        false => Ok(()),
    }
}

fn kind(line: &str) -> Kind {
    let remark = line.trim_start().starts_with([';', '#']);
    let words = if remark { Vec::new() } else { words_of(line) };
    let number = |word: &str| match word {
        // An empty field of a line with commas: nothing is in that cell.
        "" => Some(Symbol::Character(' ')),
        _ => word.parse().ok().map(Symbol::Number),
    };
    let numbers: Vec<Symbol> = words.iter().filter_map(|(_, word)| number(word)).collect();
    if !words.is_empty() && numbers.len() == words.len() {
        return Kind::Row(numbers, words.iter().map(|(column, _)| *column).collect());
    }
    // A row with a slip begins with a number or is mostly numbers; a title is neither.
    let begins = words.first().is_some_and(|(_, word)| number(word).is_some());
    let looks_it = begins || numbers.len() * 2 > words.len();
    let odd = words.into_iter().find(|(_, word)| number(word).is_none());
    match odd.filter(|_| looks_it) {
        Some((column, word)) => Kind::Spoilt(column, word.to_owned()),
        None => Kind::Other(classify(line, &Alphabet::default(), Steps::SQUARE)),
    }
}

/// The words of a line, each with its column in characters, from 1; where they are more
/// than a board is wide, not all of them.
pub(in crate::level) fn words_of(line: &str) -> Vec<(usize, &str)> {
    let commas = line.contains(',');
    let separates = |c: char| if commas { c == ',' } else { c.is_whitespace() };
    let mut words = Vec::new();
    let mut column = 1;
    for word in line.trim_end().split_inclusive(separates) {
        let bare = word.trim_end_matches(separates);
        let before = bare.chars().take_while(|c| c.is_whitespace()).count();
        if commas || !bare.is_empty() {
            words.push((column + before, bare.trim()));
        }
        if words.len() > MAX_SIDE {
            break;
        }
        column += word.chars().count();
    }
    words
}

/// A line beside a row, with a number in it, is a row with a slip.
fn touches_row(kinds: &[Kind], at: usize) -> bool {
    let is_row = |at: Option<usize>| {
        at.and_then(|at| kinds.get(at)).is_some_and(|kind| matches!(kind, Kind::Row(..)))
    };
    is_row(at.checked_sub(1)) || is_row(Some(at + 1))
}

/// What a line that is no row says, for the text around the boards.
fn words(line: &str, kind: &Kind) -> Line {
    match kind {
        Kind::Other(line) => line.clone(),
        Kind::Row(..) | Kind::Spoilt(..) => classify(line, &Alphabet::default(), Steps::SQUARE),
    }
}
