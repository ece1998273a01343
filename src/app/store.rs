//! What a player has set, on disk: one small TOML file for the program and one for
//! each game; and the levels that a player has saved. A file is written as a whole or not
//! at all. Knows no game.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use toml::{Table, Value};

use crate::rules::{Setting, Settings};
use crate::view::MOTION;

/// Where settings are kept; nowhere, for tests and for systems without a place.
#[derive(Clone, Debug, Default)]
pub struct Store {
    folder: Option<PathBuf>,
}

/// What is set for all games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preferences {
    /// How long a thing takes from one cell to the next; zero for no movement.
    pub motion: Duration,
}

impl Default for Preferences {
    fn default() -> Preferences {
        Preferences { motion: MOTION }
    }
}

/// The longest movement that can be set.
pub const MAX_MOTION: Duration = Duration::from_millis(1000);

/// Why settings cannot be kept, or what was kept cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file cannot be written.
    #[error("{path}: what you set cannot be kept: {why}")]
    Unwritable {
        /// The file.
        path: String,
        /// What the system said.
        why: String,
    },
    /// A level cannot be saved.
    #[error("{path}: the level cannot be saved: {why}")]
    Unsaved {
        /// The file.
        path: String,
        /// What the system said.
        why: String,
    },
    /// The file cannot be read, or is none of ours.
    #[error("{path}: these settings cannot be read ({why}){aside}")]
    Damaged {
        /// The file.
        path: String,
        /// What is wrong with it.
        why: String,
        /// What became of it, in words.
        aside: String,
    },
}

impl Store {
    /// Settings in that folder, which need not be there yet.
    #[must_use]
    pub fn in_folder(folder: &Path) -> Store {
        Store { folder: Some(folder.to_owned()) }
    }

    /// Settings where this system keeps a program's.
    #[must_use]
    pub fn of_system() -> Store {
        let folders = directories::ProjectDirs::from("", "", "tilewright");
        Store { folder: folders.map(|folders| folders.config_dir().to_owned()) }
    }

    /// What is set for all games.
    ///
    /// # Errors
    /// The file cannot be read; if it is damaged it is put aside.
    pub fn preferences(&self) -> Result<Preferences, StoreError> {
        let table = self.read(PROGRAM)?;
        let motion = table.get("motion").and_then(Value::as_integer);
        let motion =
            motion.and_then(|motion| u64::try_from(motion).ok()).map(Duration::from_millis);
        Ok(Preferences { motion: motion.unwrap_or(MOTION).min(MAX_MOTION) })
    }

    /// Keeps what is set for all games.
    ///
    /// # Errors
    /// The file cannot be read or written; then it stays as it is.
    pub fn keep_preferences(&self, preferences: Preferences) -> Result<(), StoreError> {
        let mut table = self.read(PROGRAM)?;
        let motion = i64::try_from(preferences.motion.as_millis()).unwrap_or(i64::MAX);
        table.insert("motion".to_owned(), Value::Integer(motion));
        self.write(PROGRAM, &table)
    }

    /// What the parameters of a game were set to.
    ///
    /// # Errors
    /// The file cannot be read; if it is damaged it is put aside.
    pub fn settings(&self, game: &str) -> Result<Settings, StoreError> {
        let table = self.read(&place_of(game))?;
        let params = table.get("params").and_then(Value::as_table).into_iter().flatten();
        let settings = params.filter_map(|(name, value)| {
            let setting = match value {
                Value::Boolean(truth) => Setting::YesNo(*truth),
                #[allow(clippy::cast_precision_loss)] // no parameter is that large
                Value::Integer(number) => Setting::Number(*number as f64),
                Value::Float(number) => Setting::Number(*number),
                Value::String(text) if text.is_empty() => Setting::None,
                Value::String(text) => Setting::Text(text.clone()),
                _ => return None,
            };
            Some((name.clone(), setting))
        });
        Ok(settings.collect())
    }

    /// Keeps what parameters of a game are set to, beside what the file has already.
    ///
    /// # Errors
    /// The file cannot be read or written; then it stays as it is.
    pub fn keep(&self, game: &str, settings: &Settings) -> Result<(), StoreError> {
        let place = place_of(game);
        let mut table = self.read(&place)?;
        let params = table.entry("params").or_insert_with(|| Value::Table(Table::new()));
        if !params.is_table() {
            *params = Value::Table(Table::new());
        }
        for (name, setting) in settings {
            if let Some(params) = params.as_table_mut() {
                params.insert(name.clone(), value(setting));
            }
        }
        self.write(&place, &table)
    }

    /// Saves a level as a text file of its own, named after the game and its title, and says
    /// where. A file that holds another level stays.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn save_level(&self, game: &str, title: &str, text: &str) -> Result<PathBuf, StoreError> {
        let name = file_name(game, title);
        let unsaved = |path: &Path, why: String| {
            let path = path.display().to_string();
            StoreError::Unsaved { path, why }
        };
        let none = || unsaved(Path::new(&name), "there is no folder for it".to_owned());
        let folder = self.path("levels").ok_or_else(none)?.join(game);
        for number in 1..1000 {
            let path = match number {
                1 => folder.join(format!("{name}.txt")),
                _ => folder.join(format!("{name}-{number}.txt")),
            };
            let path = std::path::absolute(&path).unwrap_or(path);
            if std::fs::read(&path).is_ok_and(|bytes| bytes == text.as_bytes()) {
                return Ok(path);
            }
            match create(&path, text.as_bytes()) {
                Ok(()) => return Ok(path),
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(unsaved(&path, error.to_string())),
            }
        }
        Err(unsaved(&folder, format!("there are very many files of the name {name}")))
    }

    /// What a file holds; nothing if there is none.
    fn read(&self, place: &str) -> Result<Table, StoreError> {
        let Some(path) = self.path(place) else {
            return Ok(Table::new());
        };
        let damaged = |why: String, aside: String| {
            let path = path.display().to_string();
            StoreError::Damaged { path, why, aside }
        };
        let bytes = match std::fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if is_missing(&error) => return Ok(Table::new()),
            Err(error) => return Err(damaged(error.to_string(), String::new())),
        };
        let text = String::from_utf8_lossy(&bytes);
        text.parse().map_err(|error: toml::de::Error| {
            let aside = put_aside(&path);
            let aside = aside.map(|aside| format!("; they are kept aside as {}", aside.display()));
            damaged(error.message().to_owned(), aside.unwrap_or_default())
        })
    }

    fn write(&self, place: &str, table: &Table) -> Result<(), StoreError> {
        let Some(path) = self.path(place) else {
            return Ok(());
        };
        replace(&path, table.to_string().as_bytes()).map_err(|error| StoreError::Unwritable {
            path: path.display().to_string(),
            why: error.to_string(),
        })
    }

    fn path(&self, place: &str) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.join(place))
    }
}

/// The program's own file.
const PROGRAM: &str = "settings.toml";

/// The file of a game, whose name has only letters, digits, `_` and `-`.
fn place_of(game: &str) -> String {
    format!("games/{game}.toml")
}

/// Whether there is no such file, nor perhaps a folder for it.
fn is_missing(error: &std::io::Error) -> bool {
    matches!(error.kind(), std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory)
}

/// Gives a damaged file a name that nothing has yet; nothing if that fails.
fn put_aside(path: &Path) -> Option<PathBuf> {
    let names = (1..100).map(|number| match number {
        1 => path.with_extension("toml.damaged"),
        _ => path.with_extension(format!("toml.damaged{number}")),
    });
    let aside = names.into_iter().find(|aside| !aside.exists())?;
    std::fs::rename(path, &aside).ok().map(|()| aside)
}

/// Puts a whole new file into the place of another: written beside, made sure that it
/// is on the disk, and renamed.
fn replace(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)?;
    let mut beside = tempfile::NamedTempFile::new_in(folder)?;
    beside.write_all(bytes)?;
    beside.as_file().sync_all()?;
    beside.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// Puts a whole new file where there is none yet; others may read it.
fn create(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)?;
    let mut beside = tempfile::NamedTempFile::new_in(folder)?;
    beside.write_all(bytes)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        beside.as_file().set_permissions(std::fs::Permissions::from_mode(0o644))?;
    }
    beside.as_file().sync_all()?;
    beside.persist_noclobber(path).map_err(|error| error.error)?;
    Ok(())
}

/// A name for a file on any system: letters, digits and hyphens, the game's name first,
/// which no system keeps for itself.
fn file_name(game: &str, title: &str) -> String {
    let letter = |letter: char| if letter.is_alphanumeric() { letter } else { '-' };
    let title: String = title.to_lowercase().chars().map(letter).collect();
    let mut name = game.to_owned();
    for part in title.split('-').filter(|part| !part.is_empty() && *part != game) {
        // Some systems end at 255 bytes.
        if name.len() + part.len() < 120 {
            name = format!("{name}-{part}");
        }
    }
    name
}

fn value(setting: &Setting) -> Value {
    match setting {
        Setting::None => Value::String(String::new()),
        Setting::YesNo(truth) => Value::Boolean(*truth),
        #[allow(clippy::cast_possible_truncation)] // whole and small
        Setting::Number(number) if number.fract() == 0.0 && number.abs() < 1e15 => {
            Value::Integer(*number as i64)
        }
        Setting::Number(number) => Value::Float(*number),
        Setting::Text(text) => Value::String(text.clone()),
    }
}
