//! Progress, and where a player was, on disk: TOML files with a version, each written as a
//! whole or not at all. Knows what stands in them, not when they are written.

use std::path::Path;

use toml::{Table, Value};

use crate::app::progress::{Best, Progress, Stand};
use crate::app::store::{Store, StoreError, setting_of, value_of};

/// The version of the files as they are written here. A newer one is not touched.
const VERSION: i64 = 1;

impl Store {
    /// What was solved of a game.
    ///
    /// # Errors
    /// The file cannot be read (if it is damaged it is put aside), or is of a newer version.
    pub fn progress(&self, game: &str) -> Result<Progress, StoreError> {
        let table = self.read_versioned(&progress_of(game))?;
        let mut progress = Progress::default();
        let levels = table.get("levels").and_then(Value::as_table).into_iter().flatten();
        for (key, value) in levels {
            if let Some(best) = value.as_table().map(best) {
                progress.note(key, best, None);
            }
        }
        Ok(progress)
    }

    /// Takes note of a solution, beside all that the file has by now, and returns that.
    ///
    /// # Errors
    /// As [`Store::progress`]; or it cannot be written, and stays as it is.
    pub fn note_solved(
        &self,
        game: &str,
        (key, solved): (&str, Best),
        first: Option<&String>,
    ) -> Result<Progress, StoreError> {
        let mut progress = self.progress(game)?;
        progress.note(key, solved, first);
        let levels = progress.levels().map(|(key, best)| (key.clone(), Value::Table(kept(best))));
        let mut table = Table::new();
        table.insert("version".to_owned(), Value::Integer(VERSION));
        table.insert("levels".to_owned(), Value::Table(levels.collect()));
        self.write(&progress_of(game), &table)?;
        Ok(progress)
    }

    /// Where a player was in a game when the program ended; nothing if that is not known.
    ///
    /// # Errors
    /// As [`Store::progress`].
    pub fn stand(&self, game: &str) -> Result<Option<Stand>, StoreError> {
        let table = self.read_versioned(&stand_of(game))?;
        let text = |name: &str| table.get(name).and_then(Value::as_str).map(str::to_owned);
        let number = |name: &str| {
            let number = table.get(name).and_then(Value::as_integer);
            number.and_then(|number| usize::try_from(number).ok())
        };
        let seed = text("seed").and_then(|seed| seed.parse().ok());
        let (Some(history), Some(seed)) = (text("history"), seed) else {
            return Ok(None);
        };
        let settings = table.get("settings").and_then(Value::as_table).into_iter().flatten();
        let settings =
            settings.filter_map(|(name, value)| Some((name.clone(), setting_of(value)?)));
        let walks = table.get("walks").and_then(Value::as_array).into_iter().flatten();
        Ok(Some(Stand {
            source: text("source"),
            number: number("number").unwrap_or(1),
            key: text("key"),
            seed,
            settings: settings.collect(),
            history,
            done: number("done").unwrap_or(usize::MAX),
            walks: walks.filter_map(walk).collect(),
        }))
    }

    /// Keeps where a player is in a game.
    ///
    /// # Errors
    /// It cannot be written; what was kept before stays.
    pub fn keep_stand(&self, game: &str, stand: &Stand) -> Result<(), StoreError> {
        // What a newer version has kept is not to be lost.
        self.read_versioned(&stand_of(game))?;
        let mut table = Table::new();
        let number = |number: usize| Value::Integer(i64::try_from(number).unwrap_or(i64::MAX));
        let mut put = |name: &str, value: Value| drop(table.insert(name.to_owned(), value));
        put("version", Value::Integer(VERSION));
        if let Some(source) = &stand.source {
            put("source", Value::String(source.clone()));
        }
        put("number", number(stand.number));
        if let Some(key) = &stand.key {
            put("key", Value::String(key.clone()));
        }
        // Larger than a number of TOML.
        put("seed", Value::String(stand.seed.to_string()));
        put("history", Value::String(stand.history.clone()));
        put("done", number(stand.done));
        let walks = stand.walks.iter();
        let walks = walks.map(|(from, to)| Value::Array(vec![number(*from), number(*to)]));
        put("walks", Value::Array(walks.collect()));
        let settings = stand.settings.iter();
        let settings = settings.map(|(name, setting)| (name.clone(), value_of(setting)));
        put("settings", Value::Table(settings.collect()));
        self.write(&stand_of(game), &table)
    }

    /// The level files that were opened last, newest first.
    ///
    /// # Errors
    /// As [`Store::settings`].
    pub fn recent(&self, game: &str) -> Result<Vec<String>, StoreError> {
        let table = self.read(&recent_of(game))?;
        let files = table.get("files").and_then(Value::as_array).into_iter().flatten();
        Ok(files.filter_map(Value::as_str).map(str::to_owned).collect())
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
        let mut files = self.recent(game)?;
        files.retain(|known| known != file);
        files.insert(0, file.to_owned());
        files.truncate(MOST);
        let files = files.into_iter().map(Value::String).collect();
        let table = Table::from_iter([("files".to_owned(), Value::Array(files))]);
        self.write(&recent_of(game), &table)
    }

    fn read_versioned(&self, place: &str) -> Result<Table, StoreError> {
        let table = self.read(place)?;
        match table.get("version").and_then(Value::as_integer) {
            Some(version) if version > VERSION => Err(self.newer(place, version)),
            _ => Ok(table),
        }
    }
}

fn progress_of(game: &str) -> String {
    format!("progress/{game}.toml")
}

fn stand_of(game: &str) -> String {
    format!("playing/{game}.toml")
}

fn recent_of(game: &str) -> String {
    format!("recent/{game}.toml")
}

fn walk(value: &Value) -> Option<(usize, usize)> {
    let number = |at| usize::try_from(value.get(at)?.as_integer()?).ok();
    Some((number(0)?, number(1)?))
}

fn best(table: &Table) -> Best {
    let text = |name: &str| table.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
    let scores = table.get("best").and_then(Value::as_table).into_iter().flatten();
    let score = |value: &Value| value.as_integer().and_then(|score| u64::try_from(score).ok());
    let scores = scores.filter_map(|(name, value)| Some((name.clone(), score(value)?)));
    Best { title: text("title"), scores: scores.collect(), solution: text("solution") }
}

fn kept(best: &Best) -> Table {
    let mut table = Table::new();
    let score = |score: u64| Value::Integer(i64::try_from(score).unwrap_or(i64::MAX));
    let scores = best.scores.iter().map(|(name, least)| (name.clone(), score(*least)));
    table.insert("title".to_owned(), Value::String(best.title.clone()));
    table.insert("best".to_owned(), Value::Table(scores.collect()));
    table.insert("solution".to_owned(), Value::String(best.solution.clone()));
    table
}
