//! The functions that look at the board.

use std::collections::VecDeque;

use crate::grid::{Board, Cell, Tile, Value};
use crate::rules::call::{Call, Problem};
use crate::rules::error::TOO_MUCH_MEMORY;
use crate::rules::host::{Answer, MAX_SAID};

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
    let steps = call.whole_or(3, 1, -1_000_000, 1_000_000)?;
    Ok(Answer::Cell(topology.walk(cell, direction, steps)))
}

pub(super) fn near(call: &mut Call<'_>) -> Result<Answer> {
    let cell = call.cell(1)?;
    let near = call.board().topology().near(cell).collect();
    call.desk().cells = near;
    Ok(Answer::Cells)
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
    let (cell, tile) = (call.cell(1)?, call.tile(2)?);
    Ok(Answer::Bool(call.board().has(cell, tile)))
}

#[inline(always)] // what nearly every rule calls at every turn
pub(super) fn find(call: &mut Call<'_>) -> Result<Answer> {
    let tile = call.tile(1)?;
    Ok(Answer::Cell(call.board().find(tile)))
}

pub(super) fn all(call: &mut Call<'_>) -> Result<Answer> {
    let first = call.tile(1)?;
    let others = tiles_from(call, 2)?;
    let board = call.board();
    let holds_all = |cell: &Cell| others.iter().all(|&tile| board.has(*cell, tile));
    let cells = board.all(first).filter(holds_all).collect();
    call.desk().cells = cells;
    Ok(Answer::Cells)
}

pub(super) fn count(call: &mut Call<'_>) -> Result<Answer> {
    let tile = call.tile(1)?;
    if !call.is_given(2) {
        return Ok(Answer::Number(f64::from(call.board().count(tile))));
    }
    let other = call.tile(2)?;
    Ok(Answer::Number(f64::from(count_both(call, [tile, other]))))
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
    let blocking = tiles_from(call, 2)?;
    let cells = reachable(call.board(), start, &blocking);
    call.desk().cells = cells;
    Ok(Answer::Cells)
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
    desk.said.push(text.chars().take(1000).collect());
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
    eprintln!("{}", call.text(1)?);
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

/// The tiles named from an argument on, each once.
fn tiles_from(call: &Call<'_>, first: i32) -> Result<Vec<Tile>> {
    let mut tiles = Vec::new();
    for at in first..=call.count() {
        let tile = call.tile(at)?;
        if !tiles.contains(&tile) {
            tiles.push(tile);
        }
    }
    Ok(tiles)
}

/// A breadth-first search, answered in reading order.
fn reachable(board: &Board, start: Cell, blocking: &[Tile]) -> Vec<Cell> {
    let topology = board.topology();
    let mut seen = vec![false; topology.size() as usize];
    let mut blocks = vec![false; board.names().tile_count()];
    blocking.iter().for_each(|tile| blocks[tile.index()] = true);
    let mut queue = VecDeque::from([start]);
    seen[start.index()] = true;
    while let Some(cell) = queue.pop_front() {
        for next in topology.near(cell) {
            let blocked = || board.tiles_at(next).any(|tile| blocks[tile.index()]);
            if !seen[next.index()] && !blocked() {
                seen[next.index()] = true;
                queue.push_back(next);
            }
        }
    }
    topology.cells().filter(|cell| seen[cell.index()]).collect()
}
