//! How a script says that a tile looks: shapes, colours, texts and pictures.
//! Plain data; knows neither pixels nor the script's functions.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::grid::Neighbours;

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
    /// The form of a cell: a rectangle, or on hexagonal boards a hexagon.
    #[default]
    Cell,
    /// A rectangle, with round corners if `round` says so.
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
#[serde(untagged, expecting = "size: expected a number, or { width, height }")]
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
    /// The radius of a square's corners, and of a square cell's.
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
    /// Only a piece of that picture.
    pub part: Option<Piece>,
    /// How the picture (or its pieces) comes to have the shape of `size`.
    #[serde(default)]
    pub fit: Fit,
}

impl Part {
    /// A shape with everything else as a script would leave it.
    #[must_use]
    pub fn plain(shape: Shape) -> Part {
        Part {
            shape,
            color: grey(),
            size: whole_cell(),
            at: [0.0, 0.0],
            round: 0.0,
            outline: None,
            line: thin(),
            rotate: 0.0,
            text: None,
            image: None,
            part: None,
            fit: Fit::Stretch,
        }
    }
}

/// A piece of a picture that is cut evenly: `{ column, row, columns, rows }`, column
/// and row from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(try_from = "[u32; 4]")]
pub struct Piece {
    /// From 0.
    pub column: u32,
    /// From 0.
    pub row: u32,
    /// How many pieces there are side by side.
    pub columns: u32,
    /// How many there are one above the other.
    pub rows: u32,
}

impl Piece {
    /// A whole picture.
    pub const WHOLE: Piece = Piece { column: 0, row: 0, columns: 1, rows: 1 };
}

impl TryFrom<[u32; 4]> for Piece {
    type Error = String;

    fn try_from([column, row, columns, rows]: [u32; 4]) -> Result<Piece, String> {
        let inside = (1..=columns).contains(&column) && (1..=rows).contains(&row);
        if !inside || columns.max(rows) > 256 {
            return Err("part: expected { column, row, columns, rows }, counted from 1, \
                        of at most 256 columns and rows"
                .into());
        }
        Ok(Piece { column: column - 1, row: row - 1, columns, rows })
    }
}

/// How a picture comes to have another shape.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fit {
    /// It is stretched.
    #[default]
    Stretch,
    /// What is too much of it is cut off, at both sides alike.
    Crop,
}

/// Looks that are chosen by which neighbours hold the same: an autotile.
#[derive(Clone, Debug, PartialEq)]
pub struct Edges {
    /// How many neighbours choose a look.
    pub neighbours: Neighbours,
    /// Which bits of a mask are told: of corners that are only drawn over 16 pictures
    /// none.
    pub told: u8,
    /// The tiles that count as the same; only the tile itself when there are none.
    pub like: Vec<String>,
    /// Whether what is off the grid counts as the same.
    pub outside: bool,
    /// One look for each mask, by [`Neighbours::place`]; it is drawn over the tile's own
    /// parts.
    pub looks: Vec<Look>,
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
    /// How high it stands in a view that shows heights, in cells; 0 is flat.
    pub tall: f32,
    /// Whether it stands there like a picture on a stick, and not as a block.
    pub upright: bool,
    /// Whether it is made to fill a cell, as pieces that meet their neighbours are: in a
    /// hexagon it is stretched and cut.
    pub fills: bool,
    /// Other looks for the ways that the tile may have moved last, by their names.
    pub facing: BTreeMap<String, Look>,
    /// The look where the cell also holds the tile named.
    pub on: BTreeMap<String, Look>,
    /// The look once the level is won.
    pub won: Option<Box<Look>>,
    /// Looks that hang on the neighbours.
    pub edges: Option<Box<Edges>>,
}

impl Look {
    /// The look for the way that the tile has moved last, by its name; of a way that has
    /// none (as up and to the left, of a tile that faces up), that of its first half. One
    /// that has not moved yet faces down.
    #[must_use]
    pub fn towards(&self, way: Option<&str>) -> &Look {
        let name = way.unwrap_or("down");
        let half = name.split('-').next().unwrap_or_default();
        self.facing.get(name).or_else(|| self.facing.get(half)).unwrap_or(self)
    }

    /// Does something to the name of every picture file.
    pub(in crate::rules) fn each_image(&mut self, with: &mut impl FnMut(&mut String)) {
        let own = self.parts.iter_mut().chain(self.frames.iter_mut().flatten());
        own.filter_map(|part| part.image.as_mut()).for_each(&mut *with);
        let edges = self.edges.iter_mut().flat_map(|edges| &mut edges.looks);
        let others = self.on.values_mut().chain(self.facing.values_mut());
        for look in others.chain(self.won.as_deref_mut()).chain(edges) {
            look.each_image(with);
        }
    }

    /// Every picture file that the look names.
    pub fn images(&self) -> impl Iterator<Item = &str> {
        let own = self.parts.iter().chain(self.frames.iter().flatten());
        let own = own.filter_map(|part| part.image.as_deref());
        let edges = self.edges.iter().flat_map(|edges| &edges.looks);
        let others = self.on.values().chain(self.facing.values());
        let others = others.chain(self.won.as_deref()).chain(edges);
        own.chain(others.flat_map(|look| look.images().collect::<Vec<_>>()))
    }
}
