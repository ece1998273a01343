//! Which characters stand for a tile where there are no pixels: its own letters, its shape,
//! what the game's `text` or legend has for it, or its name. Knows no board and no colour.

use std::collections::HashMap;

use crate::grid::Tile;
use crate::level::Symbol;
use crate::rules::{Color, Game, Look, Part, Shape};
use crate::view::looks::Looks;

/// A look that covers at least so much of a cell fills it: what is below is hidden.
pub const FILLS: f32 = 0.75;

/// The most characters that stand for a tile.
const MOST: usize = 4;

/// The characters of a game's tiles.
pub struct Characters {
    /// What `text` or the legend has for a tile alone, by its number.
    declared: HashMap<Tile, char>,
    /// The shapes that no other tile has.
    shapes: HashMap<Tile, char>,
}

impl Characters {
    /// Those of a game that is joined to a board.
    #[must_use]
    pub fn of(game: &Game, looks: &Looks) -> Characters {
        Characters { declared: declared(game), shapes: shapes(game, looks) }
    }

    /// The character that the game has for a tile, to fill a cell with.
    #[must_use]
    pub fn filling(&self, tile: Tile) -> Option<char> {
        self.declared.get(&tile).copied()
    }

    /// What stands for a tile of that name and look that does not fill its cell: a shape
    /// tells more than a character, as long as it is the only one of its kind.
    #[must_use]
    pub fn standing(&self, tile: Tile, name: &str) -> String {
        let known = self.shapes.get(&tile).or_else(|| self.declared.get(&tile));
        known.copied().or_else(|| name.chars().next()).map(String::from).unwrap_or_default()
    }

    /// What is written on a tile: its own letters, in their colour. A picture that `fills` its
    /// cell and that the game has no character for cannot be told from others by its colour;
    /// its name is written on it.
    #[must_use]
    pub fn written(
        &self,
        (tile, name): (Tile, &str),
        look: &Look,
        fills: bool,
    ) -> Option<(String, Option<Color>)> {
        let cut = |text: &str| text.chars().take(MOST).collect::<String>();
        if let Some((text, color)) = letters(look) {
            return Some((cut(text), Some(color)));
        }
        (fills && self.may_be_named(tile, look)).then(|| (cut(name), None))
    }

    /// Whether a tile is a picture that the game has neither letters nor a character for.
    #[must_use]
    pub fn may_be_named(&self, tile: Tile, look: &Look) -> bool {
        let is_picture = parts(look).any(|part| part.image.is_some());
        is_picture && letters(look).is_none() && !self.declared.contains_key(&tile)
    }
}

/// All that is drawn of a look at first.
fn parts(look: &Look) -> impl Iterator<Item = &Part> {
    look.parts.iter().chain(look.frames.first().into_iter().flatten())
}

/// The letters of a look, and their colour.
fn letters(look: &Look) -> Option<(&str, Color)> {
    let mut texts = parts(look).filter_map(|part| Some((part.text.as_deref()?, part.color)));
    texts.next()
}

/// The character that means a tile, or it and others below it; the one with the fewest.
fn declared(game: &Game) -> HashMap<Tile, char> {
    let text = game.declared().text.iter().map(|(symbol, names)| {
        let tiles: Vec<Tile> = names.iter().filter_map(|name| game.tile(name)).collect();
        (*symbol, tiles)
    });
    let text: Vec<(Symbol, Vec<Tile>)> = text.collect();
    let letters = if text.is_empty() { game.legend() } else { &text };
    let height =
        |tile: &Tile| game.tiles().find(|(_, own)| own == tile).map(|(kind, _)| kind.layer);
    let mut least: HashMap<Tile, (usize, char)> = HashMap::new();
    for (symbol, tiles) in letters {
        let (Symbol::Character(character), Some(top)) =
            (symbol, tiles.iter().max_by_key(|tile| height(tile)))
        else {
            continue;
        };
        let found = (tiles.len(), *character);
        let known = least.entry(*top).or_insert(found);
        *known = found.min(*known);
    }
    least.into_iter().map(|(tile, (_, character))| (tile, character)).collect()
}

fn shapes(game: &Game, looks: &Looks) -> HashMap<Tile, char> {
    let shape = |tile: Tile| Some((tile, shape_of(looks.own(tile))?));
    let shapes: Vec<(Tile, char)> = game.tiles().filter_map(|(_, tile)| shape(tile)).collect();
    let is_alone = |(tile, shape): &(Tile, char)| {
        !shapes.iter().any(|(other, same)| same == shape && other != tile)
    };
    shapes.iter().copied().filter(is_alone).collect()
}

/// The colour that letters stand on, where a look has some: without what the letters add.
#[must_use]
pub fn below_letters(look: &Look) -> Option<Color> {
    letters(look)?;
    largest(look).map(|part| part.color).filter(|color| is_seen(*color))
}

fn area(part: &Part) -> f32 {
    part.size[0] * part.size[1]
}

/// The largest shape of a look that can be seen.
fn largest(look: &Look) -> Option<&Part> {
    let is_shape = |part: &&Part| part.text.is_none() && part.image.is_none();
    let is_drawn = |part: &&Part| is_seen(part.color) || part.outline.is_some_and(is_seen);
    parts(look).filter(is_shape).filter(is_drawn).max_by(|a, b| area(a).total_cmp(&area(b)))
}

/// The shape of a look that does not fill its cell.
fn shape_of(look: &Look) -> Option<char> {
    let largest = largest(look)?;
    let is_more = parts(look).any(|part| part.text.is_some() || part.image.is_some());
    if is_more || area(largest) >= FILLS {
        return None;
    }
    let pair = match largest.shape {
        Shape::Circle => ['\u{25cf}', '\u{25cb}'],
        Shape::Triangle => ['\u{25b2}', '\u{25b3}'],
        Shape::Diamond => ['\u{25c6}', '\u{25c7}'],
        Shape::Hexagon => ['\u{2b22}', '\u{2b21}'],
        _ => ['\u{25a0}', '\u{25a1}'],
    };
    Some(pair[usize::from(!is_seen(largest.color))])
}

/// Whether a colour is more than a shadow.
fn is_seen(color: Color) -> bool {
    color.rgba[3] >= 0x80
}
