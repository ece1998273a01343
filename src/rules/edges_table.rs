//! `edges` of a look as a script writes it: a sheet of pictures or a look for each mask
//! of neighbours. Knows no pixel.

use mlua::{Lua, LuaSerdeExt, Table, Value};
use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::grid::{Neighbours, full_corners};
use crate::rules::kinds::{in_words, kind};
use crate::rules::look::{Edges, Fit, Look, Part, Piece, Shape};
use crate::rules::look_table::{Within, read_within};

/// What a script writes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    image: Option<String>,
    corners: Option<String>,
    like: Option<Names>,
    #[serde(default)]
    outside: bool,
    neighbours: Option<f64>,
    /// Read apart, for looks are no plain data.
    #[serde(rename = "looks")]
    _looks: Option<IgnoredAny>,
}

/// One name or a list of them.
#[derive(Deserialize)]
#[serde(untagged, expecting = "like: expected the name of a tile, or a list of them")]
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
    if table.raw_len() > 0 {
        return Err("expected names, as in { image = ... }, and no list".to_owned());
    }
    let written: Written = lua.from_value(Value::Table(table.clone())).map_err(in_words)?;
    let neighbours = match written.neighbours {
        None | Some(4.0) => Neighbours::Four,
        Some(8.0) => Neighbours::Eight,
        Some(other) => return Err(format!("neighbours is {other}; expected 4 or 8")),
    };
    let drawn = drawn(table, neighbours)?;
    let (looks, by) = match (written.image, written.corners, drawn) {
        (Some(image), None, None) => (sheet(&image, neighbours), neighbours),
        (Some(image), Some(corners), None) if neighbours == Neighbours::Four => {
            (with_corners(&image, &corners), Neighbours::Eight)
        }
        (None, None, Some(drawn)) => {
            let looks = masks(neighbours).map(|mask| drawn_look(lua, &drawn, mask));
            (looks.collect::<Result<_, _>>()?, neighbours)
        }
        (_, Some(_), _) => return Err("corners are drawn over an image of 16 pieces".to_owned()),
        _ => return Err("expected either image (a sheet) or looks".to_owned()),
    };
    let like = match written.like {
        None => Vec::new(),
        Some(Names::One(name)) => vec![name],
        Some(Names::Many(names)) => names,
    };
    let told = if neighbours == Neighbours::Four { 15 } else { 255 };
    Ok(Edges { neighbours: by, told, like, outside: written.outside, looks })
}

/// The table of looks, if there is one: by masks that there are.
fn drawn(table: &Table, neighbours: Neighbours) -> Result<Option<Table>, String> {
    let looks = match table.raw_get::<Value>("looks").map_err(in_words)? {
        Value::Nil => return Ok(None),
        Value::Table(looks) => looks,
        other => return Err(format!("looks is {}; expected a table", kind(&other))),
    };
    for pair in looks.pairs::<Value, Value>() {
        let (mask, _) = pair.map_err(in_words)?;
        let is_known = |known: u8| match mask {
            Value::Integer(mask) => mask == i64::from(known),
            #[allow(clippy::float_cmp)] // whole numbers are exact
            Value::Number(mask) => mask == f64::from(known),
            _ => false,
        };
        if !masks(neighbours).any(is_known) {
            let named = mask.to_string().unwrap_or_default();
            return Err(format!("looks[{named}]: there is no such mask"));
        }
    }
    Ok(Some(looks))
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
    let sides = match neighbours {
        Neighbours::Four => (4, 4),
        Neighbours::Eight => (8, 6),
    };
    let look = |at: u32| Look { parts: vec![piece(image, at, sides)], ..Look::default() };
    (0..).take(neighbours.count()).map(look).collect()
}

/// The 16 pieces of a sheet, and over them a piece of another one (above left, above
/// right, below left, below right) for each corner that is missing between two sides.
fn with_corners(image: &str, corners: &str) -> Vec<Look> {
    let look = |mask: u8| {
        let missing = full_corners(mask | 0xf0) & !mask;
        let over = (0..4).filter(|at| missing >> (4 + at) & 1 == 1);
        let over = over.map(|at| piece(corners, at, (4, 1)));
        let under = piece(image, u32::from(mask & 15), (4, 4));
        Look { parts: std::iter::once(under).chain(over).collect(), ..Look::default() }
    };
    masks(Neighbours::Eight).map(look).collect()
}

/// A piece of a picture, in reading order from 0.
fn piece(image: &str, at: u32, (columns, rows): (u32, u32)) -> Part {
    Part {
        image: Some(image.to_owned()),
        part: Some(Piece { column: at % columns, row: at / columns, columns, rows }),
        fit: Fit::Stretch,
        ..Part::plain(Shape::Square)
    }
}

/// The look that a script draws for a mask.
fn drawn_look(lua: &Lua, drawn: &Table, mask: u8) -> Result<Look, String> {
    let look = match drawn.raw_get::<Value>(mask).map_err(in_words)? {
        Value::Table(look) => look,
        Value::Nil => return Err(format!("looks[{mask}] is missing; expected a look")),
        other => return Err(format!("looks[{mask}] is {}; expected a look", kind(&other))),
    };
    read_within(lua, &look, Within::Other).map_err(|what| format!("looks[{mask}]: {what}"))
}
