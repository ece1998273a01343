//! `edges` of a look as a script writes it: a sheet of pictures or a look for each mask
//! of neighbours. Knows no pixel.

use mlua::{Table, Value};
use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::grid::{Neighbours, full_corners};
use crate::rules::fault::At;
use crate::rules::kinds::kind;
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

/// Reads `edges`, unless they are none.
pub(in crate::rules) fn edges(at: &At, value: &Value) -> Option<Edges> {
    let Some(table) = value.as_table() else {
        at.fault("expected a table with image or looks");
        return None;
    };
    if table.raw_len() > 0 {
        at.fault("expected names, as in { image = ... }, and no list");
        return None;
    }
    let written: Written = at.table(table)?;
    let neighbours = match written.neighbours {
        None | Some(4.0) => Neighbours::Four,
        Some(8.0) => Neighbours::Eight,
        Some(other) => {
            at.near("neighbours").fault(format!("neighbours is {other}; expected 4 or 8"));
            return None;
        }
    };
    let (looks, by) = looks(at, table, &written, neighbours)?;
    let like = match written.like {
        None => Vec::new(),
        Some(Names::One(name)) => vec![name],
        Some(Names::Many(names)) => names,
    };
    let told = if neighbours == Neighbours::Four { 15 } else { 255 };
    Some(Edges { neighbours: by, told, like, outside: written.outside, looks })
}

/// The look for each mask, and of how many neighbours these masks are.
fn looks(
    at: &At,
    table: &Table,
    written: &Written,
    neighbours: Neighbours,
) -> Option<(Vec<Look>, Neighbours)> {
    let named = [("image", &written.image), ("corners", &written.corners)];
    for (field, name) in named.into_iter().filter_map(|(field, name)| Some((field, name.as_ref()?)))
    {
        at.near(field).picture(name);
    }
    let drawn = drawn(at, table, neighbours)?;
    match (&written.image, &written.corners, drawn) {
        (Some(image), None, None) => Some((sheet(image, neighbours), neighbours)),
        (Some(image), Some(corners), None) if neighbours == Neighbours::Four => {
            Some((with_corners(image, corners), Neighbours::Eight))
        }
        (None, None, Some(drawn)) => {
            let mut missing = masks(neighbours)
                .filter(|mask| drawn.raw_get(*mask).is_ok_and(|look: Value| look.is_nil()));
            if let Some(mask) = missing.next() {
                at.near("looks").fault(format!("looks[{mask}] is missing; expected a look"));
            }
            let looks = masks(neighbours).map(|mask| drawn_look(at, &drawn, mask));
            Some((looks.collect(), neighbours))
        }
        (_, Some(_), _) => {
            at.near("corners").fault("corners are drawn over an image of 16 pieces");
            None
        }
        _ => {
            at.fault("expected either image (a sheet) or looks");
            None
        }
    }
}

/// The table of looks, if there is one: by masks that there are. Nothing where it is none.
fn drawn(at: &At, table: &Table, neighbours: Neighbours) -> Option<Option<Table>> {
    let at = at.near("looks");
    let looks = match at.field(table, "looks") {
        Value::Nil => return Some(None),
        Value::Table(looks) => looks,
        other => {
            at.fault(format!("looks is {}; expected a table", kind(&other)));
            return None;
        }
    };
    for (mask, _) in at.pairs(&looks) {
        let is_known = |known: u8| match mask {
            Value::Integer(mask) => mask == i64::from(known),
            #[allow(clippy::float_cmp)] // whole numbers are exact
            Value::Number(mask) => mask == f64::from(known),
            _ => false,
        };
        if !masks(neighbours).any(is_known) {
            let named = mask.to_string().unwrap_or_default();
            at.fault(format!("looks[{named}]: there is no such mask"));
        }
    }
    Some(Some(looks))
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
fn drawn_look(at: &At, drawn: &Table, mask: u8) -> Look {
    let at = at.near("looks").saying(&format!("looks[{mask}]"));
    match at.kept(drawn.raw_get::<Value>(mask)) {
        Some(Value::Table(look)) => return read_within(&at, &look, Within::Other),
        // Of all that are missing the first one was told.
        None | Some(Value::Nil) => {}
        Some(other) => at.fault(format!("expected a look, got {}", kind(&other))),
    }
    Look::default()
}
