//! The plain fields of a game's table: texts, lists, legends and keys, checked. Knows no
//! tile but by its name.

use std::collections::{BTreeMap, BTreeSet};

use mlua::{Table, Value};

use crate::level::Symbol;
use crate::rules::kinds::kind;

/// What a symbol of a level puts into a cell: names of tiles.
pub type Legend = BTreeMap<Symbol, Vec<String>>;

/// Why a table is no game. `near` is a text of the script at the fault, to find
/// the line by.
#[derive(Debug)]
pub(in crate::rules) struct Fault {
    pub what: String,
    /// The first of these that is found.
    pub near: Vec<String>,
}

impl Fault {
    pub fn new(what: impl Into<String>) -> Fault {
        Fault { what: what.into(), near: Vec::new() }
    }

    /// About something by its name, written as a text or else as a field.
    pub fn named(what: impl Into<String>, name: &str) -> Fault {
        Fault { what: what.into(), near: vec![format!("\"{name}\""), name.to_owned()] }
    }

    pub fn near(what: impl Into<String>, near: impl Into<String>) -> Fault {
        Fault { what: what.into(), near: vec![near.into()] }
    }
}

impl From<mlua::Error> for Fault {
    fn from(error: mlua::Error) -> Fault {
        Fault::new(error.to_string())
    }
}

pub(in crate::rules) type Result<T> = std::result::Result<T, Fault>;

pub(in crate::rules) fn legend(
    game: &Table,
    field: &str,
    known: &BTreeSet<&str>,
) -> Result<Legend> {
    let mut legend = Legend::new();
    let table = match game.raw_get::<Value>(field)? {
        Value::Nil => return Ok(legend),
        Value::Table(table) => table,
        _ => return Err(Fault::near(format!("{field}: expected {{ [\"#\"] = \"wall\" }}"), field)),
    };
    for pair in table.pairs::<Value, Value>() {
        let (key, value) = pair?;
        let key = symbol(&key).map_err(|key| {
            let what = format!("{field}: {key} is neither a single character nor a whole number");
            Fault { what, near: vec![key, field.to_owned()] }
        })?;
        let tiles = one_or_more(&value).ok_or_else(|| {
            let what = format!("{field}: '{key}': expected a tile or a list of tiles");
            Fault::near(what, format!("\"{key}\""))
        })?;
        if let Some(tile) = tiles.iter().find(|tile| !known.contains(tile.as_str())) {
            let what = format!("{field}: '{key}' means \"{tile}\", which is no tile");
            return Err(Fault::near(what, format!("\"{tile}\"")));
        }
        legend.insert(key, tiles);
    }
    Ok(legend)
}

/// `["#"]` is a character of a text board, `[7]` a number of a number grid.
fn symbol(key: &Value) -> std::result::Result<Symbol, String> {
    match key {
        Value::Integer(number) => i32::try_from(*number).ok().map(Symbol::Number),
        #[allow(clippy::cast_possible_truncation)] // checked to be whole and small
        Value::Number(n) if n.fract() == 0.0 && n.abs() < 1e9 => Some(Symbol::Number(*n as i32)),
        Value::String(text) => {
            let text = text.to_string_lossy();
            let mut characters = text.chars();
            let one = characters.next().filter(|_| characters.next().is_none());
            one.map(Symbol::Character)
        }
        _ => None,
    }
    .ok_or_else(|| match key {
        Value::String(text) => format!("\"{}\"", text.to_string_lossy()),
        Value::Number(number) => number.to_string(),
        other => kind(other).to_owned(),
    })
}

fn one_or_more(value: &Value) -> Option<Vec<String>> {
    match value {
        Value::String(one) => Some(vec![one.to_string_lossy()]),
        Value::Table(list) => {
            let each = list.sequence_values::<String>();
            each.collect::<mlua::Result<Vec<_>>>().ok()
        }
        _ => None,
    }
}

pub(in crate::rules) fn keys(game: &Table) -> Result<BTreeMap<String, String>> {
    let expected = || Fault::near("keys: expected { key = \"name of an action\" }", "keys");
    match game.raw_get::<Value>("keys")? {
        Value::Nil => Ok(BTreeMap::new()),
        Value::Table(table) => {
            let each = table.pairs::<String, String>();
            let keys: BTreeMap<_, _> = each.collect::<mlua::Result<_>>().map_err(|_| expected())?;
            if let Some(name) = keys.values().find(|name| !is_action(name)) {
                return Err(Fault::named(format!("keys: {}", no_action(name)), name));
            }
            match keys.keys().find(|key| !is_key(key)) {
                None => Ok(keys),
                Some(key) => Err(Fault::named(format!("keys: {}", no_key(key)), key)),
            }
        }
        _ => Err(expected()),
    }
}

/// The keys that have names; every other one is called by its character.
pub const KEY_NAMES: [&str; 25] = [
    "left",
    "up",
    "right",
    "down",
    "space",
    "enter",
    "tab",
    "backspace",
    "delete",
    "insert",
    "home",
    "end",
    "pageup",
    "pagedown",
    "f1",
    "f3",
    "f4",
    "f6",
    "f7",
    "f8",
    "f9",
    "f10",
    "f11",
    "f12",
    "clear",
];

/// A key as a window tells it, without those that always are the program's own (Escape,
/// F2 and F5).
fn is_key(key: &str) -> bool {
    let mut letters = key.chars();
    let one = letters.next().filter(|_| letters.next().is_none());
    let small = |letter: char| !letter.is_uppercase() && !letter.is_whitespace();
    one.is_some_and(small) || KEY_NAMES.contains(&key)
}

fn no_key(key: &str) -> String {
    let names = KEY_NAMES.join(", ");
    format!("\"{key}\" is no key; expected one small letter or other character, or one of {names}")
}

/// A recording must tell a name from a click and from what the program does itself.
fn is_action(name: &str) -> bool {
    let plain = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    !name.is_empty() && name.chars().all(plain) && !TAKEN.contains(&name)
}

/// Actions that come from elsewhere than a key of the script's own.
const TAKEN: [&str; 4] = ["move", "click", "tick", "set"];

fn no_action(name: &str) -> String {
    format!(
        "\"{name}\" is no name of an action; expected letters, digits, _ and -, and none of {}",
        TAKEN.join(", ")
    )
}

pub(in crate::rules) fn truth(game: &Table, field: &str) -> Result<bool> {
    match game.raw_get::<Value>(field)? {
        Value::Nil => Ok(false),
        Value::Boolean(truth) => Ok(truth),
        _ => Err(Fault::near(format!("{field}: expected true or false"), field)),
    }
}

pub(in crate::rules) fn optional_text(game: &Table, field: &str) -> Result<Option<String>> {
    match game.raw_get::<Value>(field)? {
        Value::Nil => Ok(None),
        Value::String(text) => Ok(Some(text.to_string_lossy())),
        _ => Err(Fault::near(format!("{field}: expected a text"), field)),
    }
}

pub(in crate::rules) fn list_of_texts(game: &Table, field: &str) -> Result<Option<Vec<String>>> {
    match game.raw_get::<Value>(field)? {
        Value::Nil => Ok(None),
        value @ Value::Table(_) => one_or_more(&value)
            .map(Some)
            .ok_or_else(|| Fault::near(format!("{field}: expected a list of names"), field)),
        _ => Err(Fault::near(format!("{field}: expected a list of names"), field)),
    }
}

pub(in crate::rules) fn first_twice(names: &[String]) -> Option<&String> {
    let mut seen = BTreeSet::new();
    names.iter().find(|name| !seen.insert(name.as_str()))
}
