//! `edges` of a look as a script writes it: a sheet of pictures or a look for each mask
//! of neighbours. Knows no pixel.

use mlua::{Lua, LuaSerdeExt, Table, Value};
use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::grid::{Neighbours, full_corners};
use crate::rules::kinds::in_words;
use crate::rules::look::{Edges, Fit, Look, Part, Piece, Shape};
use crate::rules::look_table::read_within;

/// What a script writes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    image: Option<String>,
    like: Option<Names>,
    #[serde(default)]
    outside: bool,
    neighbours: Option<u8>,
    /// Read apart, for looks are no plain data.
    #[serde(rename = "looks")]
    _looks: Option<IgnoredAny>,
}

/// One name or a list of them.
#[derive(Deserialize)]
#[serde(untagged)]
enum Names {
    One(String),
    Many(Vec<String>),
}

/// Reads `edges`.
///
/// # Errors
/// A field that does not exist or has a wrong type, or a mask without a look, in words.
pub(in crate::rules) fn edges(lua: &Lua, value: &Value) -> Result<Edges, String> {
    read(lua, value).map_err(|what| format!("edges: {what}"))
}

fn read(lua: &Lua, value: &Value) -> Result<Edges, String> {
    let table = value.as_table().ok_or("expected a table with image or looks")?;
    let written: Written = lua.from_value(Value::Table(table.clone())).map_err(in_words)?;
    let neighbours = match written.neighbours {
        None | Some(4) => Neighbours::Four,
        Some(8) => Neighbours::Eight,
        Some(other) => return Err(format!("neighbours is {other}; expected 4 or 8")),
    };
    let drawn = table.raw_get::<Option<Table>>("looks").map_err(in_words)?;
    let looks = match (written.image, drawn) {
        (Some(image), None) => sheet(&image, neighbours),
        (None, Some(drawn)) => {
            masks(neighbours).map(|mask| drawn_look(lua, &drawn, mask)).collect::<Result<_, _>>()?
        }
        _ => return Err("expected either image (a sheet) or looks".to_owned()),
    };
    let like = match written.like {
        None => Vec::new(),
        Some(Names::One(name)) => vec![name],
        Some(Names::Many(names)) => names,
    };
    Ok(Edges { neighbours, like, outside: written.outside, looks })
}

/// Every mask that there is, smallest first.
fn masks(neighbours: Neighbours) -> impl Iterator<Item = u8> {
    (0..=255).filter(move |&mask| match neighbours {
        Neighbours::Four => mask < 16,
        Neighbours::Eight => mask == full_corners(mask),
    })
}

/// The pieces of a sheet, in reading order: four by four for four neighbours, eight
/// columns and six rows, of which the last piece is left over, for eight.
fn sheet(image: &str, neighbours: Neighbours) -> Vec<Look> {
    let (columns, rows) = match neighbours {
        Neighbours::Four => (4, 4),
        Neighbours::Eight => (8, 6),
    };
    let look = |at: u32| {
        let piece = Piece { column: at % columns, row: at / columns, columns, rows };
        let part = Part {
            image: Some(image.to_owned()),
            part: Some(piece),
            fit: Fit::Stretch,
            ..Part::plain(Shape::Square)
        };
        Look { parts: vec![part], ..Look::default() }
    };
    (0..).take(neighbours.count()).map(look).collect()
}

/// The look that a script draws for a mask.
fn drawn_look(lua: &Lua, drawn: &Table, mask: u8) -> Result<Look, String> {
    let look = drawn.raw_get::<Option<Table>>(mask).ok().flatten();
    let look = look.ok_or_else(|| format!("looks[{mask}] is missing; expected a look"))?;
    read_within(lua, &look, true).map_err(|what| format!("looks[{mask}]: {what}"))
}
