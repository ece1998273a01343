//! The functions that change the board, as part of the open turn.

use std::ffi::c_int;

use crate::grid::{Cell, LayerId, Tile, Tiling, Topology, Value};
use crate::rules::call::{Call, Cells, Problem};
use crate::rules::host::Answer;

type Result<T> = std::result::Result<T, Problem>;

pub(super) fn set(call: &mut Call<'_>) -> Result<Answer> {
    set_from(call, 1)
}

pub(super) fn clear(call: &mut Call<'_>) -> Result<Answer> {
    clear_from(call, 1)
}

/// Puts the tile named in the argument after `at` into the cells of that one.
pub(super) fn set_from(call: &mut Call<'_>, at: c_int) -> Result<Answer> {
    let (cells, tile) = (call.cells(at)?, call.tile(at + 1)?);
    let layer = call.board().names().tile_layer(tile);
    put(call, &cells, layer, tile);
    Ok(Answer::Nil)
}

/// The same with a layer, which becomes empty.
pub(super) fn clear_from(call: &mut Call<'_>, at: c_int) -> Result<Answer> {
    let (cells, layer) = (call.cells(at)?, call.layer(at + 1)?);
    put(call, &cells, layer, Tile::NONE);
    Ok(Answer::Nil)
}

/// Puts a tile (or nothing) into one layer of cells.
fn put(call: &mut Call<'_>, cells: &Cells<'_>, layer: LayerId, tile: Tile) {
    match cells {
        // What most rules do, cell by cell.
        Cells::One(number) => call.turn().set(layer, Cell(number - 1), tile),
        many => call.turn().set_many(layer, many.each(), tile),
    }
}

#[inline(always)] // what nearly every rule calls at every turn
pub(super) fn r#move(call: &mut Call<'_>) -> Result<Answer> {
    let (from, to, (layer, tile)) = (call.cell(1)?, call.cell(2)?, call.placed_tile(3)?);
    if call.turn().slide(layer, tile, from, to) {
        return Ok(Answer::Nil);
    }
    call.in_full()?;
    if call.board().get(layer, from) != tile {
        let name = call.board().names().tile_name(tile);
        return Err(Problem::new(format!("there is no \"{name}\" in cell {}", from.0 + 1)));
    }
    call.turn().shift(layer, from, to);
    Ok(Answer::Nil)
}

pub(super) fn swap(call: &mut Call<'_>) -> Result<Answer> {
    let (cell, other, layer) = (call.cell(1)?, call.cell(2)?, call.layer(3)?);
    call.turn().swap(layer, cell, other);
    Ok(Answer::Nil)
}

pub(super) fn fill(call: &mut Call<'_>) -> Result<Answer> {
    let tile = call.tile(1)?;
    let layer = call.board().names().tile_layer(tile);
    let size = call.board().topology().size();
    call.turn().set_many(layer, (0..size).map(Cell), tile);
    Ok(Answer::Nil)
}

#[inline(always)] // what nearly every rule calls at every turn
pub(super) fn add(call: &mut Call<'_>) -> Result<Answer> {
    let var = call.var(1)?;
    let number = call.number(2)?;
    if let Some(sum) = call.turn().add_to_number(var, number) {
        return Ok(Answer::Number(sum));
    }
    call.in_full()?;
    let sum = call.turn().add(var, number);
    sum.map(Answer::Number).ok_or_else(|| Problem::new("this variable holds no number"))
}

pub(super) fn show(call: &mut Call<'_>) -> Result<Answer> {
    call.as_method()?;
    call.turn().show();
    Ok(Answer::Nil)
}

pub(super) fn random(call: &mut Call<'_>) -> Result<Answer> {
    call.as_method()?;
    if !call.is_given(1) {
        return Ok(Answer::Number(call.turn().draw(|random| random.unit())));
    }
    let first = call.whole_or(1, 1, i32::MIN, i32::MAX)?;
    let (least, most) = match call.is_given(2) {
        true => (first, call.whole_or(2, 1, i32::MIN, i32::MAX)?),
        false => (1, first),
    };
    let Ok(span) = u64::try_from(i64::from(most) - i64::from(least)) else {
        return Err(Problem::new(format!("no number is from {least} to {most}")));
    };
    let above = call.turn().draw(|random| random.below(span + 1));
    #[allow(clippy::cast_precision_loss)] // below 2^33
    Ok(Answer::Number(f64::from(least) + above as f64))
}

pub(super) fn resize(call: &mut Call<'_>) -> Result<Answer> {
    let most = i32::try_from(Topology::MAX_SIDE).unwrap_or(i32::MAX);
    let side = |at| call.whole_or(at, 0, 1, most).map(i32::unsigned_abs);
    let tiling = if call.truth(3)? { Tiling::HexOdd } else { Tiling::Square };
    let topology = Topology::of(side(1)?, side(2)?, tiling);
    let topology = topology.ok_or_else(|| Problem::new("expected a width and a height"))?;
    call.turn().resize(topology);
    call.desk().numbers = [topology.width(), topology.height()].map(f64::from);
    Ok(Answer::Two)
}

pub(super) fn vars_set(call: &mut Call<'_>) -> Result<Answer> {
    let value = call.value(2)?;
    // A variable that is not there is nil already.
    if value == Value::Nil && call.known_var(1)?.is_none() {
        return Ok(Answer::Nil);
    }
    let var = call.var(1)?;
    call.turn().set_var(var, value);
    Ok(Answer::Nil)
}
