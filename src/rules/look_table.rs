//! A look as a script writes it: fields read and lengths checked. Knows no pixel.

use std::collections::BTreeMap;

use mlua::{Lua, Table, Value};

use crate::grid::Tiling;
use crate::rules::edges_table::edges;
use crate::rules::fault::At;
use crate::rules::fields::Known;
use crate::rules::kinds::kind;
use crate::rules::look::{Look, Part};
use crate::rules::suggest::or_one_of;

/// Reads a look as a script writes it: a part, or a list of parts, with `turn`,
/// `frames`, `fps`, `tall`, `upright`, `facing`, `on`, `won` and `edges` beside.
pub(in crate::rules) fn read(at: &At, table: &Table) -> Look {
    let mut look = read_within(at, table, Within::Nothing);
    // What stands on something else is as high, unless it says so.
    let (tall, upright) = (look.tall, look.upright);
    let others = look.on.values_mut().chain(look.won.as_deref_mut());
    for other in others.filter(|other| other.tall == 0.0) {
        (other.tall, other.upright) = (tall, other.upright || upright);
    }
    look
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
pub(in crate::rules) fn read_within(at: &At, table: &Table, within: Within) -> Look {
    let mut look = Look { fps: 2.0, ..Look::default() };
    let Some(rest) = at.kept(at.lua.create_table()) else { return look };
    for (key, value) in at.pairs(table) {
        match key.as_string().map(|key| key.to_string_lossy()).as_deref() {
            Some(name @ ("on" | "won" | "edges")) if within > Within::Nothing => {
                at.near(name).fault(format!(
                    "a look within \"on\", \"won\", \"edges\" or \"facing\" has no \"{name}\" itself"
                ));
            }
            Some("facing") if within == Within::Facing => {
                at.near("facing").fault("a look within \"facing\" has no \"facing\" itself");
            }
            Some(name) if FIELDS.contains(&name) => field(at, &mut look, name, &value),
            _ => drop(at.kept(rest.raw_set(key, value))),
        }
    }
    look.parts = parts(at, &rest);
    let parts = look.parts.iter().chain(look.frames.iter().flatten());
    parts.filter_map(|part| sensible(part).err()).for_each(|what| at.fault(what));
    look
}

/// What a look has beside its parts.
const FIELDS: [&str; 9] =
    ["turn", "fps", "frames", "tall", "upright", "facing", "won", "on", "edges"];

/// Reads one of these.
fn field(at: &At, look: &mut Look, name: &str, value: &Value) {
    let plain = at.within(name);
    match name {
        "turn" => look.turn = plain.value(value).unwrap_or_default(),
        "fps" => look.fps = fps(at, plain.value(value)),
        "frames" => look.frames = frames(&plain, value),
        "tall" => look.tall = tall(at, plain.value(value)),
        "upright" => look.upright = plain.value(value).unwrap_or_default(),
        "facing" => look.facing = facing(at, value),
        "won" => look.won = won(&plain, value).map(Box::new),
        "on" => look.on = others(at, value),
        _ => look.edges = edges(&plain, value).map(Box::new),
    }
}

fn fps(at: &At, fps: Option<f32>) -> f32 {
    let fps = fps.unwrap_or(2.0);
    if !(0.1..=60.0).contains(&fps) {
        at.near("fps").fault(format!("fps is {fps}; expected 0.1 to 60"));
    }
    fps
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

/// How many parts may still be read, as a few tables can stand in very many places; nothing
/// once there were too many, which is told once.
struct PartsLeft(Option<usize>);

/// The most parts in all looks of a script or a skin.
pub(in crate::rules) const MOST_PARTS: usize = 100_000;

/// All parts that may be read, from now on.
pub(in crate::rules) fn begin(lua: &Lua) {
    lua.set_app_data(PartsLeft(Some(MOST_PARTS)));
}

/// Counts parts that are to be read. Whether they may be.
fn count(at: &At, parts: usize) -> bool {
    let Some(mut left) = at.lua.app_data_mut::<PartsLeft>() else {
        return true;
    };
    let Some(before) = left.0 else {
        return false;
    };
    left.0 = before.checked_sub(parts);
    if left.0.is_none() {
        at.fault(format!("all looks have more than {MOST_PARTS} parts"));
    }
    left.0.is_some()
}

/// A list of parts, a single one, or none.
fn parts(at: &At, table: &Table) -> Vec<Part> {
    let at = at.saying("look");
    if !count(&at, table.raw_len().max(1)) || table.is_empty() {
        return Vec::new();
    }
    let length = table.raw_len();
    if length == 0 {
        return part(&at, table).into_iter().collect();
    }
    let mut parts = Vec::new();
    for (key, value) in at.pairs(table) {
        match (key, value) {
            (Value::Integer(_) | Value::Number(_), Value::Table(table)) => {
                parts.extend(part(&at, &table));
            }
            (Value::String(key), _) => {
                let (key, known) = (key.to_string_lossy(), FIELDS);
                let rest = or_one_of(&key, known);
                at.near(&key).fault(format!("a list of parts has no field \"{key}\"; {rest}"));
            }
            (_, other) => at.fault(format!("expected parts in this list, got {}", kind(&other))),
        }
    }
    parts
}

/// One part, with the pictures that it names.
fn part(at: &At, table: &Table) -> Option<Part> {
    let part: Part = at.table(table)?;
    part.image.iter().for_each(|image| at.near("image").picture(image));
    Some(part)
}

fn frames(at: &At, value: &Value) -> Vec<Vec<Part>> {
    let Some(list) = value.as_table() else {
        at.fault("expected a list of looks");
        return Vec::new();
    };
    let each = list.sequence_values::<Value>().filter_map(|frame| at.kept(frame));
    let each = each.map(|frame| match &frame {
        Value::Table(frame) => parts(at, frame),
        other => {
            at.fault(format!("expected a list of looks, got {} in it", kind(other)));
            Vec::new()
        }
    });
    each.collect()
}

fn won(at: &At, value: &Value) -> Option<Look> {
    let table = value.as_table();
    if table.is_none() {
        at.fault("expected a look");
    }
    table.map(|table| read_within(at, table, Within::Other))
}

/// Looks by a name each, as those of `on` and `facing` are.
fn named(at: &At, value: &Value, expected: &str) -> Vec<(String, Table)> {
    let Some(table) = value.as_table() else {
        at.fault(expected);
        return Vec::new();
    };
    let each = at.pairs(table).into_iter().filter_map(|pair| match pair {
        (Value::String(name), Value::Table(look)) => Some((name.to_string_lossy(), look)),
        _ => {
            at.fault(expected);
            None
        }
    });
    each.collect()
}

fn others(at: &At, value: &Value) -> BTreeMap<String, Look> {
    let looks = named(&at.within("on"), value, "expected { tile = look }").into_iter();
    let read = |(tile, look): (String, Table)| {
        let at = at.near("on").near(&tile).saying(&format!("on {tile}"));
        let look = read_within(&at, &look, Within::Other);
        (tile, look)
    };
    looks.map(read).collect()
}

fn tall(at: &At, tall: Option<f32>) -> f32 {
    let tall = tall.unwrap_or_default();
    if !(0.0..=2.0).contains(&tall) {
        let what = format!("tall is {tall}; expected 0 to 2 (1 is as high as a cell is wide)");
        at.near("tall").fault(what);
    }
    tall
}

/// Looks by the names of directions, those of squares and those of hexagons.
fn facing(at: &At, value: &Value) -> BTreeMap<String, Look> {
    let ways = [Tiling::Square, Tiling::HexOdd]
        .into_iter()
        .flat_map(|tiling| tiling.directions().iter().map(move |direction| direction.name(tiling)));
    let ways = Known(Some(ways.collect()));
    let within = at.within("facing");
    let mut looks = BTreeMap::new();
    for (way, look) in named(&within, value, "expected { left = look, ... }") {
        if !ways.has(&way) {
            let question = ways.question(&way);
            within.near(&way).fault(format!("\"{way}\" is no direction{question}"));
            continue;
        }
        let at = at.near("facing").near(&way).saying(&format!("facing {way}"));
        looks.insert(way, read_within(&at, &look, Within::Facing));
    }
    looks
}
