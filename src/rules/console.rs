//! A line of Lua that a player tries on the live board, and what it gives as a text. Knows no
//! history: whoever asks ends the turn.

use mlua::chunk::ChunkMode;
use mlua::{Function, MultiValue, Table, Value};

use crate::grid::{Cell, Turn};
use crate::rules::error::ScriptError;
use crate::rules::game::Game;
use crate::rules::host::Mode;
use crate::rules::kinds::kind;

/// The most fields of a table that are shown, and the most cells of a list.
const MOST: usize = 24;

/// The most characters of what a line gives.
const LONGEST: usize = 2000;

impl Game {
    /// Runs a line: an expression, whose values are the answer, or statements. It finds
    /// `board`, the script's own table as `game`, and the cell the player points at as `here`.
    /// Nothing of its own is left behind, so that it gives the same whenever it is run again.
    ///
    /// # Errors
    /// The line is no Lua, or raised an error, or broke its budget. The turn then holds
    /// whatever was done before; the caller cancels it.
    pub fn evaluate(
        &self,
        turn: &mut Turn,
        line: &str,
        here: Option<Cell>,
    ) -> Result<String, ScriptError> {
        let prepared = self.line(line, here).map_err(|error| self.machine.error(&error));
        let function = prepared.map_err(of_line)?;
        let limit = self.machine.limits.call;
        let given = self.machine.with_board(turn, Mode::Changing, limit, || {
            let values = function.call::<MultiValue>(())?;
            let shown: Vec<String> = values.iter().map(|value| self.shown(value)).collect();
            mlua::Result::Ok(shown.join(", "))
        });
        given.map(|text| text.chars().take(LONGEST).collect()).map_err(|error| of_line(*error))
    }

    fn line(&self, line: &str, here: Option<Cell>) -> mlua::Result<Function> {
        let lua = self.machine.lua();
        let names = lua.create_table()?;
        names.raw_set("board", &self.machine.board)?;
        names.raw_set("game", &self.table)?;
        names.raw_set("here", here.map(|cell| cell.0 + 1))?;
        let outside = lua.create_table()?;
        outside.raw_set("__index", lua.globals())?;
        names.set_metatable(Some(outside))?;
        names.set_readonly(true);
        let read = |text: &str| {
            let chunk = lua.load(text).set_name(NAME).set_mode(ChunkMode::Text);
            chunk.set_environment(names.clone()).into_function()
        };
        read(&format!("return {line}")).or_else(|_| read(line))
    }

    /// A value as a person reads it. It runs none of the script's own code.
    fn shown(&self, value: &Value) -> String {
        match value {
            Value::Nil => "nil".to_owned(),
            Value::Table(table) => fields(table),
            Value::UserData(_) => match self.machine.numbers_of(value) {
                Ok(cells) => cells_of(&cells),
                Err(_) => kind(value).to_owned(),
            },
            other => plain(other),
        }
    }
}

/// What the line is called where Lua names its place.
const NAME: &str = "=line";

/// A mistake in the line itself is at no place of the script.
fn of_line(error: ScriptError) -> ScriptError {
    let own = error.message.strip_prefix("line:1: ");
    let message = own.unwrap_or(&error.message).to_owned();
    let path = error.path.filter(|_| error.line.is_some());
    ScriptError { message, path, ..error }
}

fn cells_of(cells: &[u32]) -> String {
    let shown: Vec<String> = cells.iter().take(MOST).map(u32::to_string).collect();
    let more = if cells.len() > MOST { ", ..." } else { "" };
    format!("{} cells: {}{more}", cells.len(), shown.join(", "))
}

/// The fields of a table, one deep.
fn fields(table: &Table) -> String {
    let mut shown: Vec<String> = Vec::new();
    for pair in table.pairs::<Value, Value>().take(MOST + 1) {
        let Ok((key, value)) = pair else { break };
        let value = plain(&value);
        shown.push(match key {
            Value::Integer(number) if number == shown.len() as i64 + 1 => value,
            Value::String(key) => format!("{} = {value}", key.to_string_lossy()),
            other => format!("[{}] = {value}", plain(&other)),
        });
    }
    let more = if shown.len() > MOST { ", ..." } else { "" };
    shown.truncate(MOST);
    let shown = shown.join(", ");
    if shown.is_empty() { "{}".to_owned() } else { format!("{{ {shown}{more} }}") }
}

/// A value that holds no other one; of any other what kind it is.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => format!("{:?}", text.to_string_lossy()),
        Value::Boolean(truth) => truth.to_string(),
        Value::Integer(number) => number.to_string(),
        Value::Number(number) => number.to_string(),
        other => kind(other).to_owned(),
    }
}
