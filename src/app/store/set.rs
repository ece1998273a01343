//! What a player has set, on disk: one small TOML file for the program and one for each
//! game. Knows no game.

use std::time::Duration;

use toml::{Table, Value};

use crate::app::keymap::Keymap;
use crate::app::store::kept::unless_put_aside;
use crate::app::store::{GAMES, PROGRAM, Store, StoreError};
use crate::rules::{Setting, Settings};
use crate::view::MOTION;

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

impl Store {
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
        let motion = i64::try_from(preferences.motion.as_millis()).unwrap_or(i64::MAX);
        let Preferences { whole_walks, unlock_all, .. } = preferences;
        self.change(PROGRAM, |table| {
            table.insert("motion".to_owned(), Value::Integer(motion));
            for (name, truth) in [("whole_walks", whole_walks), ("unlock_all", unlock_all)] {
                table.insert(name.to_owned(), Value::Boolean(truth));
            }
        })
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
        self.change(&place_of(game), |table| {
            let params = table.entry("params").or_insert_with(|| Value::Table(Table::new()));
            if !params.is_table() {
                *params = Value::Table(Table::new());
            }
            for (name, setting) in settings {
                if let Some(params) = params.as_table_mut() {
                    params.insert(name.clone(), value_of(setting));
                }
            }
        })
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
        let keys = keymap.changed().iter().map(|(name, keys)| {
            let keys = keys.iter().cloned().map(Value::String).collect();
            (name.clone(), Value::Array(keys))
        });
        let keys = Value::Table(keys.collect());
        self.change(&place_of(game), |table| drop(table.insert("keys".to_owned(), keys)))
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
        let game = Value::String(game.to_owned());
        self.change(PROGRAM, |table| drop(table.insert("game".to_owned(), game)))
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
        let isometric = Value::Boolean(isometric);
        self.change(&place_of(game), |table| drop(table.insert("isometric".to_owned(), isometric)))
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
        self.change(&place_of(game), |table| {
            match skin {
                Some(skin) => table.insert("skin".to_owned(), Value::String(skin.to_owned())),
                None => table.remove("skin"),
            };
        })
    }

    /// Changes what a file has. One that turns out to be damaged is put aside, and what is kept
    /// now begins a new one.
    fn change(&self, place: &str, change: impl FnOnce(&mut Table)) -> Result<(), StoreError> {
        let (mut table, damaged) = unless_put_aside(self.read(place))?;
        change(&mut table);
        self.write(place, &table)?;
        damaged.map_or(Ok(()), Err)
    }
}

/// The file of a game, whose name has only letters, digits, `_` and `-`; of one of a pack, a
/// dot after that of the pack.
fn place_of(game: &str) -> String {
    format!("{GAMES}{game}.toml")
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
