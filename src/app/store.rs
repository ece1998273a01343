//! What a player has set, on disk: one small TOML file for the program and one for
//! each game. A file is replaced as a whole or not at all. Knows no game.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

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
    /// The file is damaged.
    #[error("{path}: these settings cannot be read ({why}); they are kept aside as {aside}")]
    Damaged {
        /// The file.
        path: String,
        /// What is wrong with it.
        why: String,
        /// What it is called now.
        aside: String,
    },
}

/// The program's file.
#[derive(Default, Serialize, Deserialize)]
struct ProgramFile {
    /// Milliseconds.
    motion: Option<u64>,
}

/// A game's file.
#[derive(Default, Serialize, Deserialize)]
struct GameFile {
    #[serde(default)]
    params: BTreeMap<String, toml::Value>,
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
    /// The file is damaged; it is put aside.
    pub fn preferences(&self) -> Result<Preferences, StoreError> {
        let file: ProgramFile = self.read(&["settings.toml"])?;
        let motion = file.motion.map(Duration::from_millis);
        Ok(Preferences { motion: motion.unwrap_or(MOTION).min(MAX_MOTION) })
    }

    /// Keeps what is set for all games.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn keep_preferences(&self, preferences: Preferences) -> Result<(), StoreError> {
        let motion = u64::try_from(preferences.motion.as_millis()).ok();
        self.write(&["settings.toml"], &ProgramFile { motion })
    }

    /// What the parameters of a game were set to.
    ///
    /// # Errors
    /// The file is damaged; it is put aside.
    pub fn settings(&self, game: &str) -> Result<Settings, StoreError> {
        let file: GameFile = self.read(&["games", &format!("{game}.toml")])?;
        let settings = file.params.into_iter().filter_map(|(name, value)| {
            let setting = match value {
                toml::Value::Boolean(truth) => Setting::YesNo(truth),
                #[allow(clippy::cast_precision_loss)] // no parameter is that large
                toml::Value::Integer(number) => Setting::Number(number as f64),
                toml::Value::Float(number) => Setting::Number(number),
                toml::Value::String(text) if text.is_empty() => Setting::None,
                toml::Value::String(text) => Setting::Text(text),
                _ => return None,
            };
            Some((name, setting))
        });
        Ok(settings.collect())
    }

    /// Keeps what one parameter of a game is set to.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn keep(&self, game: &str, name: &str, setting: &Setting) -> Result<(), StoreError> {
        let place = ["games", &format!("{game}.toml")];
        // What is damaged was put aside when it was read first.
        let mut file: GameFile = self.read(&place).unwrap_or_default();
        file.params.insert(name.to_owned(), value(setting));
        self.write(&place, &file)
    }

    fn read<T: Default + for<'de> Deserialize<'de>>(
        &self,
        place: &[&str],
    ) -> Result<T, StoreError> {
        let Some(path) = self.path(place) else {
            return Ok(T::default());
        };
        let Ok(bytes) = std::fs::read(&path) else {
            return Ok(T::default());
        };
        let text = String::from_utf8_lossy(&bytes);
        toml::from_str(&text).map_err(|error| {
            let aside = path.with_extension("toml.damaged");
            // If that fails it is the same file that fails again at the next start.
            let _ = std::fs::rename(&path, &aside);
            StoreError::Damaged {
                path: path.display().to_string(),
                why: error.message().to_owned(),
                aside: aside.display().to_string(),
            }
        })
    }

    fn write(&self, place: &[&str], file: &impl Serialize) -> Result<(), StoreError> {
        let Some(path) = self.path(place) else {
            return Ok(());
        };
        let unwritable =
            |why: String| StoreError::Unwritable { path: path.display().to_string(), why };
        let text = toml::to_string(file).map_err(|error| unwritable(error.to_string()))?;
        replace(&path, text.as_bytes()).map_err(|error| unwritable(error.to_string()))
    }

    fn path(&self, place: &[&str]) -> Option<PathBuf> {
        let folder = self.folder.as_ref()?;
        Some(place.iter().fold(folder.clone(), |path, part| path.join(part)))
    }
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

fn value(setting: &Setting) -> toml::Value {
    match setting {
        Setting::None => toml::Value::String(String::new()),
        Setting::YesNo(truth) => toml::Value::Boolean(*truth),
        #[allow(clippy::cast_possible_truncation)] // whole and small
        Setting::Number(number) if number.fract() == 0.0 && number.abs() < 1e15 => {
            toml::Value::Integer(*number as i64)
        }
        Setting::Number(number) => toml::Value::Float(*number),
        Setting::Text(text) => toml::Value::String(text.clone()),
    }
}
