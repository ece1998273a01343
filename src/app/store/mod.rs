//! What a player has set, on disk: one small TOML file for the program and one for
//! each game; and the levels that a player has saved. A file is written as a whole or not
//! at all. Knows no game.

mod disk;
mod kept;

use std::path::{Path, PathBuf};
use std::time::Duration;

use toml::{Table, Value};

use crate::app::keymap::Keymap;
use crate::app::store::disk::{create, is_missing, put_aside, replace};
use crate::rules::{Setting, Settings};
use crate::view::MOTION;

/// Where settings, and what a player has done, are kept; nowhere, for tests and for systems
/// without a place.
#[derive(Clone, Debug, Default)]
pub struct Store {
    /// The folder for settings.
    folder: Option<PathBuf>,
    /// The folder for everything else.
    data: Option<PathBuf>,
}

/// What is set for all games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preferences {
    /// How long a thing takes from one cell to the next; zero for no movement.
    pub motion: Duration,
    /// Whether squares are shown at a slant; this alone is for each game apart.
    pub isometric: bool,
    /// Whether undo takes back a whole walk at once.
    pub whole_walks: bool,
    /// Whether every level can be played, solved or not what is before it.
    pub unlock_all: bool,
}

impl Default for Preferences {
    fn default() -> Preferences {
        Preferences { motion: MOTION, isometric: false, whole_walks: false, unlock_all: false }
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
    /// The file was written by a newer program, which knows better what is in it.
    #[error(
        "{path}: this is of version {version}, which needs a newer Tilewright; it stays as it is"
    )]
    Newer {
        /// The file.
        path: String,
        /// The version that it says.
        version: i64,
    },
    /// The file cannot be read, or is none of ours.
    #[error("{path}: what was kept here cannot be read ({why}){aside}")]
    Damaged {
        /// The file.
        path: String,
        /// What is wrong with it.
        why: String,
        /// What became of it, in words.
        aside: String,
    },
}

impl StoreError {
    /// Whether this is of a file that has made room for a new one.
    pub(in crate::app) fn is_put_aside(&self) -> bool {
        matches!(self, StoreError::Damaged { aside, .. } if !aside.is_empty())
    }
}

impl Store {
    /// Everything in that folder, which need not be there yet.
    #[must_use]
    pub fn in_folder(folder: &Path) -> Store {
        Store { folder: Some(folder.to_owned()), data: Some(folder.to_owned()) }
    }

    /// Settings and data where this system keeps those of programs.
    #[must_use]
    pub fn of_system() -> Store {
        let folders = directories::ProjectDirs::from("", "", "tilewright");
        let (folder, data) = folders
            .map(|folders| (folders.config_dir().to_owned(), folders.data_dir().to_owned()))
            .unzip();
        Store { folder, data }
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
        let is_set = |name: &str| table.get(name).and_then(Value::as_bool).unwrap_or(false);
        Ok(Preferences {
            motion: motion.unwrap_or(MOTION).min(MAX_MOTION),
            isometric: false,
            whole_walks: is_set("whole_walks"),
            unlock_all: is_set("unlock_all"),
        })
    }

    /// Keeps what is set for all games.
    ///
    /// # Errors
    /// The file cannot be read or written; then it stays as it is.
    pub fn keep_preferences(&self, preferences: Preferences) -> Result<(), StoreError> {
        let mut table = self.read(PROGRAM)?;
        let motion = i64::try_from(preferences.motion.as_millis()).unwrap_or(i64::MAX);
        table.insert("motion".to_owned(), Value::Integer(motion));
        let Preferences { whole_walks, unlock_all, .. } = preferences;
        for (name, truth) in [("whole_walks", whole_walks), ("unlock_all", unlock_all)] {
            table.insert(name.to_owned(), Value::Boolean(truth));
        }
        self.write(PROGRAM, &table)
    }

    /// What the parameters of a game were set to.
    ///
    /// # Errors
    /// The file cannot be read; if it is damaged it is put aside.
    pub fn settings(&self, game: &str) -> Result<Settings, StoreError> {
        let table = self.read(&place_of(game))?;
        let params = table.get("params").and_then(Value::as_table).into_iter().flatten();
        let settings = params.filter_map(|(name, value)| Some((name.clone(), setting_of(value)?)));
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
                params.insert(name.clone(), value_of(setting));
            }
        }
        self.write(&place, &table)
    }

    /// The keys of a game as the player has set them.
    ///
    /// # Errors
    /// As [`Store::settings`].
    pub fn keymap(&self, game: &str) -> Result<Keymap, StoreError> {
        let table = self.read(&place_of(game))?;
        let keys = table.get("keys").and_then(Value::as_table).into_iter().flatten();
        let texts = |value: &Value| {
            let each = value.as_array()?.iter().filter_map(Value::as_str);
            Some(each.map(str::to_owned).collect())
        };
        let keys = keys.filter_map(|(name, value)| Some((name.clone(), texts(value)?)));
        Ok(Keymap::new(keys.collect()))
    }

    /// Keeps the keys of a game.
    ///
    /// # Errors
    /// As [`Store::keep`].
    pub fn keep_keymap(&self, game: &str, keymap: &Keymap) -> Result<(), StoreError> {
        let place = place_of(game);
        let mut table = self.read(&place)?;
        let keys = keymap.changed().iter().map(|(name, keys)| {
            let keys = keys.iter().cloned().map(Value::String).collect();
            (name.clone(), Value::Array(keys))
        });
        table.insert("keys".to_owned(), Value::Table(keys.collect()));
        self.write(&place, &table)
    }

    /// The game that was played last.
    ///
    /// # Errors
    /// As [`Store::preferences`].
    pub fn last_game(&self) -> Result<Option<String>, StoreError> {
        let table = self.read(PROGRAM)?;
        Ok(table.get("game").and_then(Value::as_str).map(str::to_owned))
    }

    /// Keeps which game is played.
    ///
    /// # Errors
    /// As [`Store::keep_preferences`].
    pub fn keep_last_game(&self, game: &str) -> Result<(), StoreError> {
        let mut table = self.read(PROGRAM)?;
        table.insert("game".to_owned(), Value::String(game.to_owned()));
        self.write(PROGRAM, &table)
    }

    /// Whether a game's squares are shown at a slant.
    ///
    /// # Errors
    /// As [`Store::settings`].
    pub fn isometric(&self, game: &str) -> Result<bool, StoreError> {
        let table = self.read(&place_of(game))?;
        Ok(table.get("isometric").and_then(Value::as_bool).unwrap_or(false))
    }

    /// Keeps whether a game's squares are shown at a slant.
    ///
    /// # Errors
    /// As [`Store::keep`].
    pub fn keep_isometric(&self, game: &str, isometric: bool) -> Result<(), StoreError> {
        let place = place_of(game);
        let mut table = self.read(&place)?;
        table.insert("isometric".to_owned(), Value::Boolean(isometric));
        self.write(&place, &table)
    }

    /// The skin that a game is shown in; nothing for its own looks.
    ///
    /// # Errors
    /// As [`Store::settings`].
    pub fn skin(&self, game: &str) -> Result<Option<String>, StoreError> {
        let table = self.read(&place_of(game))?;
        Ok(table.get("skin").and_then(Value::as_str).map(str::to_owned))
    }

    /// Keeps the skin that a game is shown in.
    ///
    /// # Errors
    /// As [`Store::keep`].
    pub fn keep_skin(&self, game: &str, skin: Option<&str>) -> Result<(), StoreError> {
        let place = place_of(game);
        let mut table = self.read(&place)?;
        match skin {
            Some(skin) => table.insert("skin".to_owned(), Value::String(skin.to_owned())),
            None => table.remove("skin"),
        };
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
        let folder = self.levels_folder(game).ok_or_else(none)?;
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

    /// Whether anything is kept at all.
    #[must_use]
    pub fn keeps(&self) -> bool {
        self.folder.is_some()
    }

    /// The folder of the levels that the player has saved or put there.
    #[must_use]
    pub fn levels_folder(&self, game: &str) -> Option<PathBuf> {
        self.path("levels").map(|folder| folder.join(game))
    }

    /// What a file holds; nothing if there is none.
    pub(in crate::app) fn read(&self, place: &str) -> Result<Table, StoreError> {
        let Some(path) = self.path(place) else {
            return Ok(Table::new());
        };
        let bytes = match std::fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if is_missing(&error) => return Ok(Table::new()),
            Err(error) => {
                let (path, why) = (path.display().to_string(), error.to_string());
                return Err(StoreError::Damaged { path, why, aside: String::new() });
            }
        };
        let text = String::from_utf8_lossy(&bytes);
        text.parse().map_err(|error: toml::de::Error| self.damaged(place, error.message()))
    }

    /// A file that is none of ours; it is put aside.
    pub(in crate::app) fn damaged(&self, place: &str, why: &str) -> StoreError {
        let path = self.path(place).unwrap_or_default();
        let aside = put_aside(&path);
        let aside = aside.map(|aside| format!("; it is kept aside as {}", aside.display()));
        let (path, why) = (path.display().to_string(), why.to_owned());
        StoreError::Damaged { path, why, aside: aside.unwrap_or_default() }
    }

    /// A file that cannot be written.
    pub(in crate::app) fn unwritable(&self, place: &str, why: &str) -> StoreError {
        let path = self.path(place).unwrap_or_default().display().to_string();
        StoreError::Unwritable { path, why: why.to_owned() }
    }

    /// A file that this program is too old for.
    pub(in crate::app) fn newer(&self, place: &str, version: i64) -> StoreError {
        let path = self.path(place).unwrap_or_default().display().to_string();
        StoreError::Newer { path, version }
    }

    pub(in crate::app) fn write(&self, place: &str, table: &Table) -> Result<(), StoreError> {
        let Some(path) = self.path(place) else {
            return Ok(());
        };
        let replaced = replace(&path, table.to_string().as_bytes());
        replaced.map_err(|error| self.unwritable(place, &error.to_string()))
    }

    pub(in crate::app) fn path(&self, place: &str) -> Option<PathBuf> {
        let is_setting = place == PROGRAM || place.starts_with(GAMES);
        let folder = if is_setting { &self.folder } else { &self.data };
        Some(folder.as_ref()?.join(place))
    }
}

/// The program's own file.
const PROGRAM: &str = "settings.toml";

/// The folder of the settings of each game.
const GAMES: &str = "games/";

/// The file of a game, whose name has only letters, digits, `_` and `-`.
fn place_of(game: &str) -> String {
    format!("{GAMES}{game}.toml")
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

/// What a parameter is set to, as it stands in a file.
pub(in crate::app) fn setting_of(value: &Value) -> Option<Setting> {
    Some(match value {
        Value::Boolean(truth) => Setting::YesNo(*truth),
        #[allow(clippy::cast_precision_loss)] // no parameter is that large
        Value::Integer(number) => Setting::Number(*number as f64),
        Value::Float(number) => Setting::Number(*number),
        Value::String(text) if text.is_empty() => Setting::None,
        Value::String(text) => Setting::Text(text.clone()),
        _ => return None,
    })
}

/// The same, the other way.
pub(in crate::app) fn value_of(setting: &Setting) -> Value {
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
