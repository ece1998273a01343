//! The levels that are being played: those of one file, or of all files of a
//! folder in the order of their names. Knows no format of its own.

use std::collections::HashMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use crate::files;
use crate::level::bytes::bytes_of;
use crate::level::collection::{Alphabet, Collection, Level};
use crate::level::error::{LevelError, Place};
use crate::level::seen::Seen;
use crate::level::{csv, hsb, list, numbers, slc, text};

/// The levels of one file, for a list of levels.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shelved {
    /// The file.
    pub path: PathBuf,
    /// The collection's title, when the file has one.
    pub title: Option<String>,
    /// Who made it.
    pub author: Option<String>,
    /// What else is said of it, line by line.
    pub notes: Vec<String>,
    /// Where its levels begin among those of the shelf, from 0.
    pub first: usize,
    /// How many there are.
    pub count: usize,
}

/// Levels in the order they are played.
#[derive(Clone, Debug, Default)]
pub struct Shelf {
    source: PathBuf,
    /// Whether the game makes its boards itself where there are no files.
    own: bool,
    levels: Vec<Rc<Level>>,
    collections: Vec<Shelved>,
    refused: Vec<LevelError>,
    /// Which of `refused` are of which file.
    faults: HashMap<PathBuf, Range<usize>>,
    seen: Vec<Seen>,
}

impl Shelf {
    /// Reads a level file, or every level file of a folder. In a folder, what cannot be
    /// read keeps nothing else from being played; it is among [`Shelf::refused`].
    ///
    /// # Errors
    /// A file cannot be read, or there is no level in a folder.
    pub fn open(source: &Path, alphabet: &Alphabet) -> Result<Shelf, LevelError> {
        if !files::is_dir(source) {
            let mut shelf = Shelf { source: source.to_owned(), ..Shelf::default() };
            let collection = shelf.read(source, alphabet)?;
            shelf.add(source, collection);
            return Ok(shelf);
        }
        let shelf = Shelf::of_folder(source, alphabet)?;
        match shelf.refused.first() {
            Some(first) if shelf.levels.is_empty() => Err(first.clone()),
            _ => Ok(shelf),
        }
    }

    /// The levels of all files of a folder, and what cannot be read of them, be it all.
    ///
    /// # Errors
    /// There is no level file in it.
    pub fn of_folder(source: &Path, alphabet: &Alphabet) -> Result<Shelf, LevelError> {
        let mut shelf = Shelf { source: source.to_owned(), ..Shelf::default() };
        // A level file that comes later is a change, too.
        shelf.seen.push(Seen::now(source));
        let files = files_in(source)?;
        let read = files.into_iter().map(|file| (shelf.read(&file, alphabet), file));
        let read: Vec<(Result<Collection, LevelError>, PathBuf)> = read.collect();
        let maps = read.iter().filter_map(|(read, _)| read.as_ref().ok());
        let maps = maps.flat_map(|collection| &collection.beside).map(|map| map.path().to_owned());
        let maps: Vec<PathBuf> = maps.collect();
        for (read, file) in read {
            match read {
                Ok(collection) => shelf.add(&file, collection),
                // A text file that is the map of a list need not be a level file.
                Err(_) if maps.contains(&file) => {}
                Err(error) => shelf.refuse(&file, vec![error]),
            }
        }
        Ok(shelf)
    }

    /// The levels of a text that came from no file, as from the clipboard.
    ///
    /// # Errors
    /// It is no level.
    pub fn from_text(text: &str, alphabet: &Alphabet) -> Result<Shelf, LevelError> {
        let path = Path::new("clipboard");
        // What else begins like that is a row with an arrow in it.
        if ["<?", "<!", "<S"].iter().any(|head| text.trim_start().starts_with(head)) {
            let mut shelf = Shelf::default();
            shelf.add(path, slc::read(text.as_bytes(), path, alphabet)?);
            return Ok(shelf);
        }
        // Rows of hexagons have every other column empty, which those of squares never have.
        let hexagons = hsb::read(text.as_bytes(), path, alphabet);
        let hexagons = hexagons.ok().filter(|read| read.refused.is_empty());
        let collection = match hexagons {
            Some(hexagons) if !alphabet.has_numbers() => hexagons,
            _ => read(text.as_bytes(), path, alphabet)?,
        };
        let mut shelf = Shelf::default();
        shelf.add(path, collection);
        Ok(shelf)
    }

    /// One level alone, wherever it came from.
    #[must_use]
    pub fn of_one(level: &Rc<Level>) -> Shelf {
        Shelf { levels: vec![Rc::clone(level)], ..Shelf::default() }
    }

    /// The levels in the folder of a game. Where there is no file in it, or no such
    /// folder, there is one level without rows: its board is for the game to make.
    ///
    /// # Errors
    /// A file cannot be read.
    pub fn of_game(folder: &Path, alphabet: &Alphabet) -> Result<Shelf, LevelError> {
        let is_damaged = |pack: PathBuf| files::open_pack(&pack).is_err();
        let mut shelf = match files_in(folder) {
            Ok(_) => Shelf::open(folder, alphabet)?,
            // Of a pack that is none any more that is to be told, and not that it is empty.
            Err(error) if files::pack_of(folder).is_some_and(is_damaged) => return Err(error),
            Err(_) => Shelf {
                source: folder.to_owned(),
                levels: vec![Rc::new(Level::default())],
                seen: vec![Seen::now(folder)],
                ..Shelf::default()
            },
        };
        shelf.own = true;
        Ok(shelf)
    }

    /// Reads everything again. What cannot be read any more leaves the levels as they are,
    /// and is not tried again before it changes.
    ///
    /// # Errors
    /// As [`Shelf::open`]; and a level is refused in a file where it was not before.
    pub fn reopen(&mut self, alphabet: &Alphabet) -> Result<(), LevelError> {
        if self.is_from_text() {
            return Ok(());
        }
        // Looked at before reading: what is saved in between is another change.
        let seen = self.seen.iter().map(|seen| Seen::now(seen.path())).collect();
        let open = if self.own { Shelf::of_game } else { Shelf::open };
        let opened = open(&self.source, alphabet).and_then(|shelf| match shelf.new_fault(self) {
            Some(fault) => Err(fault),
            None => Ok(shelf),
        });
        match opened {
            Ok(shelf) => *self = shelf,
            Err(error) => {
                self.seen = seen;
                return Err(error);
            }
        }
        Ok(())
    }

    /// What is wrong with a file of an older shelf that was not wrong with it then.
    fn new_fault(&self, old: &Shelf) -> Option<LevelError> {
        old.collections.iter().find_map(|collection| {
            let path = &collection.path;
            let (faults, before) = (self.faults_of(path), old.faults_of(path));
            let is_lost = !self.collections.iter().any(|one| one.path == *path);
            if faults.is_empty() || (faults.len() <= before.len() && !is_lost) {
                return None;
            }
            let new = faults.iter().find(|fault| !before.contains(fault));
            new.or(faults.first()).cloned()
        })
    }

    fn faults_of(&self, path: &Path) -> &[LevelError] {
        let faults = self.faults.get(path).cloned();
        faults.and_then(|faults| self.refused.get(faults)).unwrap_or_default()
    }

    fn read(&mut self, file: &Path, alphabet: &Alphabet) -> Result<Collection, LevelError> {
        let bytes = bytes_of(file);
        match &bytes {
            Ok(bytes) => self.seen.push(Seen::with(file, Some(bytes))),
            Err(LevelError::Unreadable { .. }) => self.seen.push(Seen::with(file, None)),
            // One that is far too large is not read again and again to see a change.
            Err(LevelError::Malformed { .. }) => {}
        }
        read(&bytes?, file, alphabet)
    }

    fn add(&mut self, file: &Path, collection: Collection) {
        let Collection { title, author, notes, levels, refused, beside } = collection;
        let (path, first, count) = (file.to_owned(), self.levels.len(), levels.len());
        self.collections.push(Shelved { path, title, author, notes, first, count });
        self.levels.extend(levels.into_iter().map(Rc::new));
        self.seen.extend(beside);
        self.refuse(file, refused);
    }

    fn refuse(&mut self, file: &Path, refused: Vec<LevelError>) {
        let first = self.refused.len();
        self.refused.extend(refused);
        self.faults.insert(file.to_owned(), first..self.refused.len());
    }

    /// Whether these are the game's own levels.
    #[must_use]
    pub fn is_own(&self) -> bool {
        self.own
    }

    /// Whether these came from no file, as from the clipboard.
    #[must_use]
    pub fn is_from_text(&self) -> bool {
        self.source.as_os_str().is_empty()
    }

    /// Whether a file is one of levels, by its name.
    #[must_use]
    pub fn is_level_file(path: &Path) -> bool {
        is_level_file(path)
    }

    /// Whether there is a level file in a folder.
    #[must_use]
    pub fn holds_levels(folder: &Path) -> bool {
        files_in(folder).is_ok()
    }

    /// The file or folder.
    #[must_use]
    pub fn source(&self) -> &Path {
        &self.source
    }

    /// The levels.
    #[must_use]
    pub fn levels(&self) -> &[Rc<Level>] {
        &self.levels
    }

    /// The level of that number, from 1.
    #[must_use]
    pub fn level(&self, number: usize) -> Option<Rc<Level>> {
        number.checked_sub(1).and_then(|at| self.levels.get(at)).map(Rc::clone)
    }

    /// Which levels are of which file, in their order.
    #[must_use]
    pub fn collections(&self) -> &[Shelved] {
        &self.collections
    }

    /// Why files and levels are left out.
    #[must_use]
    pub fn refused(&self) -> &[LevelError] {
        &self.refused
    }

    /// Every file as it was when it was read.
    #[must_use]
    pub fn seen(&self) -> &[Seen] {
        &self.seen
    }
}

/// Reads a file's levels in the form that the ending of its name says, or else in the one
/// that the game's alphabet has. `path` is also for messages, the levels' [`Level::path`],
/// and where the maps of a level list are.
///
/// # Errors
/// As the reader of that form has it.
pub fn read(bytes: &[u8], path: &Path, alphabet: &Alphabet) -> Result<Collection, LevelError> {
    match ending(path).as_str() {
        "slc" => slc::read(bytes, path, alphabet),
        "hsb" => hsb::read(bytes, path, alphabet),
        "csv" => csv::read(bytes, path),
        "json" => list::read(bytes, path),
        _ if alphabet.has_numbers() => numbers::read(bytes, path),
        _ => text::read(bytes, path, alphabet, &text::SQUARES),
    }
}

/// Reads one board, of squares (or numbers, if the alphabet has them) or of `hexagons`, which
/// stands in a file of something else.
///
/// # Errors
/// It is none, or there is something beside it.
pub fn read_board(
    text: &str,
    path: &Path,
    alphabet: &Alphabet,
    hexagons: bool,
) -> Result<Level, LevelError> {
    let read = match hexagons {
        true => hsb::read(text.as_bytes(), path, alphabet)?,
        false if alphabet.has_numbers() => numbers::read(text.as_bytes(), path)?,
        false => text::read(text.as_bytes(), path, alphabet, &text::SQUARES)?,
    };
    if let Some(refused) = read.refused.first() {
        return Err(refused.clone());
    }
    let at = |line: usize, what: &str| LevelError::at(Place::new(path, line, 1), what);
    let Collection { title, notes, levels, .. } = read;
    let mut levels = levels.into_iter();
    let level = levels.next().ok_or_else(|| at(1, "expected rows of a board"))?;
    if let Some(other) = levels.next() {
        return Err(at(other.line, "expected one board; this is the first row of another one"));
    }
    let said = level.title.as_ref().or(level.notes.first()).or(title.as_ref()).or(notes.first());
    match said {
        Some(words) => Err(at(1, &format!("expected rows of a board alone, not \"{words}\""))),
        None => Ok(level),
    }
}

/// The endings of level files.
const ENDINGS: [&str; 7] = ["xsb", "sok", "txt", "slc", "hsb", "csv", "json"];

fn files_in(folder: &Path) -> Result<Vec<PathBuf>, LevelError> {
    let unreadable = |why: String| LevelError::Unreadable { path: folder.to_owned(), why };
    let mut files = files::list(folder).map_err(|error| unreadable(error.to_string()))?;
    files.retain(|path| is_level_file(path));
    if files.is_empty() {
        let endings = ENDINGS.join(", .");
        return Err(unreadable(format!("no level file in this folder (.{endings})")));
    }
    Ok(files)
}

fn is_level_file(path: &Path) -> bool {
    files::is_file(path) && ENDINGS.contains(&ending(path).as_str())
}

/// What a file's name ends with, in small letters.
fn ending(path: &Path) -> String {
    let ending = path.extension().and_then(|ending| ending.to_str());
    ending.unwrap_or_default().to_ascii_lowercase()
}
