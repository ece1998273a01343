//! The parameters of a game as its script writes them. Knows no value that a player
//! sets.

use std::path::{Component, Path};

use mlua::{Lua, LuaSerdeExt, Table, Value};
use serde::Deserialize;

use crate::rules::params::{Kind, Param, Setting};

/// A parameter as a script writes it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    name: Option<String>,
    title: Option<String>,
    help: Option<String>,
    default: Option<Plain>,
    min: Option<f64>,
    max: Option<f64>,
    #[serde(default)]
    whole: bool,
    choices: Option<Vec<String>>,
    file: Option<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Plain {
    YesNo(bool),
    Number(f64),
    Text(String),
}

impl From<Plain> for Setting {
    fn from(plain: Plain) -> Setting {
        match plain {
            Plain::YesNo(truth) => Setting::YesNo(truth),
            Plain::Number(number) => Setting::Number(number),
            Plain::Text(text) => Setting::Text(text),
        }
    }
}

/// Reads `params`: a list, in the order that a panel shows, or a table by name.
/// An error names the parameter, and is in words.
pub(in crate::rules) fn read(lua: &Lua, table: &Table) -> Result<Vec<Param>, (String, String)> {
    let wrong = |name: &str, what: String| (name.to_owned(), format!("parameter {name}: {what}"));
    let mut params: Vec<Param> = Vec::new();
    for entry in entries(table) {
        let (key, value) = entry.map_err(|error| wrong("params", error.to_string()))?;
        let known_as = key.clone().unwrap_or_else(|| format!("{}", params.len() + 1));
        let written: Written = lua.from_value(value).map_err(|error| match error {
            mlua::Error::DeserializeError(text) => wrong(&known_as, text),
            other => wrong(&known_as, other.to_string()),
        })?;
        let name = key.or_else(|| written.name.clone());
        let name = name.ok_or_else(|| wrong(&known_as, "it has no name".to_owned()))?;
        let param = param(name.clone(), written).map_err(|what| wrong(&name, what))?;
        if params.iter().any(|other| other.name == name) {
            return Err(wrong(&name, "it is there twice".to_owned()));
        }
        params.push(param);
    }
    Ok(params)
}

/// Those of the list in its order, then those by name in the order of the names.
fn entries(table: &Table) -> Vec<mlua::Result<(Option<String>, Value)>> {
    let listed = table.sequence_values::<Value>().map(|value| Ok((None, value?)));
    let mut all: Vec<mlua::Result<(Option<String>, Value)>> = listed.collect();
    let mut named: Vec<(String, Value)> = Vec::new();
    for pair in table.pairs::<Value, Value>() {
        match pair {
            Ok((Value::String(name), value)) => named.push((name.to_string_lossy(), value)),
            Ok(_) => {}
            Err(error) => all.push(Err(error)),
        }
    }
    named.sort_by(|a, b| a.0.cmp(&b.0));
    all.extend(named.into_iter().map(|(name, value)| Ok((Some(name), value))));
    all
}

fn param(name: String, written: Written) -> Result<Param, String> {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if name.is_empty() || !name.chars().all(plain) {
        return Err("a name has letters, digits and _ only".to_owned());
    }
    let title = written.title.clone().unwrap_or_else(|| titled(&name));
    let help = written.help.clone().unwrap_or_default();
    let (kind, default) = kind(written)?;
    let param = Param { name, title, help, kind, default };
    match param.allows(&param.default) {
        true => Ok(param),
        false => Err(format!("default is {}; expected {}", param.default, param.expected())),
    }
}

fn kind(written: Written) -> Result<(Kind, Setting), String> {
    if let Some(file) = written.file {
        let offers = written.choices.unwrap_or_default();
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // in that range
        let min = written.min.unwrap_or(1.0).clamp(1.0, 4096.0) as u32;
        let default = written.default.map_or(Setting::None, Setting::from);
        let mut named = offers.iter().map(String::as_str).chain(match &default {
            Setting::Text(path) => Some(path.as_str()),
            _ => None,
        });
        if let Some(name) = named.find(|name| !is_inside(name)) {
            return Err(format!("\"{name}\" is no file beside the script, named without .."));
        }
        return match file.as_str() {
            "picture" => Ok((Kind::Picture { min, offers }, default)),
            other => Err(format!("file is \"{other}\"; expected \"picture\"")),
        };
    }
    let range = written.min.zip(written.max).filter(|(min, max)| min <= max);
    let default = written.default.map(Setting::from);
    let kind = match (&default, written.choices) {
        (Some(Setting::YesNo(_)), _) => Kind::YesNo,
        (Some(Setting::Text(_)), Some(choices)) => Kind::Choice(choices),
        (Some(Setting::Number(_)), _) => {
            let (min, max) = range.ok_or("a number needs min and max")?;
            if written.whole { Kind::Whole(min, max) } else { Kind::Number(min, max) }
        }
        _ => {
            let expected = "expected default = a number (with min and max), true or false, \
                            or a text (with choices), or file = \"picture\"";
            return Err(expected.to_owned());
        }
    };
    Ok((kind, default.unwrap_or(Setting::None)))
}

/// Only the player may choose a file elsewhere.
fn is_inside(name: &str) -> bool {
    let parts = Path::new(name).components();
    parts.into_iter().all(|part| matches!(part, Component::Normal(_)))
}

/// `erode_rounds` is shown as `Erode rounds`.
fn titled(name: &str) -> String {
    let mut letters = name.chars().map(|c| if c == '_' { ' ' } else { c });
    let first = letters.next().map(|c| c.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}
