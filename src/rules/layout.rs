//! Between the characters of a level and the tiles of a board, both ways, by a
//! game's legend. Knows no rule: what a level lacks is for `start` to say.

use crate::grid::{Board, Cell, Random, Tile, Topology};
use crate::level::{Level, LevelError, Place};
use crate::rules::declaration::Legend;
use crate::rules::game::Game;

/// Lays a level out on a new board that shares its names with `like`.
///
/// # Errors
/// A board that is too large, or a character that is not in the legend.
pub fn lay_out(
    game: &Game,
    like: &Board,
    level: &Level,
    random: Random,
) -> Result<Board, LevelError> {
    let side = |cells: usize| u32::try_from(cells).ok();
    let topology = side(level.width())
        .zip(side(level.rows.len()))
        .and_then(|(width, height)| Topology::square(width, height))
        .ok_or_else(|| LevelError::at(level.place(), "a board has 1 to 4096 rows and columns"))?;
    let mut board = like.fresh(topology, random);
    for cell in topology.cells() {
        let (x, y) = topology.xy(cell);
        let (x, y) = (x as usize, y as usize);
        let character = level.character(x, y);
        let Some(tiles) = game.meaning(character) else {
            if character == ' ' {
                continue;
            }
            let place = Place::new(&level.path, level.line + y, x + 1);
            let what = format!("'{character}' is not in the legend of {}", game.declared().title);
            return Err(LevelError::at(place, what));
        };
        tiles.iter().for_each(|&tile| board.lay(cell, tile));
    }
    Ok(board)
}

/// What a text of a board is made of: characters with the tiles they stand for.
struct Letters {
    letters: Vec<(char, Vec<Tile>)>,
}

impl Letters {
    fn new(game: &Game, legend: &Legend) -> Letters {
        let letters = legend.iter().map(|(character, tiles)| {
            let tiles = tiles.iter().filter_map(|name| game.tile(name));
            (*character, tiles.collect())
        });
        Letters { letters: letters.collect() }
    }

    /// The character that tells most of a cell: the one whose tiles are all
    /// there, and among those the one with the topmost tile, then with the most.
    fn of(&self, board: &Board, cell: Cell) -> char {
        let height = |tile: &Tile| board.names().tile_layer(*tile).0;
        let telling = self.letters.iter().filter(|(_, tiles)| {
            !tiles.is_empty() && tiles.iter().all(|&tile| board.has(cell, tile))
        });
        let best = telling.max_by_key(|(character, tiles)| {
            let top = tiles.iter().map(height).max();
            (top, tiles.len(), std::cmp::Reverse(*character))
        });
        best.map_or(' ', |(character, _)| *character)
    }
}

/// The board as rows of a level file.
#[must_use]
pub fn level_rows(game: &Game, board: &Board) -> Vec<String> {
    let letters = Letters::new(game, &game.declared().legend);
    let rows = rows(board, &letters);
    rows.map(|row| row.into_iter().collect::<String>().trim_end().to_owned()).collect()
}

/// The board as text for a terminal: a row a line, cells separated by tabs, in
/// the characters that the game's `text` gives, or else its legend.
#[must_use]
pub fn text_view(game: &Game, board: &Board) -> String {
    let declared = game.declared();
    let legend = if declared.text.is_empty() { &declared.legend } else { &declared.text };
    let letters = Letters::new(game, legend);
    let mut text = String::new();
    for row in rows(board, &letters) {
        let cells: Vec<String> = row.into_iter().map(String::from).collect();
        text.push_str(cells.join("\t").trim_end());
        text.push('\n');
    }
    text
}

fn rows<'a>(board: &'a Board, letters: &'a Letters) -> impl Iterator<Item = Vec<char>> + 'a {
    let topology = board.topology();
    (0..topology.height()).map(move |y| {
        let cells = (0..topology.width()).filter_map(move |x| topology.cell(x, y));
        cells.map(|cell| letters.of(board, cell)).collect()
    })
}
