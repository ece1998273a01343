//! Level lists (`.json`): where the player and the boxes stand, on maps that are text files
//! beside the list. Knows the list; `maps.rs` knows the maps. The boards are made of the
//! numbers that number grids have, so that one legend serves both.

use std::fmt;
use std::ops::Range;
use std::path::Path;

use serde::de::{Error, IgnoredAny, Visitor};
use serde::{Deserialize, Deserializer};

use crate::level::collection::{Collection, Level, MAX_LEVELS, Symbol};
use crate::level::cursor::Cursor;
use crate::level::decode;
use crate::level::error::{LevelError, Place};
use crate::level::maps::{FLOOR, Fault, GOAL, MAX_CELLS, Map, Maps, WALL};

/// A player on the floor; on a goal it is negative.
const PLAYER: i32 = 2;
/// A box on the floor; on a goal it is negative.
const BOX: i32 = 3;

/// A level, as it stands in the list.
#[derive(Deserialize)]
#[serde(expecting = "a level with its level_id and level_info")]
struct Entry {
    level_id: Id,
    level_info: Info,
}

#[derive(Deserialize)]
#[serde(expecting = "a level_info with level_map, player_pos and box_pos_list")]
struct Info {
    level_map: String,
    player_pos: Spot,
    box_pos_list: Vec<Spot>,
}

/// Row and column, from 0. Any number is read, so that a message can show it.
type Spot = [i64; 2];

/// What a level is called.
enum Id {
    Text(String),
    Number(String),
}

impl Id {
    fn title(self) -> Option<String> {
        match self {
            Id::Text(text) => Some(text),
            Id::Number(_) => None,
        }
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Id::Text(text) => write!(f, "\"{text}\""),
            Id::Number(number) => write!(f, "{number}"),
        }
    }
}

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Id, D::Error> {
        deserializer.deserialize_any(IdVisitor)
    }
}

struct IdVisitor;

impl Visitor<'_> for IdVisitor {
    type Value = Id;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a level_id that is a number or a text")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Id, E> {
        Ok(Id::Text(text.to_owned()))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Id, E> {
        Ok(Id::Number(number.to_string()))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Id, E> {
        Ok(Id::Number(number.to_string()))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Id, E> {
        Ok(Id::Number(number.to_string()))
    }
}

/// Reads a level list and its maps. `path` is also where the maps are looked for: in the
/// folder of the list.
///
/// # Errors
/// The list is no JSON, no array, or holds only levels that are refused; with the place.
pub(in crate::level) fn read(bytes: &[u8], path: &Path) -> Result<Collection, LevelError> {
    let text = decode::text(bytes, path)?;
    // What is read here is not kept, so that a list of anything costs no memory.
    let all = serde_json::from_str::<Vec<IgnoredAny>>(&text);
    let count = all.map_err(|error| no_list(&error, &text, path))?.len();
    if count > MAX_LEVELS {
        let what = format!("more than {MAX_LEVELS} levels in one file");
        return Err(LevelError::at(Place::new(path, 1, 1), what));
    }
    if count == 0 {
        let what = "the list is empty; expected levels";
        return Err(LevelError::at(Place::new(path, 1, 1), what));
    }
    let mut reader = Reader { path, cells: 0, maps: Maps::beside(path) };
    let mut collection = Collection::default();
    let mut cursor = Cursor::new(&text);
    for (at, range) in elements(&text).into_iter().enumerate() {
        let place = cursor.go(range.start);
        match reader.level(&text[range], at + 1, place) {
            Ok(level) => collection.levels.push(level),
            Err(error) => collection.refused.push(error),
        }
    }
    collection.beside = reader.maps.into_seen();
    collection.unless_all_refused()
}

struct Reader<'a> {
    path: &'a Path,
    /// The cells of all levels so far.
    cells: usize,
    maps: Maps,
}

impl Reader<'_> {
    /// The level of one element of the list, which is the `number`th and stands at a line
    /// and column.
    fn level(
        &mut self,
        text: &str,
        number: usize,
        (line, column): (usize, usize),
    ) -> Result<Level, LevelError> {
        let entry: Entry = serde_json::from_str(text).map_err(|error| {
            // The parser counts from the begin of this level.
            let (down, across) = place_in(text, &error);
            let across = if down == 1 { column + across - 1 } else { across };
            let what = format!("level {number}: {}", said(&error));
            LevelError::at(Place::new(self.path, line + down - 1, across), what)
        })?;
        let board = self.board(&entry.level_info).map_err(|Fault { place, what }| {
            let place = place.unwrap_or_else(|| Place::new(self.path, line, column));
            let id = &entry.level_id;
            LevelError::at(place, format!("level {number} (level_id {id}): {what}"))
        })?;
        let symbols = |row: Vec<i32>| row.into_iter().map(Symbol::Number).collect::<Vec<_>>();
        Ok(Level {
            title: entry.level_id.title(),
            // A board has no rows in the list; what is wrong with it is said at its begin.
            lines: vec![line; board.len()],
            columns: vec![vec![column]; board.len()],
            rows: board.into_iter().map(symbols).collect(),
            path: self.path.to_owned(),
            line,
            ..Level::default()
        })
    }

    fn board(&mut self, info: &Info) -> Result<Vec<Vec<i32>>, Fault> {
        let map = self.maps.get(&info.level_map)?;
        self.cells = self.cells.saturating_add(map.size());
        if self.cells > MAX_CELLS {
            let what = format!("the levels of this list have more than {MAX_CELLS} cells");
            return Err(Fault::new(what));
        }
        let mut rows = map.rows.clone();
        put(&mut rows, &map, ("player_pos", info.player_pos), PLAYER)?;
        for spot in &info.box_pos_list {
            put(&mut rows, &map, ("box_pos_list", *spot), BOX)?;
        }
        Ok(rows)
    }
}

/// Puts a piece on a board.
fn put(
    rows: &mut [Vec<i32>],
    map: &Map,
    (list, [row, column]): (&str, Spot),
    piece: i32,
) -> Result<(), Fault> {
    let spot = format!("{list} [{row}, {column}]");
    let index = usize::try_from(row).ok().zip(usize::try_from(column).ok());
    let Some(cell) = index.and_then(|(y, x)| rows.get_mut(y)?.get_mut(x)) else {
        let (height, width) = (map.rows.len(), map.width());
        let what = format!("{spot} is off the map, which has {height} rows and {width} columns");
        return Err(Fault::new(what));
    };
    match *cell {
        FLOOR => *cell = piece,
        GOAL => *cell = -piece,
        WALL => return Err(Fault::new(format!("{spot} is on a wall of the map"))),
        taken => {
            let there = if taken.abs() == PLAYER { "the player" } else { "a box" };
            return Err(Fault::new(format!("{spot} is taken twice; {there} is there")));
        }
    }
    Ok(())
}

/// Where the elements of an array stand in a text that is known to be one.
fn elements(text: &str) -> Vec<Range<usize>> {
    let mut elements = Vec::new();
    let (mut depth, mut begun) = (0_usize, None);
    let (mut quoted, mut escaped) = (false, false);
    for (at, byte) in text.bytes().enumerate() {
        if quoted {
            quoted = escaped || byte != b'"';
            escaped = byte == b'\\' && !escaped;
            continue;
        }
        let ends = depth == 1 && matches!(byte, b',' | b']');
        if ends {
            elements.extend(begun.take().map(|begun| begun..at));
        } else if depth == 1 && !byte.is_ascii_whitespace() {
            begun = begun.or(Some(at));
        }
        match byte {
            b'"' => quoted = true,
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    elements
}

fn no_list(error: &serde_json::Error, text: &str, path: &Path) -> LevelError {
    let (line, column) = place_in(text, error);
    let place = Place::new(path, line, column);
    LevelError::at(place, format!("{}; expected an array of levels as JSON", said(error)))
}

/// Line and column, from 1, in characters; the parser counts bytes.
fn place_in(text: &str, error: &serde_json::Error) -> (usize, usize) {
    let (line, byte) = (error.line().max(1), error.column().max(1));
    let text = text.split('\n').nth(line - 1).unwrap_or_default();
    let before = text.char_indices().take_while(|(at, _)| at + 1 < byte);
    (line, before.count() + 1)
}

/// What the parser says, without its place.
fn said(error: &serde_json::Error) -> String {
    let text = error.to_string();
    match text.rsplit_once(" at line ") {
        Some((said, _)) => said.to_owned(),
        None => text,
    }
}
