//! The maps of a level list: text files in its folder. Knows what stands on a map, and that
//! no list may read what is outside of its folder. Knows no list.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use crate::files;
use crate::level::bytes::bytes_of;
use crate::level::collection::MAX_SIDE;
use crate::level::decode;
use crate::level::error::{LevelError, Place};
use crate::level::seen::Seen;

/// A cell that cannot be entered.
pub(in crate::level) const WALL: i32 = -1;
/// A goal.
pub(in crate::level) const GOAL: i32 = 0;
/// A cell with nothing on it.
pub(in crate::level) const FLOOR: i32 = 1;

/// The most cells of all levels of a list, and of all its maps. A short list could ask for a
/// large map often.
pub(in crate::level) const MAX_CELLS: usize = 2 * MAX_SIDE * MAX_SIDE;

/// What is wrong with a level of a list, and where, if that is not in the list itself.
#[derive(Clone, Debug)]
pub(in crate::level) struct Fault {
    /// A place in a map.
    pub place: Option<Place>,
    /// What is wrong.
    pub what: String,
}

impl Fault {
    /// Something in the list.
    pub fn new(what: String) -> Fault {
        Fault { place: None, what }
    }
}

/// A map of walls, floor and goals; all rows have the same length.
pub(in crate::level) struct Map {
    /// Its rows from the top.
    pub rows: Vec<Vec<i32>>,
}

impl Map {
    /// Its columns.
    pub fn width(&self) -> usize {
        self.rows.first().map_or(0, Vec::len)
    }

    /// Its cells.
    pub fn size(&self) -> usize {
        self.width() * self.rows.len()
    }
}

/// The maps in the folder of a list, each read once.
pub(in crate::level) struct Maps {
    folder: PathBuf,
    read: HashMap<PathBuf, Result<Rc<Map>, Fault>>,
    /// The cells of all of them.
    cells: usize,
    seen: HashMap<PathBuf, Seen>,
}

impl Maps {
    /// The maps beside that file.
    pub fn beside(list: &Path) -> Maps {
        let folder = list.parent().map(Path::to_owned).unwrap_or_default();
        Maps { folder, read: HashMap::new(), cells: 0, seen: HashMap::new() }
    }

    /// The map of that name.
    pub fn get(&mut self, name: &str) -> Result<Rc<Map>, Fault> {
        let relative = relative(name).map_err(|why| {
            Fault::new(format!("level_map \"{name}\" {why}; expected a file in the list's folder"))
        })?;
        let path = self.folder.join(relative);
        let real = match self.real(&path) {
            Ok(Some(real)) => real,
            Ok(None) => {
                let what = format!("level_map \"{name}\" is a link out of the list's folder");
                return Err(Fault::new(what));
            }
            Err(error) => {
                // It may be there later.
                self.seen.entry(path).or_insert_with_key(|path| Seen::with(path, None));
                return Err(Fault::new(format!("level_map \"{name}\" cannot be read: {error}")));
            }
        };
        if let Some(read) = self.read.get(&real) {
            return read.clone();
        }
        if self.cells > MAX_CELLS {
            return Err(Fault::new(format!(
                "the maps of this list have more than {MAX_CELLS} cells"
            )));
        }
        let read = self.load(name, &path, &real).map(Rc::new);
        self.cells += read.as_ref().map_or(0, |map| map.size());
        self.read.insert(real, read.clone());
        read
    }

    /// The files that were looked at.
    pub fn into_seen(self) -> Vec<Seen> {
        self.seen.into_values().collect()
    }

    /// Where a file really is, or nothing when that is outside of the folder.
    fn real(&self, path: &Path) -> std::io::Result<Option<PathBuf>> {
        let folder = match self.folder.as_os_str().is_empty() {
            true => Path::new("."),
            false => self.folder.as_path(),
        };
        let folder = files::real(folder)?;
        let real = files::real(path)?;
        Ok(real.starts_with(&folder).then_some(real))
    }

    fn load(&mut self, name: &str, path: &Path, real: &Path) -> Result<Map, Fault> {
        let unread = |why: &str| Fault::new(format!("level_map \"{name}\" cannot be read: {why}"));
        // Of a folder or a pipe there is nothing to read.
        if !files::is_file(real) {
            return Err(unread("it is no file"));
        }
        let bytes = bytes_of(real).map_err(|error| match error {
            LevelError::Unreadable { why, .. } => unread(&why),
            LevelError::Malformed { what, .. } => unread(&what),
        })?;
        self.seen.insert(path.to_owned(), Seen::with(path, Some(&bytes)));
        map(&bytes, path).map_err(|error| match error {
            LevelError::Unreadable { why, .. } => unread(&why),
            LevelError::Malformed { place, what } => Fault { place: Some(place), what },
        })
    }
}

/// The path of a map as a list names it, with whichever slashes, or why it is none.
fn relative(name: &str) -> Result<PathBuf, &'static str> {
    if name.trim().is_empty() || name.contains('\0') {
        return Err("names no file");
    }
    if name.starts_with(['/', '\\']) {
        return Err("is an absolute path");
    }
    if name.contains(':') {
        return Err("has a drive letter");
    }
    let mut path = PathBuf::new();
    for part in name.split(['/', '\\']) {
        match part {
            "" | "." => {}
            ".." => return Err("leads out of the list's folder"),
            part => path.push(part),
        }
    }
    Ok(path)
}

/// Reads a map.
fn map(bytes: &[u8], path: &Path) -> Result<Map, LevelError> {
    let lines = decode::lines(bytes, path)?;
    let last = lines.iter().rposition(|line| !line.trim().is_empty()).unwrap_or(0);
    let lines = &lines[..=last];
    if lines.len() > MAX_SIDE {
        let what = format!("a map of more than {MAX_SIDE} rows");
        return Err(LevelError::at(Place::new(path, 1, 1), what));
    }
    let place = |y: usize, column: usize| Place::new(path, y + 1, column);
    let rows = lines.iter().enumerate().map(|(y, line)| row(line, |column| place(y, column)));
    let mut rows: Vec<Vec<i32>> = rows.collect::<Result<_, _>>()?;
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    // Nothing is behind the end of a shorter row.
    rows.iter_mut().for_each(|row| row.resize(width, WALL));
    Ok(Map { rows })
}

fn row(line: &str, place: impl Fn(usize) -> Place) -> Result<Vec<i32>, LevelError> {
    let cell = |(x, character): (usize, char)| match character {
        _ if x == MAX_SIDE => {
            Err(LevelError::at(place(x + 1), format!("a row of more than {MAX_SIDE} cells")))
        }
        'X' | '0' => Ok(WALL),
        'C' => Ok(FLOOR),
        'H' => Ok(GOAL),
        other => {
            let what = format!("unknown character '{other}' in a map; expected X, 0, C or H");
            Err(LevelError::at(place(x + 1), what))
        }
    };
    line.trim_end().chars().enumerate().map(cell).collect()
}
