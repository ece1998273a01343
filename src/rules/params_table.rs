//! The parameters of a game as its script writes them. Knows no value that a player
//! sets.

use mlua::{Lua, LuaSerdeExt, Table, Value};
use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::rules::kinds::{in_words, kind as kind_of};
use crate::rules::params::{Kind, Param, Setting, is_inside};

/// A parameter as a script writes it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    name: Option<String>,
    title: Option<String>,
    help: Option<String>,
    /// Read apart, for what it is decides what the parameter is.
    #[serde(rename = "default")]
    _default: Option<IgnoredAny>,
    min: Option<f64>,
    max: Option<f64>,
    #[serde(default)]
    whole: bool,
    choices: Option<Vec<String>>,
    file: Option<String>,
}

/// The most parameters of a game: more than anybody can set.
const MOST: usize = 100;

/// What is wrong with a parameter, and its name as far as it is known.
type Wrong = (String, String);

/// Reads `params`: a list, in the order that a panel shows, or a table by name.
pub(in crate::rules) fn read(lua: &Lua, table: &Table) -> Result<Vec<Param>, Wrong> {
    let wrong = |name: &str, what: String| (name.to_owned(), format!("parameter {name}: {what}"));
    let entries =
        entries(table).map_err(|what| ("params".to_owned(), format!("params: {what}")))?;
    let mut params: Vec<Param> = Vec::new();
    for (name, entry) in entries {
        let default = entry.raw_get("default").map_err(|error| wrong(&name, error.to_string()))?;
        let default = plain(&default).map_err(|what| wrong(&name, what))?;
        let written = lua.from_value(Value::Table(entry));
        let written: Written = written.map_err(|error| wrong(&name, in_words(error)))?;
        if written.name.as_ref().is_some_and(|own| *own != name) {
            return Err(wrong(&name, "its name is another within".to_owned()));
        }
        let param = param(name.clone(), written, default).map_err(|what| wrong(&name, what))?;
        if params.iter().any(|other| other.name == name) {
            return Err(wrong(&name, "it is there twice".to_owned()));
        }
        params.push(param);
    }
    Ok(params)
}

/// Those of the list in its order, then those by name in the order of the names.
fn entries(table: &Table) -> Result<Vec<(String, Table)>, String> {
    let mut listed: Vec<(String, Table)> = Vec::new();
    let mut named: Vec<(String, Table)> = Vec::new();
    let length = table.raw_len();
    for at in 1..=length.min(MOST + 1) {
        let entry = table.raw_get::<Table>(at);
        let entry = entry.map_err(|_| format!("item {at} is no table"))?;
        let name = entry.raw_get::<Option<String>>("name");
        let name = name.ok().flatten().ok_or_else(|| format!("item {at} has no name"))?;
        listed.push((name, entry));
    }
    for pair in table.pairs::<Value, Value>().take(length + MOST + 1) {
        match pair.map_err(|error| error.to_string())? {
            (Value::String(name), Value::Table(entry)) => {
                named.push((name.to_string_lossy(), entry));
            }
            (Value::Integer(at), _) if (1..=length as u64).contains(&at.unsigned_abs()) => {}
            _ => return Err("expected a list of { name = ..., default = ... }".to_owned()),
        }
    }
    if listed.len() + named.len() > MOST {
        return Err(format!("a game has at most {MOST} parameters"));
    }
    named.sort_by(|a, b| a.0.cmp(&b.0));
    listed.extend(named);
    Ok(listed)
}

/// A default as the script writes it.
fn plain(value: &Value) -> Result<Option<Setting>, String> {
    match value {
        Value::Nil => Ok(None),
        Value::Boolean(truth) => Ok(Some(Setting::YesNo(*truth))),
        #[allow(clippy::cast_precision_loss)] // no parameter is that large
        Value::Integer(number) => Ok(Some(Setting::Number(*number as f64))),
        Value::Number(number) => Ok(Some(Setting::Number(*number))),
        Value::String(text) => Ok(Some(Setting::Text(text.to_string_lossy()))),
        other => Err(format!("default is {}; {EXPECTED}", kind_of(other))),
    }
}

const EXPECTED: &str = "expected default = a number (with min and max), true or false, \
                        or a text (with choices), or file = \"picture\"";

fn param(name: String, written: Written, default: Option<Setting>) -> Result<Param, String> {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if name.is_empty() || !name.chars().all(plain) {
        return Err("a name has letters, digits and _ only".to_owned());
    }
    let title = written.title.clone().unwrap_or_else(|| titled(&name));
    let help = written.help.clone().unwrap_or_default();
    let (kind, default) = kind(written, default)?;
    let param = Param { name, title, help, kind, default };
    match param.allows(&param.default) {
        true => Ok(param),
        false => Err(format!("default is {}; expected {}", param.default, param.expected())),
    }
}

fn kind(written: Written, default: Option<Setting>) -> Result<(Kind, Setting), String> {
    if let Some(file) = written.file {
        let offers = written.choices.unwrap_or_default();
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // in that range
        let min = written.min.unwrap_or(1.0).clamp(1.0, 4096.0) as u32;
        let default = default.unwrap_or(Setting::None);
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
    let finite = |(min, max): &(f64, f64)| min <= max && min.is_finite() && max.is_finite();
    let range = written.min.zip(written.max).filter(finite);
    let kind = match (&default, written.choices) {
        (Some(Setting::YesNo(_)), _) => Kind::YesNo,
        (Some(Setting::Text(_)), Some(choices)) => Kind::Choice(choices),
        (Some(Setting::Number(_)), _) => {
            let (min, max) = range.ok_or("a number needs min and max, both finite")?;
            if written.whole { Kind::Whole(min, max) } else { Kind::Number(min, max) }
        }
        _ => return Err(EXPECTED.to_owned()),
    };
    Ok((kind, default.unwrap_or(Setting::None)))
}

/// `erode_rounds` is shown as `Erode rounds`.
fn titled(name: &str) -> String {
    let mut letters = name.chars().map(|c| if c == '_' { ' ' } else { c });
    let first = letters.next().map(|c| c.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}
