//! The parameters of a game as its script writes them. Knows no value that a player
//! sets.

use mlua::{Table, Value};
use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::rules::fault::At;
use crate::rules::kinds::kind as kind_of;
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

/// Reads `params`: a list, in the order that a panel shows, or a table by name.
pub(in crate::rules) fn read(at: &At, table: &Table) -> Vec<Param> {
    let entries = match entries(table) {
        Ok(entries) => entries,
        Err(what) => {
            at.fault(format!("params: {what}"));
            return Vec::new();
        }
    };
    let mut params: Vec<Param> = Vec::new();
    for (name, entry) in entries {
        let at = at.near(&name).saying(&format!("parameter {name}"));
        if params.iter().any(|other| other.name == name) {
            at.fault("it is there twice");
        }
        params.extend(read_one(&at, name, &entry));
    }
    params
}

fn read_one(at: &At, name: String, entry: &Table) -> Option<Param> {
    let default = plain(&at.field(entry, "default"));
    let default = default.map_err(|what| at.near("default").fault(what)).ok();
    let written: Option<Written> = at.table(entry);
    let (default, written) = default.zip(written)?;
    if written.name.as_ref().is_some_and(|own| *own != name) {
        at.fault("its name is another within");
    }
    let param = param(name, written, default).map_err(|what| at.fault(what)).ok()?;
    if let Kind::Picture { offers, .. } = &param.kind {
        let default = Some(&param.default).and_then(|default| match default {
            Setting::Text(path) => Some(path),
            _ => None,
        });
        offers.iter().chain(default).for_each(|path| at.picture(path));
    }
    Some(param)
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
