//! The functions of a script, and the tables that its `act` is called with. Knows
//! no board.

use std::collections::HashMap;

use mlua::{Function, Table, Value};

use crate::grid::Direction;
use crate::rules::action::Action;
use crate::rules::bind::Kept;
use crate::rules::declaration::{Declaration, Fault};
use crate::rules::machine::Machine;

/// What a script gives to be called.
pub(in crate::rules) struct Functions {
    pub act: Kept,
    pub start: Option<Function>,
    pub won: Option<Function>,
    pub status: Option<Function>,
    pub reloaded: Option<Function>,
    moves: [Kept; 4],
    named: HashMap<String, Kept>,
}

impl Functions {
    /// Reads them from a game's table.
    pub fn read(
        machine: &Machine,
        game: &Table,
        declared: &Declaration,
    ) -> Result<Functions, Fault> {
        let act = function(game, "act")?.ok_or_else(|| {
            Fault::new("act is missing; expected act = function(board, action) ... end")
        })?;
        let step = |direction: Direction| action(machine, "move", Some(direction.name()));
        let [left, up, right, down] = Direction::ALL.map(step);
        let mut named = HashMap::new();
        for name in declared.keys.values() {
            named.insert(name.clone(), action(machine, name, None)?);
        }
        Ok(Functions {
            act: machine.direct.keep(machine.lua(), act)?,
            start: function(game, "start")?,
            won: function(game, "won")?,
            status: function(game, "status")?,
            reloaded: function(game, "reloaded")?,
            moves: [left?, up?, right?, down?],
            named,
        })
    }

    /// The table that stands for an action, unless the script does not know it.
    pub fn argument(&self, action: &Action) -> Option<&Kept> {
        match action {
            Action::Move(direction) => Some(&self.moves[*direction as usize]),
            Action::Named(name) => self.named.get(name),
        }
    }
}

fn function(game: &Table, name: &str) -> Result<Option<Function>, Fault> {
    match game.raw_get::<Value>(name)? {
        Value::Nil => Ok(None),
        Value::Function(function) => Ok(Some(function)),
        other => Err(Fault::new(format!("{name} is {}; expected a function", kind(&other)))),
    }
}

/// The table that `act` gets, made once for each action.
fn action(machine: &Machine, name: &str, dir: Option<&str>) -> mlua::Result<Kept> {
    // As in `Machine::new`: with room to spare each name is found at once.
    let table = machine.lua().create_table_with_capacity(0, 16)?;
    table.raw_set("name", name)?;
    table.raw_set("dir", dir)?;
    table.set_readonly(true);
    machine.direct.keep(machine.lua(), table)
}

/// What a value is, in a modder's words.
pub(in crate::rules) fn kind(value: &Value) -> &'static str {
    match value {
        Value::Nil => "nothing",
        Value::Boolean(_) => "a boolean",
        Value::Integer(_) | Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Table(_) => "a table",
        Value::Function(_) => "a function",
        _ => "something else",
    }
}
