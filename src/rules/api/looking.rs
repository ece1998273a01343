//! The functions that look at the board.

use crate::grid::{self, Cell, Choice, Direction, MaskChoice, Tile, Value};
use crate::rules::call::{Call, Problem};
use crate::rules::error::TOO_MUCH_MEMORY;
use crate::rules::host::{Answer, LONGEST_SAID, MAX_SAID};
use crate::rules::list::Of;
use crate::rules::printed;

/// The most characters of a line that is printed.
pub(super) const LONGEST_PRINTED: usize = 10_000;

type Result<T> = std::result::Result<T, Problem>;

pub(super) fn cell(call: &mut Call<'_>) -> Result<Answer> {
    let place = |at| call.whole_or(at, 0, -1_000_000, 1_000_000);
    let (x, y) = (place(1)? - 1, place(2)? - 1);
    let topology = call.board().topology();
    let inside = u32::try_from(x).ok().zip(u32::try_from(y).ok());
    Ok(Answer::Cell(inside.and_then(|(x, y)| topology.cell(x, y))))
}

pub(super) fn xy(call: &mut Call<'_>) -> Result<Answer> {
    let (x, y) = call.board().topology().xy(call.cell(1)?);
    call.desk().numbers = [f64::from(x) + 1.0, f64::from(y) + 1.0];
    Ok(Answer::Two)
}

#[inline(always)] // what nearly every rule calls at every turn
pub(super) fn step(call: &mut Call<'_>) -> Result<Answer> {
    let (cell, direction) = (call.cell(1)?, call.direction(2)?);
    let topology = call.board().topology();
    if !call.is_given(3) {
        return Ok(Answer::Cell(topology.step(cell, direction)));
    }
    call.in_full()?;
    let steps = call.whole_or(3, 1, -1_000_000, 1_000_000)?;
    Ok(Answer::Cell(topology.walk(cell, direction, steps)))
}

pub(super) fn near(call: &mut Call<'_>) -> Result<Answer> {
    let cell = call.cell(1)?;
    let near = call.board().topology().near(cell).map(|cell| cell.0 + 1).collect();
    Ok(call.answer_list(near, Of::Cells))
}

pub(super) fn get(call: &mut Call<'_>) -> Result<Answer> {
    let tile = call.board().get(call.layer(2)?, call.cell(1)?);
    if tile == Tile::NONE {
        return Ok(Answer::Nil);
    }
    let name = call.board().names().tile_name(tile).to_owned();
    call.desk().text = name;
    Ok(Answer::Text)
}

#[inline(always)] // what nearly every rule calls at every turn
pub(super) fn has(call: &mut Call<'_>) -> Result<Answer> {
    let cell = call.cell(1)?;
    // Of one or two tiles nothing is left to a loop, which would cost those that have one.
    let first = holds(call, cell, 2)?;
    let count = call.count();
    if count < 3 {
        return Ok(Answer::Bool(first));
    }
    let second = holds(call, cell, 3)?;
    if count < 4 {
        return Ok(Answer::Bool(first | second));
    }
    call.in_full()?;
    let tiles = tiles_from(call, 2, count)?;
    Ok(Answer::Bool(tiles.iter().any(|&tile| call.board().has(cell, tile))))
}

/// Whether a cell holds the tile that is named there.
#[inline(always)]
fn holds(call: &Call<'_>, cell: Cell, at: i32) -> Result<bool> {
    let (layer, tile) = call.placed_tile(at)?;
    Ok(call.board().get(layer, cell) == tile)
}

#[inline(always)] // what nearly every rule calls at every turn
pub(super) fn find(call: &mut Call<'_>) -> Result<Answer> {
    let (layer, tile) = call.placed_tile(1)?;
    if let Some(cell) = call.board().find_only(layer, tile) {
        return Ok(Answer::Cell(Some(cell)));
    }
    call.in_full()?;
    Ok(Answer::Cell(call.board().find(tile)))
}

pub(super) fn all(call: &mut Call<'_>) -> Result<Answer> {
    let tile = call.tile(1)?;
    let last = call.count();
    let asks = last > 1 && call.kind(last) == "a table";
    let others = tiles_from(call, 2, if asks { last - 1 } else { last })?;
    let mask = MaskChoice::Any;
    let mut choice = Choice { tile, others: &others, mask, empty: None, filled: None };
    if asks {
        ask(call, last, &mut choice)?;
    }
    let mut list = Vec::with_capacity(call.board().count(tile) as usize);
    call.board().choose(&choice, |cell| list.push(cell.0 + 1));
    Ok(call.answer_list(list, Of::Cells))
}

/// What the table at the end of `all` asks for.
fn ask(call: &Call<'_>, at: i32, choice: &mut Choice<'_>) -> Result<()> {
    let (mut edge, mut mask) = (None, None);
    call.fields(at, |name, value| {
        match name {
            "edge" if call.truth(value)? => edge = Some(MaskChoice::Edge),
            "edge" => edge = Some(MaskChoice::Inner),
            "mask" => mask = Some(MaskChoice::Is(mask_of(call, value)?)),
            "empty" => choice.empty = Some(call.layer(value)?),
            "filled" => choice.filled = Some(call.layer(value)?),
            other => {
                let what = if other.is_empty() { "item" } else { other };
                let expected = "expected edge, mask, empty or filled, as in { edge = true }";
                return Err(Problem::new(format!("there is no \"{what}\" here; {expected}")));
            }
        }
        Ok(())
    })?;
    if edge.is_some() && mask.is_some() {
        return Err(Problem::new("edge and mask ask for the same; expected one"));
    }
    choice.mask = edge.or(mask).unwrap_or_default();
    Ok(())
}

fn mask_of(call: &Call<'_>, at: i32) -> Result<u8> {
    let full = grid::full_mask(call.board().topology().tiling());
    let mask = call.whole_or(at, 0, 0, i32::from(full))?;
    Ok(u8::try_from(mask).unwrap_or_default())
}

pub(super) fn around(call: &mut Call<'_>) -> Result<Answer> {
    let (cell, most) = (call.cell(1)?, call.whole_or(2, 1, 0, 4096)?.unsigned_abs());
    let around = call.board().topology().around(cell, most);
    let cells = around.map(|cell| cell.0 + 1).collect();
    Ok(call.answer_list(cells, Of::Cells))
}

pub(super) fn mask(call: &mut Call<'_>) -> Result<Answer> {
    let (cell, tile) = (call.cell(1)?, call.tile(2)?);
    Ok(Answer::Number(f64::from(call.board().mask_of(cell, tile))))
}

pub(super) fn masks(call: &mut Call<'_>) -> Result<Answer> {
    let tile = call.tile(1)?;
    let masks = call.board().masks(tile).map(u32::from).collect();
    Ok(call.answer_list(masks, Of::Masks))
}

pub(super) fn count(call: &mut Call<'_>) -> Result<Answer> {
    // A single name is looked for first: it is what `won` asks for after every turn.
    if let Some(tile) = call.named_tile(1) {
        return Ok(Answer::Number(f64::from(count_one(call, tile)?)));
    }
    let mut count = 0.0;
    for tile in call.tiles(1)? {
        count += f64::from(count_one(call, tile)?);
    }
    Ok(Answer::Number(count))
}

/// How many cells hold a tile, and the second one that is named, if one is.
#[inline]
fn count_one(call: &mut Call<'_>, tile: Tile) -> Result<u32> {
    if !call.is_given(2) {
        return Ok(call.board().count(tile));
    }
    let other = call.tile(2)?;
    Ok(count_both(call, [tile, other]))
}

#[inline(always)] // what nearly every rule calls at every turn
pub(super) fn every(call: &mut Call<'_>) -> Result<Answer> {
    let (tile, other) = (call.tile(1)?, call.tile(2)?);
    let all = call.board().count(tile);
    Ok(Answer::Bool(count_both(call, [tile, other]) == all))
}

fn count_both(call: &mut Call<'_>, tiles: [Tile; 2]) -> u32 {
    let (count, kept) = call.turn().count_both(tiles);
    // Nothing tells when a count that is not kept changes: `won` must ask again.
    call.desk().looked |= !kept;
    count
}

pub(super) fn reach(call: &mut Call<'_>) -> Result<Answer> {
    let start = call.cell(1)?;
    let blocking = tiles_from(call, 2, call.count())?;
    let cells = call.board().reachable(start, &blocking);
    let cells = cells.map(|cell| cell.0 + 1).collect();
    Ok(call.answer_list(cells, Of::Cells))
}

pub(super) fn path(call: &mut Call<'_>) -> Result<Answer> {
    let (from, to) = (call.cell(1)?, call.cell(2)?);
    let blocking = tiles_from(call, 3, call.count())?;
    let Some(path) = call.board().path(from, to, &blocking) else {
        return Ok(Answer::Nil);
    };
    call.desk().text = path.into_iter().map(Direction::letter).collect();
    Ok(Answer::Text)
}

pub(super) fn say(call: &mut Call<'_>) -> Result<Answer> {
    let text = call.text(1)?;
    let desk = call.desk();
    desk.said_in_call += 1;
    if desk.said_in_call > MAX_SAID {
        return Err(Problem::new("this call has said too much already"));
    }
    // What nobody asks for is not kept for ever.
    let surplus = desk.said.len().saturating_sub(MAX_SAID);
    desk.said.drain(..surplus);
    desk.said.push(text.chars().take(LONGEST_SAID).collect());
    call.hear(&text);
    Ok(Answer::Nil)
}

pub(super) fn vars_get(call: &mut Call<'_>) -> Result<Answer> {
    let Some(var) = call.known_var(1)? else {
        return Ok(Answer::Nil);
    };
    let text = match call.board().var(var) {
        Value::Nil => return Ok(Answer::Nil),
        Value::Bool(truth) => return Ok(Answer::Bool(*truth)),
        Value::Number(number) => return Ok(Answer::Number(*number)),
        Value::Text(text) => text.to_string(),
    };
    call.desk().text = text;
    Ok(Answer::Text)
}

/// Remembers the cell that a level is refused for, and the text; that is raised in Lua.
pub(super) fn refuse(call: &mut Call<'_>) -> Result<Answer> {
    let text = call.text(1)?;
    let cell = if call.is_given(2) { Some(call.cell(2)?) } else { None };
    call.desk().refused = cell.map(|cell| (text.clone(), cell));
    call.desk().text = text;
    Ok(Answer::Text)
}

/// `print` is for the person at the terminal, not for the player.
pub(super) fn print(call: &mut Call<'_>) -> Result<Answer> {
    let text: String = call.text(1)?.chars().take(LONGEST_PRINTED).collect();
    call.hear(&text);
    printed::print(text);
    Ok(Answer::Nil)
}

/// Stands between a script and what its `pcall` returns, so that running out of
/// memory cannot be caught and forgotten.
pub(super) fn check(call: &mut Call<'_>) -> Result<Answer> {
    match call.truth_and_text() {
        (Some(false), Some(text)) if text == "not enough memory" => {
            Err(Problem::new(TOO_MUCH_MEMORY))
        }
        _ => Ok(Answer::Arguments),
    }
}

/// The tiles named from one argument to another, each once.
fn tiles_from(call: &Call<'_>, first: i32, last: i32) -> Result<Vec<Tile>> {
    let mut tiles = Vec::new();
    for at in first..=last {
        let tile = call.tile(at)?;
        if !tiles.contains(&tile) {
            tiles.push(tile);
        }
    }
    Ok(tiles)
}
