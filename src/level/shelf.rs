//! The levels that are being played: those of one file, or of all files of a
//! folder in the order of their names. Knows no format of its own.

use std::path::{Path, PathBuf};
use std::rc::Rc;

use crate::level::collection::{Alphabet, Collection, Level};
use crate::level::decode::MAX_BYTES;
use crate::level::error::{LevelError, Place};
use crate::level::numbers;
use crate::level::seen::Seen;
use crate::level::text;

/// Levels in the order they are played.
#[derive(Clone, Debug, Default)]
pub struct Shelf {
    source: PathBuf,
    /// Whether the game makes its boards itself where there are no files.
    own: bool,
    levels: Vec<Rc<Level>>,
    seen: Vec<Seen>,
}

impl Shelf {
    /// Reads a level file, or every level file of a folder.
    ///
    /// # Errors
    /// A file cannot be read, or a folder has none.
    pub fn open(source: &Path, alphabet: &Alphabet) -> Result<Shelf, LevelError> {
        let mut shelf = Shelf { source: source.to_owned(), ..Shelf::default() };
        let files = if source.is_dir() {
            // A level file that comes later is a change, too.
            shelf.seen.push(Seen::now(source));
            files_in(source)?
        } else {
            vec![source.to_owned()]
        };
        for file in files {
            let bytes = bytes_of(&file)?;
            shelf.seen.push(Seen::with(&file, Some(&bytes)));
            let levels = read(&bytes, &file, alphabet)?.levels;
            shelf.levels.extend(levels.into_iter().map(Rc::new));
        }
        Ok(shelf)
    }

    /// The levels in the folder of a game. Where there is no file in it, or no such
    /// folder, there is one level without rows: its board is for the game to make.
    ///
    /// # Errors
    /// A file cannot be read.
    pub fn of_game(folder: &Path, alphabet: &Alphabet) -> Result<Shelf, LevelError> {
        let mut shelf = match files_in(folder) {
            Ok(_) => Shelf::open(folder, alphabet)?,
            Err(_) => Shelf {
                source: folder.to_owned(),
                levels: vec![Rc::new(Level::default())],
                seen: vec![Seen::now(folder)],
                own: true,
            },
        };
        shelf.own = true;
        Ok(shelf)
    }

    /// Reads everything again. What cannot be read leaves the levels as they are,
    /// and is not tried again before it changes.
    ///
    /// # Errors
    /// As [`Shelf::open`].
    pub fn reopen(&mut self, alphabet: &Alphabet) -> Result<(), LevelError> {
        // Looked at before reading: what is saved in between is another change.
        let seen = self.seen.iter().map(|seen| Seen::now(seen.path())).collect();
        let open = if self.own { Shelf::of_game } else { Shelf::open };
        match open(&self.source, alphabet) {
            Ok(shelf) => *self = shelf,
            Err(error) => {
                self.seen = seen;
                return Err(error);
            }
        }
        Ok(())
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

    /// Every file as it was when it was read.
    #[must_use]
    pub fn seen(&self) -> &[Seen] {
        &self.seen
    }
}

/// Reads a file's levels in the form that the game's alphabet has. `path` is only for
/// messages and the levels' [`Level::path`].
///
/// # Errors
/// As the reader of that form has it.
pub fn read(bytes: &[u8], path: &Path, alphabet: &Alphabet) -> Result<Collection, LevelError> {
    match alphabet.has_numbers() {
        true => numbers::read(bytes, path),
        false => text::read(bytes, path, alphabet),
    }
}

fn bytes_of(path: &Path) -> Result<Vec<u8>, LevelError> {
    let unreadable = |why: String| LevelError::Unreadable { path: path.to_owned(), why };
    let about = std::fs::metadata(path).map_err(|error| unreadable(error.to_string()))?;
    // A file that is far too large is not even read.
    if about.len() > MAX_BYTES as u64 {
        let most = MAX_BYTES >> 20;
        let what = format!("the file is larger than {most} MiB");
        return Err(LevelError::at(Place::new(path, 1, 1), what));
    }
    std::fs::read(path).map_err(|error| unreadable(error.to_string()))
}

fn files_in(folder: &Path) -> Result<Vec<PathBuf>, LevelError> {
    let unreadable = |why: String| LevelError::Unreadable { path: folder.to_owned(), why };
    let entries = std::fs::read_dir(folder).map_err(|error| unreadable(error.to_string()))?;
    let mut files: Vec<PathBuf> =
        entries.flatten().map(|entry| entry.path()).filter(|path| is_level_file(path)).collect();
    files.sort();
    if files.is_empty() {
        return Err(unreadable("no level file in this folder (.xsb, .sok or .txt)".into()));
    }
    Ok(files)
}

fn is_level_file(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str());
    let ending = ending.map(str::to_ascii_lowercase);
    path.is_file() && matches!(ending.as_deref(), Some("xsb" | "sok" | "txt"))
}
