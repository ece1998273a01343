//! Progress, and where a player was, on disk: TOML files with a version, each written as a
//! whole or not at all. Knows what stands in them, not when they are written.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use toml::{Table, Value};

use crate::app::progress::{Best, Progress, Stand};
use crate::app::store::disk::{Lock, is_missing, put_aside};
use crate::app::store::{Store, StoreError, setting_of, value_of};

/// The version of the files as they are written here. A newer one is not touched.
const VERSION: i64 = 1;

/// A level that was solved, as it stands in the file.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(default)]
struct Solved {
    title: String,
    solution: String,
    best: BTreeMap<String, u64>,
}

/// The file of what was solved.
#[derive(Debug, Default, Deserialize, Serialize)]
struct Marks {
    version: i64,
    #[serde(default)]
    levels: BTreeMap<String, Solved>,
}

/// The file of where a player was.
#[derive(Debug, Deserialize, Serialize)]
struct Place {
    version: i64,
    source: Option<String>,
    number: usize,
    key: Option<String>,
    /// As a text, for it may be larger than a number of TOML.
    seed: String,
    history: String,
    done: usize,
    #[serde(default)]
    walks: Vec<(usize, usize)>,
    #[serde(default)]
    settings: Table,
}

impl From<Place> for Stand {
    fn from(place: Place) -> Stand {
        let settings = place.settings.iter();
        let settings =
            settings.filter_map(|(name, value)| Some((name.clone(), setting_of(value)?)));
        Stand {
            source: place.source,
            number: place.number,
            key: place.key,
            seed: place.seed.parse().unwrap_or_default(),
            settings: settings.collect(),
            history: place.history,
            done: place.done,
            walks: place.walks,
        }
    }
}

impl From<&Stand> for Place {
    fn from(stand: &Stand) -> Place {
        let settings = stand.settings.iter();
        let settings = settings.map(|(name, setting)| (name.clone(), value_of(setting)));
        Place {
            version: VERSION,
            source: stand.source.clone(),
            number: stand.number,
            key: stand.key.clone(),
            seed: stand.seed.to_string(),
            history: stand.history.clone(),
            done: stand.done,
            walks: stand.walks.clone(),
            settings: settings.collect(),
        }
    }
}

/// The file of the level files that were opened last.
#[derive(Debug, Default, Deserialize, Serialize)]
struct Recent {
    #[serde(default)]
    files: Vec<String>,
}

impl Store {
    /// What was solved of a game.
    ///
    /// # Errors
    /// The file cannot be read (if it is damaged it is put aside), or is of a newer version.
    pub fn progress(&self, game: &str) -> Result<Progress, StoreError> {
        let marks: Marks = self.read_as(&progress_of(game))?.unwrap_or_default();
        let mut progress = Progress::default();
        for (key, Solved { title, solution, best }) in marks.levels {
            progress.note(&key, Best { title, scores: best, solution }, None);
        }
        Ok(progress)
    }

    /// Keeps what was solved, beside all that the file has by now: another window may have
    /// added to it. Returns both together.
    ///
    /// # Errors
    /// As [`Store::progress`]; what was put aside is told only after what is known was
    /// written. Or it cannot be written, and stays as it is.
    pub fn keep_progress(
        &self,
        game: &str,
        known: &Progress,
        first: Option<&String>,
    ) -> Result<Progress, StoreError> {
        // Another window must not write between reading and writing.
        let _lock = self.path(&progress_of(game)).and_then(|path| Lock::of(&path));
        let (mut all, damaged) = unless_put_aside(self.progress(game))?;
        for (key, best) in known.levels() {
            all.note(key, best.clone(), first);
        }
        let solved = |best: &Best| Solved {
            title: best.title.clone(),
            solution: best.solution.clone(),
            best: best.scores.clone(),
        };
        let levels = all.levels().map(|(key, best)| (key.clone(), solved(best)));
        let marks = Marks { version: VERSION, levels: levels.collect() };
        self.write_as(&progress_of(game), &marks)?;
        damaged.map_or(Ok(all), Err)
    }

    /// Where a player was in a game when the program ended; nothing if that is not known.
    ///
    /// # Errors
    /// As [`Store::progress`].
    pub fn stand(&self, game: &str) -> Result<Option<Stand>, StoreError> {
        let place: Option<Place> = self.read_as(&stand_of(game))?;
        Ok(place.map(Stand::from))
    }

    /// Keeps where a player is in a game.
    ///
    /// # Errors
    /// As [`Store::keep_progress`].
    pub fn keep_stand(&self, game: &str, stand: &Stand) -> Result<(), StoreError> {
        // What a newer version has kept is not to be lost.
        let (_, damaged) = unless_put_aside(self.stand(game))?;
        self.write_as(&stand_of(game), &Place::from(stand))?;
        damaged.map_or(Ok(()), Err)
    }

    /// What was played on a level that was left before it was solved; nothing if that is not
    /// known.
    ///
    /// # Errors
    /// As [`Store::progress`].
    pub fn left(&self, game: &str, key: &str) -> Result<Option<Stand>, StoreError> {
        let place: Option<Place> = self.read_as(&left_of(game, key))?;
        Ok(place.map(Stand::from))
    }

    /// Keeps what was played on a level that is left; of one on which nothing is to be undone
    /// nothing.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn keep_left(&self, game: &str, key: &str, stand: &Stand) -> Result<(), StoreError> {
        let place = left_of(game, key);
        if !stand.history.is_empty() {
            return self.write_as(&place, &Place::from(stand));
        }
        match self.path(&place).map(std::fs::remove_file) {
            Some(Err(error)) if !is_missing(&error) => {
                Err(self.unwritable(&place, &error.to_string()))
            }
            _ => Ok(()),
        }
    }

    /// Gives the file of where a player was another name; nothing if there is none.
    pub fn put_stand_aside(&self, game: &str) -> Option<PathBuf> {
        self.path(&stand_of(game)).and_then(|path| put_aside(&path))
    }

    /// The level files that were opened last, newest first.
    ///
    /// # Errors
    /// As [`Store::settings`].
    pub fn recent(&self, game: &str) -> Result<Vec<String>, StoreError> {
        let recent: Option<Recent> = self.read_as(&recent_of(game))?;
        Ok(recent.unwrap_or_default().files)
    }

    /// Takes note of a level file that was opened.
    ///
    /// # Errors
    /// As [`Store::keep`].
    pub fn note_recent(&self, game: &str, file: &Path) -> Result<(), StoreError> {
        const MOST: usize = 20;
        let Some(file) = file.to_str() else {
            return Ok(());
        };
        let (mut files, damaged) = unless_put_aside(self.recent(game))?;
        files.retain(|known| known != file);
        files.insert(0, file.to_owned());
        files.truncate(MOST);
        self.write_as(&recent_of(game), &Recent { files })?;
        damaged.map_or(Ok(()), Err)
    }

    /// What a file holds; nothing if there is none.
    fn read_as<T: DeserializeOwned>(&self, place: &str) -> Result<Option<T>, StoreError> {
        let table = self.read(place)?;
        match table.get("version").and_then(Value::as_integer) {
            Some(version) if version > VERSION => return Err(self.newer(place, version)),
            _ if table.is_empty() => return Ok(None),
            _ => {}
        }
        let read = T::deserialize(Value::Table(table));
        read.map(Some).map_err(|error| self.damaged(place, error.message()))
    }

    fn write_as<T: Serialize>(&self, place: &str, kept: &T) -> Result<(), StoreError> {
        let table = Table::try_from(kept);
        let table = table.map_err(|error| self.unwritable(place, &error.to_string()))?;
        self.write(place, &table)
    }
}

/// What was read; nothing, beside what is to be told, of a damaged file that was put aside:
/// its place is free. Any other error keeps the file from being written over.
pub(in crate::app::store) fn unless_put_aside<T: Default>(
    read: Result<T, StoreError>,
) -> Result<(T, Option<StoreError>), StoreError> {
    match read {
        Ok(read) => Ok((read, None)),
        Err(error) if error.is_put_aside() => Ok((T::default(), Some(error))),
        Err(error) => Err(error),
    }
}

fn progress_of(game: &str) -> String {
    format!("progress/{game}.toml")
}

fn stand_of(game: &str) -> String {
    format!("playing/{game}.toml")
}

fn left_of(game: &str, key: &str) -> String {
    format!("playing/{game}/{key}.toml")
}

fn recent_of(game: &str) -> String {
    format!("recent/{game}.toml")
}
