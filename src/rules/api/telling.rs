//! What the engine's own Lua asks for when a board has come, and what it tells of
//! parameters.

use crate::rules::call::{Call, Problem};
use crate::rules::host::Answer;

type Result<T> = std::result::Result<T, Problem>;

/// Columns and rows.
pub(super) fn sides(call: &mut Call<'_>) -> Result<Answer> {
    let topology = call.desk().about.topology;
    call.desk().numbers = [topology.width(), topology.height()].map(f64::from);
    Ok(Answer::Two)
}

pub(super) fn is_hex(call: &mut Call<'_>) -> Result<Answer> {
    Ok(Answer::Bool(call.desk().about.topology.is_hex()))
}

/// The level's title, if it has one.
pub(super) fn title(call: &mut Call<'_>) -> Result<Answer> {
    let title = call.desk().about.level.title().map(str::to_owned);
    Ok(text(call, title))
}

#[allow(clippy::cast_precision_loss)] // a file has far fewer than 2^53 levels
pub(super) fn number(call: &mut Call<'_>) -> Result<Answer> {
    Ok(Answer::Number(call.desk().about.level.number as f64))
}

/// The level's file, if it is from one.
pub(super) fn path(call: &mut Call<'_>) -> Result<Answer> {
    let path = call.desk().about.level.path();
    Ok(text(call, path))
}

/// A parameter was looked at whose name the engine's Lua has not yet kept.
pub(super) fn asks(call: &mut Call<'_>) -> Result<Answer> {
    call.desk().asks = true;
    Ok(Answer::Nil)
}

fn text(call: &mut Call<'_>, text: Option<String>) -> Answer {
    match text {
        Some(text) => {
            call.desk().text = text;
            Answer::Text
        }
        None => Answer::Nil,
    }
}
