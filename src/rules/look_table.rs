//! A look as a script writes it: fields read and lengths checked. Knows no pixel.

use std::collections::BTreeMap;

use mlua::{Lua, LuaSerdeExt, Table, Value};

use crate::grid::Tiling;
use crate::rules::edges_table::edges;
use crate::rules::kinds::in_words;
use crate::rules::look::{Look, Part};

/// Reads a look as a script writes it: a part, or a list of parts, with `turn`,
/// `frames`, `fps`, `tall`, `upright`, `facing`, `on`, `won` and `edges` beside.
///
/// # Errors
/// A field that does not exist or has a wrong type, in words.
pub(in crate::rules) fn read(lua: &Lua, table: &Table) -> Result<Look, String> {
    let mut look = read_within(lua, table, Within::Nothing)?;
    // What stands on something else is as high, unless it says so.
    let (tall, upright) = (look.tall, look.upright);
    let others = look.on.values_mut().chain(look.won.as_deref_mut());
    for other in others.filter(|other| other.tall == 0.0) {
        (other.tall, other.upright) = (tall, other.upright || upright);
    }
    Ok(look)
}

/// What a look is a part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::rules) enum Within {
    Nothing,
    /// `on`, `won` or `edges`: it has none of these itself.
    Other,
    /// `facing`: it has no such looks, either.
    Facing,
}

/// Reads a look, with the looks within it that are allowed there.
pub(in crate::rules) fn read_within(
    lua: &Lua,
    table: &Table,
    within: Within,
) -> Result<Look, String> {
    let rest = lua.create_table().map_err(in_words)?;
    let mut look = Look { fps: 2.0, ..Look::default() };
    for pair in table.pairs::<Value, Value>() {
        let (key, value) = pair.map_err(in_words)?;
        match key.as_string().map(|key| key.to_string_lossy()).as_deref() {
            Some("turn") => look.turn = field(lua, "turn", value)?,
            Some("fps") => look.fps = field(lua, "fps", value)?,
            Some("frames") => look.frames = frames(lua, &value)?,
            Some("tall") => look.tall = tall(lua, value)?,
            Some("upright") => look.upright = field(lua, "upright", value)?,
            Some(name @ ("on" | "won" | "edges")) if within > Within::Nothing => {
                return Err(format!(
                    "a look within \"on\", \"won\", \"edges\" or \"facing\" has no \"{name}\" itself"
                ));
            }
            Some("facing") if within == Within::Facing => {
                return Err("a look within \"facing\" has no \"facing\" itself".to_owned());
            }
            Some("facing") => look.facing = facing(lua, &value)?,
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

/// How many parts may still be read: a few tables can stand in very many places.
struct PartsLeft(usize);

/// The most parts in all looks of a script or a skin.
const MOST_PARTS: usize = 100_000;

/// All parts that may be read, from now on.
pub(in crate::rules) fn begin(lua: &Lua) {
    lua.set_app_data(PartsLeft(MOST_PARTS));
}

/// Counts parts that are to be read.
fn count(lua: &Lua, parts: usize) -> Result<(), String> {
    let Some(mut left) = lua.app_data_mut::<PartsLeft>() else {
        return Ok(());
    };
    let fewer = left.0.checked_sub(parts);
    left.0 = fewer.ok_or_else(|| format!("all looks have more than {MOST_PARTS} parts"))?;
    Ok(())
}

/// A list of parts, a single one, or none.
fn parts(lua: &Lua, table: &Table) -> Result<Vec<Part>, String> {
    count(lua, table.raw_len().max(1))?;
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
    read_within(lua, table, Within::Other).map_err(|what| format!("won: {what}"))
}

fn others(lua: &Lua, value: &Value) -> Result<BTreeMap<String, Look>, String> {
    let table = value.as_table().ok_or("on: expected { tile = look }")?;
    let each = table.pairs::<String, Table>();
    each.map(|pair| {
        let (tile, look) = pair.map_err(|error| format!("on: {error}"))?;
        let look = read_within(lua, &look, Within::Other);
        Ok((tile.clone(), look.map_err(|what| format!("on {tile}: {what}"))?))
    })
    .collect()
}

fn tall(lua: &Lua, value: Value) -> Result<f32, String> {
    let tall: f32 = field(lua, "tall", value)?;
    match (0.0..=2.0).contains(&tall) {
        true => Ok(tall),
        false => Err(format!("tall is {tall}; expected 0 to 2 (1 is as high as a cell is wide)")),
    }
}

/// Looks by the names of directions, those of squares and those of hexagons.
fn facing(lua: &Lua, value: &Value) -> Result<BTreeMap<String, Look>, String> {
    let table = value.as_table().ok_or("facing: expected { left = look, ... }")?;
    let mut looks = BTreeMap::new();
    for pair in table.pairs::<String, Table>() {
        let (way, look) = pair.map_err(|error| format!("facing: {error}"))?;
        let mut names = [Tiling::Square, Tiling::HexOdd].into_iter().flat_map(|tiling| {
            tiling.directions().iter().map(move |direction| direction.name(tiling))
        });
        if !names.any(|name| name == way) {
            return Err(format!("facing: \"{way}\" is no direction"));
        }
        let look = read_within(lua, &look, Within::Facing);
        looks.insert(way.clone(), look.map_err(|what| format!("facing {way}: {what}"))?);
    }
    Ok(looks)
}
