//! The plain fields of a game's table: texts, lists, legends and keys, checked. Knows no
//! tile but by its name.

use std::collections::{BTreeMap, BTreeSet};

use mlua::{Table, Value};

use crate::level::Symbol;
use crate::rules::fault::At;
use crate::rules::kinds::kind;
use crate::rules::look::Color;
use crate::rules::suggest::{did_you_mean, question};

/// What a symbol of a level puts into a cell: names of tiles.
pub type Legend = BTreeMap<Symbol, Vec<String>>;

/// The names that a script may use in a place; nothing where they could not be read, which
/// is told, and what hangs on it is not.
#[derive(Clone, Debug)]
pub(in crate::rules) struct Known<'n>(pub Option<Vec<&'n str>>);

impl Known<'_> {
    /// Whether a name is, or may be, among them.
    pub fn has(&self, name: &str) -> bool {
        self.0.as_ref().is_none_or(|names| names.contains(&name))
    }

    /// What was perhaps meant by a name that is not, as the end of a message.
    pub fn question(&self, name: &str) -> String {
        question(name, self.0.iter().flatten().copied())
    }
}

pub(in crate::rules) fn legend(at: &At, game: &Table, field: &str, known: &Known) -> Legend {
    let at = at.within(field);
    let table = match at.field(game, field) {
        Value::Nil => return Legend::new(),
        Value::Table(table) => table,
        _ => {
            at.fault("expected { [\"#\"] = \"wall\" }");
            return Legend::new();
        }
    };
    let entries = at.pairs(&table).into_iter();
    entries.filter_map(|(key, value)| meaning(&at, &key, &value, known)).collect()
}

/// What a symbol means, if that can be.
fn meaning(at: &At, key: &Value, value: &Value, known: &Known) -> Option<(Symbol, Vec<String>)> {
    let word = key.as_string().map(|key| key.to_string_lossy()).unwrap_or_default();
    let at = at.near(&word);
    let symbol = match symbol(key) {
        Ok(symbol) => symbol,
        Err(key) => {
            at.fault(format!("{key} is neither a single character nor a whole number"));
            return None;
        }
    };
    let Some(tiles) = one_or_more(value) else {
        at.fault(format!("'{symbol}': expected a tile or a list of tiles"));
        return None;
    };
    for tile in tiles.iter().filter(|tile| !known.has(tile)) {
        let question = known.question(tile);
        let what = format!("'{symbol}' means \"{tile}\", which is no tile{question}");
        at.near(tile).fault(what);
    }
    Some((symbol, tiles))
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

pub(in crate::rules) fn keys(at: &At, game: &Table) -> BTreeMap<String, String> {
    let at = at.within("keys");
    let mut keys = BTreeMap::new();
    let pairs = match at.field(game, "keys") {
        Value::Nil => return keys,
        Value::Table(table) => at.pairs(&table),
        _ => vec![(Value::Nil, Value::Nil)],
    };
    for pair in pairs {
        if at.is_full() {
            break;
        }
        let (Value::String(key), Value::String(name)) = pair else {
            at.fault("expected { key = \"name of an action\" }");
            continue;
        };
        let (key, name) = (key.to_string_lossy(), name.to_string_lossy());
        if !is_key(&key) {
            at.near(&key).fault(no_key(&key));
        }
        if !is_action(&name) {
            at.near(&name).fault(no_action(&name));
        }
        keys.insert(key, name);
    }
    keys
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
    let expected = || format!("expected one small letter or other character, or one of {names}");
    let rest = did_you_mean(key, KEY_NAMES).unwrap_or_else(expected);
    format!("\"{key}\" is no key; {rest}")
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

pub(in crate::rules) fn truth(at: &At, game: &Table, field: &str) -> bool {
    match at.field(game, field) {
        Value::Nil => false,
        Value::Boolean(truth) => truth,
        _ => {
            at.within(field).fault("expected true or false");
            false
        }
    }
}

pub(in crate::rules) fn optional_text(at: &At, game: &Table, field: &str) -> Option<String> {
    match at.field(game, field) {
        Value::Nil => None,
        Value::String(text) => Some(text.to_string_lossy()),
        _ => {
            at.within(field).fault("expected a text");
            None
        }
    }
}

/// A colour, as `"#rrggbb"`.
pub(in crate::rules) fn color(at: &At, table: &Table, field: &str) -> Option<Color> {
    let text = optional_text(at, table, field)?;
    let color = Color::try_from(text.clone());
    color.map_err(|what| at.within(field).near(&text).fault(what)).ok()
}

pub(in crate::rules) fn list_of_texts(at: &At, game: &Table, field: &str) -> Option<Vec<String>> {
    let list = match at.field(game, field) {
        Value::Nil => return None,
        value @ Value::Table(_) => one_or_more(&value),
        _ => None,
    };
    if list.is_none() {
        at.within(field).fault("expected a list of names");
    }
    list
}

pub(in crate::rules) fn first_twice(names: &[String]) -> Option<&String> {
    let mut seen = BTreeSet::new();
    names.iter().find(|name| !seen.insert(name.as_str()))
}
