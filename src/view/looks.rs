//! Which look each tile of a board has: the script's, a plain one where it says
//! nothing, and 'missing' for a tile that the script no longer declares. Knows
//! no pixel.

use crate::grid::{Board, Cell, Neighbours, Tile, mask};
use crate::rules::{Color, Edges, Game, Look, Part, Shape, Skin};

/// A look, by its number in [`Looks`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LookId(usize);

impl LookId {
    /// The number as an index into a table of looks.
    #[must_use]
    pub fn index(self) -> usize {
        self.0
    }
}

struct Entry {
    look: LookId,
    /// The look once the level is won.
    won: Option<LookId>,
    /// Other looks where the cell also holds that tile.
    on: Vec<(Tile, LookId)>,
    /// Looks that hang on the neighbours.
    edges: Option<EdgeLooks>,
}

/// Looks by the mask of neighbours.
struct EdgeLooks {
    neighbours: Neighbours,
    /// Which bits of a mask are told.
    told: u8,
    outside: bool,
    like: Vec<Tile>,
    /// The look of each mask by its place.
    looks: Vec<LookId>,
}

impl EdgeLooks {
    fn mask(&self, board: &Board, cell: Cell) -> u8 {
        let holds = |cell: Cell| self.like.iter().any(|&tile| board.has(cell, tile));
        mask(board.topology(), cell, self.neighbours, self.outside, holds)
    }
}

/// The looks of a game's tiles.
pub struct Looks {
    looks: Vec<Look>,
    /// By the number of the tile.
    tiles: Vec<Option<Entry>>,
}

/// The look of a tile that no script declares.
const MISSING: LookId = LookId(0);

impl Looks {
    /// The looks of a game that is joined to a board; those of a skin take their place.
    #[must_use]
    pub fn of(game: &Game, skin: Option<&Skin>) -> Looks {
        let mut looks = Looks { looks: vec![missing()], tiles: Vec::new() };
        for (kind, tile) in game.tiles() {
            let other = skin.and_then(|skin| skin.looks.get(&kind.name));
            let look = other.or(kind.look.as_ref()).cloned().unwrap_or_else(|| plain(&kind.name));
            let on = look.on.iter();
            let on =
                on.filter_map(|(name, look)| Some((game.tile(name)?, looks.add(look.clone()))));
            let on = on.collect();
            let won = look.won.as_deref().map(|look| looks.add(look.clone()));
            let edges = look.edges.as_deref();
            let edges = edges.map(|edges| looks.edges(game, tile, &look, edges));
            let look = looks.add(look);
            if looks.tiles.len() <= tile.index() {
                looks.tiles.resize_with(tile.index() + 1, || None);
            }
            looks.tiles[tile.index()] = Some(Entry { look, won, on, edges });
        }
        looks
    }

    /// The look of a tile wherever nothing asks for another one.
    #[must_use]
    pub fn own(&self, tile: Tile) -> &Look {
        self.get(self.entry(tile).map_or(MISSING, |entry| entry.look))
    }

    /// The look of a tile in a cell of a board that is `won` or not. Where it hangs on the
    /// neighbours and they do not matter (`coarse`), it is the one with all of them.
    #[must_use]
    pub fn look_in(
        &self,
        board: &Board,
        (won, coarse): (bool, bool),
        cell: Cell,
        tile: Tile,
    ) -> LookId {
        let Some(entry) = self.entry(tile) else {
            return MISSING;
        };
        if let Some(look) = entry.won.filter(|_| won) {
            return look;
        }
        if let Some((_, look)) = entry.on.iter().find(|(other, _)| board.has(cell, *other)) {
            return *look;
        }
        let edges = entry.edges.as_ref();
        edges.map_or(entry.look, |edges| {
            let mask = if coarse { 255 } else { edges.mask(board, cell) };
            edges.looks[edges.neighbours.place(mask)]
        })
    }

    /// Whether a tile has one look wherever it is, but for its edges.
    #[must_use]
    pub fn is_plain(&self, tile: Tile) -> bool {
        self.entry(tile).is_none_or(|entry| entry.on.is_empty())
    }

    /// The mask that the look of a tile in a cell is chosen by, if it is.
    #[must_use]
    pub fn mask_in(&self, board: &Board, cell: Cell, tile: Tile) -> Option<u8> {
        let edges = self.entry(tile)?.edges.as_ref()?;
        Some(edges.mask(board, cell) & edges.told)
    }

    fn entry(&self, tile: Tile) -> Option<&Entry> {
        self.tiles.get(tile.index())?.as_ref()
    }

    /// Whether each look is, under the same number, what it is among others.
    #[must_use]
    pub fn draw_the_same(&self, others: &Looks) -> bool {
        self.looks == others.looks
    }

    /// How many looks there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.looks.len()
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

    /// The looks of a tile for each mask: its own parts, and those of the mask over them.
    fn edges(&mut self, game: &Game, tile: Tile, look: &Look, edges: &Edges) -> EdgeLooks {
        let named = edges.like.iter().filter_map(|name| game.tile(name));
        let like = if edges.like.is_empty() { vec![tile] } else { named.collect() };
        let over = edges.looks.iter().map(|edge| {
            let parts = look.parts.iter().chain(&edge.parts).cloned().collect();
            let frames = if edge.frames.is_empty() { &look.frames } else { &edge.frames };
            let (frames, fps, tall) = (frames.clone(), edge.fps, look.tall);
            self.add(Look { parts, frames, fps, tall, fills: true, ..Look::default() })
        });
        let looks = over.collect();
        let Edges { neighbours, told, outside, .. } = *edges;
        EdgeLooks { neighbours, told, outside, like, looks }
    }

    fn add(&mut self, look: Look) -> LookId {
        self.looks.push(look);
        LookId(self.looks.len() - 1)
    }
}

fn part(shape: Shape, size: f32, color: Color) -> Part {
    Part { color, size: [size, size], ..Part::plain(shape) }
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
