//! Which look each tile of a board has: the script's, a plain one where it says
//! nothing, and 'missing' for a tile that the script no longer declares. Knows
//! no pixel.

use std::collections::HashMap;

use crate::grid::{Board, Cell, Tile};
use crate::rules::{Color, Fit, Game, Look, Part, Shape};

/// A look, by its number in [`Looks`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LookId(usize);

struct Entry {
    look: LookId,
    /// The look once the level is won.
    won: Option<LookId>,
    /// Other looks where the cell also holds that tile.
    on: Vec<(Tile, LookId)>,
}

/// The looks of a game's tiles.
pub struct Looks {
    looks: Vec<Look>,
    tiles: HashMap<Tile, Entry>,
}

/// The look of a tile that no script declares.
const MISSING: LookId = LookId(0);

impl Looks {
    /// The looks of a game that is joined to a board.
    #[must_use]
    pub fn of(game: &Game) -> Looks {
        let mut looks = Looks { looks: vec![missing()], tiles: HashMap::new() };
        for (kind, tile) in game.tiles() {
            let look = kind.look.clone().unwrap_or_else(|| plain(&kind.name));
            let on = look.on.iter();
            let on =
                on.filter_map(|(name, look)| Some((game.tile(name)?, looks.add(look.clone()))));
            let on = on.collect();
            let won = look.won.as_deref().map(|look| looks.add(look.clone()));
            let look = looks.add(look);
            looks.tiles.insert(tile, Entry { look, won, on });
        }
        looks
    }

    /// The look of a tile in a cell of a board that is `won` or not.
    #[must_use]
    pub fn look_in(&self, board: &Board, won: bool, cell: Cell, tile: Tile) -> LookId {
        let Some(entry) = self.tiles.get(&tile) else {
            return MISSING;
        };
        if let Some(look) = entry.won.filter(|_| won) {
            return look;
        }
        let on = entry.on.iter().find(|(other, _)| board.has(cell, *other));
        on.map_or(entry.look, |(_, look)| *look)
    }

    /// A look by its number.
    #[must_use]
    pub fn get(&self, id: LookId) -> &Look {
        &self.looks[id.0]
    }

    /// Every picture file that the looks name.
    pub fn images(&self) -> impl Iterator<Item = &str> {
        self.looks.iter().flat_map(Look::images)
    }

    fn add(&mut self, look: Look) -> LookId {
        self.looks.push(look);
        LookId(self.looks.len() - 1)
    }
}

/// A part with everything else as a script would leave it.
fn part(shape: Shape, size: f32, color: Color) -> Part {
    Part {
        shape,
        color,
        size: [size, size],
        at: [0.0, 0.0],
        round: 0.0,
        outline: None,
        line: 0.06,
        rotate: 0.0,
        text: None,
        image: None,
        part: None,
        fit: Fit::Stretch,
    }
}

fn missing() -> Look {
    let dark = Color::rgb(0x50, 0x10, 0x50);
    let light = Color::rgb(0xff, 0x66, 0xff);
    let back = Part { outline: Some(light), ..part(Shape::Square, 0.9, dark) };
    let mark = Part { text: Some("?".into()), ..part(Shape::Square, 0.7, light) };
    Look { parts: vec![back, mark], ..Look::default() }
}

/// A square in a colour of its own with the first letter of the name.
fn plain(name: &str) -> Look {
    const COLORS: [Color; 8] = [
        Color::rgb(0x4a, 0x7f, 0xb5),
        Color::rgb(0xb5, 0x6a, 0x4a),
        Color::rgb(0x5f, 0x9e, 0x5f),
        Color::rgb(0x8a, 0x63, 0xb0),
        Color::rgb(0xa8, 0x8f, 0x3f),
        Color::rgb(0x3f, 0x98, 0x98),
        Color::rgb(0xb0, 0x5a, 0x85),
        Color::rgb(0x6f, 0x77, 0x86),
    ];
    let sum: usize = name.bytes().map(usize::from).sum();
    let back = Part { round: 0.12, ..part(Shape::Square, 0.9, COLORS[sum % COLORS.len()]) };
    let letter = name.chars().take(1).flat_map(char::to_uppercase).collect();
    let mark = Part { text: Some(letter), ..part(Shape::Square, 0.6, Color::rgb(255, 255, 255)) };
    Look { parts: vec![back, mark], fps: 1.0, ..Look::default() }
}
