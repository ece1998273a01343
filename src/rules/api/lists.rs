//! The functions of lists of cells that the host keeps.

use crate::rules::api::changing;
use crate::rules::call::{Call, Problem};
use crate::rules::host::Answer;

type Result<T> = std::result::Result<T, Problem>;

pub(super) fn shuffle(call: &mut Call<'_>) -> Result<Answer> {
    let mut numbers = call.list()?.numbers_mut();
    call.turn().draw(|random| random.shuffle(&mut numbers));
    Ok(Answer::This)
}

pub(super) fn first(call: &mut Call<'_>) -> Result<Answer> {
    let list = call.list()?;
    let count = call.whole(1, 0, i32::MAX)?.unsigned_abs() as usize;
    let numbers = list.numbers();
    let first = numbers[..count.min(numbers.len())].to_vec();
    Ok(call.answer_list(first, list.of()))
}

pub(super) fn has(call: &mut Call<'_>) -> Result<Answer> {
    call.list()?;
    let (cells, cell) = (call.cells(0)?, call.cell(1)?);
    let has = cells.each().any(|one| one == cell);
    Ok(Answer::Bool(has))
}

pub(super) fn set(call: &mut Call<'_>) -> Result<Answer> {
    call.list()?;
    changing::set_from(call, 0)
}

pub(super) fn clear(call: &mut Call<'_>) -> Result<Answer> {
    call.list()?;
    changing::clear_from(call, 0)
}

pub(super) fn length(call: &mut Call<'_>) -> Result<Answer> {
    #[allow(clippy::cast_precision_loss)] // no list has 2^53 cells
    Ok(Answer::Number(call.list()?.numbers().len() as f64))
}

pub(super) fn item(call: &mut Call<'_>) -> Result<Answer> {
    let numbers = call.list()?.numbers();
    let place = call.number(1)?;
    if place.fract() != 0.0 {
        return Ok(Answer::Nil);
    }
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // beyond: no such item
    let number = (place as usize).checked_sub(1).and_then(|at| numbers.get(at));
    Ok(number.map_or(Answer::Nil, |number| Answer::Number(f64::from(*number))))
}
