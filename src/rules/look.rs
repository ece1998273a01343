//! How a script says that a tile looks: shapes, colours, texts and pictures.
//! Plain data; knows neither pixels nor the script's functions.

use std::collections::BTreeMap;

use serde::Deserialize;

/// A colour with its opacity, each from 0 to 255; opaque is 255.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(try_from = "String")]
pub struct Color {
    /// Red, green, blue, opacity.
    pub rgba: [u8; 4],
}

impl Color {
    /// An opaque colour.
    #[must_use]
    pub const fn rgb(red: u8, green: u8, blue: u8) -> Color {
        Color { rgba: [red, green, blue, 255] }
    }

    /// Nothing to see.
    pub const NONE: Color = Color { rgba: [0; 4] };
}

impl TryFrom<String> for Color {
    type Error = String;

    /// `#rgb`, `#rrggbb`, `#rrggbbaa` or `none`.
    fn try_from(text: String) -> Result<Color, String> {
        let bad =
            || format!("\"{text}\" is no color; expected \"#rrggbb\", \"#rrggbbaa\" or \"none\"");
        if text == "none" {
            return Ok(Color::NONE);
        }
        let digits = text.strip_prefix('#').ok_or_else(bad)?;
        let long: String = match digits.len() {
            3 => digits.chars().flat_map(|digit| [digit, digit]).chain("ff".chars()).collect(),
            6 => format!("{digits}ff"),
            _ => digits.to_owned(),
        };
        let number = u32::from_str_radix(&long, 16).ok().filter(|_| long.len() == 8);
        let rgba = number.ok_or_else(bad)?.to_be_bytes();
        Ok(Color { rgba })
    }
}

/// The outline of a part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Shape {
    /// A rectangle, with round corners if `round` says so.
    #[default]
    Square,
    /// A circle or ellipse.
    Circle,
    /// A triangle that points up.
    Triangle,
    /// A square on its corner.
    Diamond,
    /// A hexagon with a corner at the top.
    Hexagon,
}

/// Width and height, or one number for both.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(untagged)]
enum Size {
    Both(f32),
    Each([f32; 2]),
}

impl From<Size> for [f32; 2] {
    fn from(size: Size) -> [f32; 2] {
        match size {
            Size::Both(side) => [side, side],
            Size::Each(sides) => sides,
        }
    }
}

fn whole_cell() -> [f32; 2] {
    [1.0, 1.0]
}

fn sides<'de, D: serde::Deserializer<'de>>(from: D) -> Result<[f32; 2], D::Error> {
    Size::deserialize(from).map(Into::into)
}

fn thin() -> f32 {
    0.06
}

fn grey() -> Color {
    Color::rgb(0x88, 0x88, 0x88)
}

/// One shape, text or picture of a look. Lengths are parts of a cell: 1 is a
/// whole cell, whatever its size in pixels.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// What is drawn when there is neither text nor image.
    #[serde(default)]
    pub shape: Shape,
    /// The colour of the shape or text.
    #[serde(default = "grey")]
    pub color: Color,
    /// Width and height.
    #[serde(default = "whole_cell", deserialize_with = "sides")]
    pub size: [f32; 2],
    /// Where the middle is, from the middle of the cell: right and down.
    #[serde(default)]
    pub at: [f32; 2],
    /// The radius of a square's corners.
    #[serde(default)]
    pub round: f32,
    /// The colour of the line around the shape.
    pub outline: Option<Color>,
    /// The width of that line.
    #[serde(default = "thin")]
    pub line: f32,
    /// Degrees, clockwise, about the part's own middle.
    #[serde(default)]
    pub rotate: f32,
    /// A text instead of a shape.
    pub text: Option<String>,
    /// A picture file instead of a shape, from the script's folder.
    pub image: Option<String>,
}

/// How a tile looks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Look {
    /// What is drawn, from the bottom up.
    pub parts: Vec<Part>,
    /// Other pictures that take turns with `parts`.
    pub frames: Vec<Vec<Part>>,
    /// Frames a second.
    pub fps: f32,
    /// Whether it is turned the way the tile last moved; drawn as facing up.
    pub turn: bool,
    /// The look where the cell also holds the tile named.
    pub on: BTreeMap<String, Look>,
}

impl Look {
    /// Every picture file that the look names.
    pub fn images(&self) -> impl Iterator<Item = &str> {
        let own = self.parts.iter().chain(self.frames.iter().flatten());
        let own = own.filter_map(|part| part.image.as_deref());
        let others = self.on.values().flat_map(|look| look.images().collect::<Vec<_>>());
        own.chain(others)
    }
}

/// Reads a look as a script writes it: a part, or a list of parts, with `turn`,
/// `frames`, `fps` and `on` beside.
///
/// # Errors
/// A field that does not exist or has a wrong type, in words.
pub(in crate::rules) fn read(lua: &mlua::Lua, table: &mlua::Table) -> Result<Look, String> {
    read_within(lua, table, false)
}

/// A look over another tile (`nested`) has no `on` of its own.
fn read_within(lua: &mlua::Lua, table: &mlua::Table, nested: bool) -> Result<Look, String> {
    let words = |error: mlua::Error| match error {
        mlua::Error::DeserializeError(text) => text,
        other => other.to_string(),
    };
    let rest = lua.create_table().map_err(words)?;
    let mut look = Look { fps: 2.0, ..Look::default() };
    for pair in table.pairs::<mlua::Value, mlua::Value>() {
        let (key, value) = pair.map_err(words)?;
        match key.as_string().map(|key| key.to_string_lossy()).as_deref() {
            Some("turn") => look.turn = field(lua, "turn", value)?,
            Some("fps") => look.fps = field(lua, "fps", value)?,
            Some("frames") => look.frames = frames(lua, &value)?,
            Some("on") if nested => return Err("a look over a tile has no \"on\" itself".into()),
            Some("on") => look.on = others(lua, &value)?,
            _ => rest.raw_set(key, value).map_err(words)?,
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

fn field<T: serde::de::DeserializeOwned>(
    lua: &mlua::Lua,
    name: &str,
    value: mlua::Value,
) -> Result<T, String> {
    use mlua::LuaSerdeExt;
    lua.from_value(value).map_err(|error| match error {
        mlua::Error::DeserializeError(text) => format!("{name}: {text}"),
        other => format!("{name}: {other}"),
    })
}

/// A list of parts, a single one, or none.
fn parts(lua: &mlua::Lua, table: &mlua::Table) -> Result<Vec<Part>, String> {
    if table.is_empty() {
        return Ok(Vec::new());
    }
    let value = mlua::Value::Table(table.clone());
    match table.raw_len() {
        0 => field(lua, "look", value).map(|part| vec![part]),
        _ => field(lua, "look", value),
    }
}

fn frames(lua: &mlua::Lua, value: &mlua::Value) -> Result<Vec<Vec<Part>>, String> {
    let list = value.as_table().ok_or("frames: expected a list of looks")?;
    let each = list.sequence_values::<mlua::Table>();
    each.map(|frame| match frame {
        Ok(frame) => parts(lua, &frame),
        Err(error) => Err(format!("frames: {error}")),
    })
    .collect()
}

fn others(lua: &mlua::Lua, value: &mlua::Value) -> Result<BTreeMap<String, Look>, String> {
    let table = value.as_table().ok_or("on: expected { tile = look }")?;
    let each = table.pairs::<String, mlua::Table>();
    each.map(|pair| {
        let (tile, look) = pair.map_err(|error| format!("on: {error}"))?;
        let look = read_within(lua, &look, true).map_err(|what| format!("on {tile}: {what}"))?;
        Ok((tile, look))
    })
    .collect()
}
