//! A look as a script writes it: fields read and lengths checked. Knows no pixel.

use std::collections::BTreeMap;

use mlua::{Lua, LuaSerdeExt, Table, Value};

use crate::rules::edges_table::edges;
use crate::rules::kinds::in_words;
use crate::rules::look::{Look, Part};

/// Reads a look as a script writes it: a part, or a list of parts, with `turn`,
/// `frames`, `fps`, `on`, `won` and `edges` beside.
///
/// # Errors
/// A field that does not exist or has a wrong type, in words.
pub(in crate::rules) fn read(lua: &Lua, table: &Table) -> Result<Look, String> {
    read_within(lua, table, false)
}

/// A look over another tile, of a won level or for certain neighbours (`nested`) has no
/// such looks of its own.
pub(in crate::rules) fn read_within(
    lua: &Lua,
    table: &Table,
    nested: bool,
) -> Result<Look, String> {
    let rest = lua.create_table().map_err(in_words)?;
    let mut look = Look { fps: 2.0, ..Look::default() };
    for pair in table.pairs::<Value, Value>() {
        let (key, value) = pair.map_err(in_words)?;
        match key.as_string().map(|key| key.to_string_lossy()).as_deref() {
            Some("turn") => look.turn = field(lua, "turn", value)?,
            Some("fps") => look.fps = field(lua, "fps", value)?,
            Some("frames") => look.frames = frames(lua, &value)?,
            Some(name @ ("on" | "won" | "edges")) if nested => {
                return Err(format!(
                    "a look within \"on\", \"won\" or \"edges\" has no \"{name}\" itself"
                ));
            }
            Some("won") => look.won = Some(Box::new(won(lua, &value)?)),
            Some("on") => look.on = others(lua, &value)?,
            Some("edges") => look.edges = Some(Box::new(edges(lua, &value)?)),
            _ => rest.raw_set(key, value).map_err(in_words)?,
        }
    }
    if !(0.1..=60.0).contains(&look.fps) {
        return Err(format!("fps is {}; expected 0.1 to 60", look.fps));
    }
    look.parts = parts(lua, &rest)?;
    look.parts.iter().chain(look.frames.iter().flatten()).try_for_each(sensible)?;
    Ok(look)
}

/// Lengths are parts of a cell, so none is large; nor is a text within one.
fn sensible(part: &Part) -> Result<(), String> {
    let lengths = part.size.into_iter().chain([part.round, part.line]);
    let mut wrong = lengths.filter(|length| !(0.0..=8.0).contains(length));
    if let Some(length) = wrong.next() {
        return Err(format!("a length is {length}; expected 0 to 8 (1 is a whole cell)"));
    }
    let places = part.at.into_iter().find(|place| !(-8.0..=8.0).contains(place));
    if let Some(place) = places {
        return Err(format!("at: {place} is too far away; expected -8 to 8 (1 is a whole cell)"));
    }
    if !part.rotate.is_finite() {
        return Err(format!("rotate is {}; expected degrees", part.rotate));
    }
    match part.text.as_ref().map(|text| text.chars().count()) {
        Some(17..) => Err("a text on a tile has at most 16 characters".into()),
        _ => Ok(()),
    }
}

fn field<T: serde::de::DeserializeOwned>(lua: &Lua, name: &str, value: Value) -> Result<T, String> {
    lua.from_value(value).map_err(|error| format!("{name}: {}", in_words(error)))
}

/// A list of parts, a single one, or none.
fn parts(lua: &Lua, table: &Table) -> Result<Vec<Part>, String> {
    if table.is_empty() {
        return Ok(Vec::new());
    }
    let value = Value::Table(table.clone());
    match table.raw_len() {
        0 => field(lua, "look", value).map(|part| vec![part]),
        _ => field(lua, "look", value),
    }
}

fn frames(lua: &Lua, value: &Value) -> Result<Vec<Vec<Part>>, String> {
    let list = value.as_table().ok_or("frames: expected a list of looks")?;
    let each = list.sequence_values::<Table>();
    each.map(|frame| match frame {
        Ok(frame) => parts(lua, &frame),
        Err(error) => Err(format!("frames: {error}")),
    })
    .collect()
}

fn won(lua: &Lua, value: &Value) -> Result<Look, String> {
    let table = value.as_table().ok_or("won: expected a look")?;
    read_within(lua, table, true).map_err(|what| format!("won: {what}"))
}

fn others(lua: &Lua, value: &Value) -> Result<BTreeMap<String, Look>, String> {
    let table = value.as_table().ok_or("on: expected { tile = look }")?;
    let each = table.pairs::<String, Table>();
    each.map(|pair| {
        let (tile, look) = pair.map_err(|error| format!("on: {error}"))?;
        let look = read_within(lua, &look, true).map_err(|what| format!("on {tile}: {what}"))?;
        Ok((tile, look))
    })
    .collect()
}
