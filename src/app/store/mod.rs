//! Where what a player has set and done is kept on disk: files that are read and written as
//! a whole, or put aside. Knows no game, and not what stands in the files.

mod disk;
mod kept;
mod saved;
mod set;

use std::path::{Path, PathBuf};

use toml::Table;

use crate::app::store::disk::{is_missing, put_aside, replace};
pub(in crate::app) use crate::app::store::saved::Saved;
pub use crate::app::store::set::{MAX_MOTION, Preferences};
pub(in crate::app) use crate::app::store::set::{setting_of, value_of};

/// Where settings, and what a player has done, are kept; nowhere, for tests and for systems
/// without a place.
#[derive(Clone, Debug, Default)]
pub struct Store {
    /// The folder for settings.
    folder: Option<PathBuf>,
    /// The folder for everything else.
    data: Option<PathBuf>,
}

/// Why something cannot be kept, or what was kept cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file cannot be written.
    #[error("{path}: what you set or played cannot be kept: {why}")]
    Unwritable {
        /// The file.
        path: String,
        /// What the system said.
        why: String,
    },
    /// A level, or something else of its own, cannot be saved.
    #[error("{path}: {what} cannot be saved: {why}")]
    Unsaved {
        /// The file.
        path: String,
        /// What was to be saved.
        what: &'static str,
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

    /// The folder of the packs that a player has put there to be played by name; nothing on a
    /// system without a place. It need not be there.
    #[must_use]
    pub fn games_folder(&self) -> Option<PathBuf> {
        self.data.as_ref().map(|data| data.join("games"))
    }

    /// Whether anything is kept at all.
    #[must_use]
    pub fn keeps(&self) -> bool {
        self.folder.is_some()
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
