//! The functions of a script, and the tables that its `act` is called with. Knows
//! no board.

use std::collections::HashMap;

use mlua::{Function, Table, Value};

use crate::grid::{Cell, Direction, Tiling};
use crate::rules::action::{Action, Button, COMMANDS};
use crate::rules::bind::Kept;
use crate::rules::declaration::Declaration;
use crate::rules::fields::Fault;
use crate::rules::kinds::kind;
use crate::rules::machine::Machine;

/// What a script gives to be called.
pub(in crate::rules) struct Functions {
    act: Kept,
    pub start: Option<Function>,
    /// With the table it is called with.
    tick: Option<[Kept; 2]>,
    pub won: Option<Function>,
    pub status: Option<Function>,
    pub reloaded: Option<Function>,
    pub plan: Option<Function>,
    pub reach: Option<Function>,
    /// By the number of the direction; on squares, and on hexagons.
    moves: [Vec<Kept>; 2],
    /// One for each button, if the script wants clicks; the cell is put in for each.
    clicks: Vec<(Button, Table, Kept)>,
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
        let moves = [moves(machine, Tiling::Square)?, moves(machine, Tiling::HexOdd)?];
        let mut named = HashMap::new();
        let own = declared.keys.values().filter(|name| !COMMANDS.contains(&name.as_str()));
        for name in own {
            named.insert(name.clone(), action(machine, name)?);
        }
        let buttons = Button::ALL.into_iter().filter(|_| declared.clicks);
        let clicks = buttons.map(|button| click(machine, button)).collect::<mlua::Result<_>>()?;
        let tick = function(game, "tick")?;
        let tick = tick.map(|tick| -> mlua::Result<_> {
            Ok([machine.direct.keep(machine.lua(), tick)?, action(machine, "tick")?])
        });
        Ok(Functions {
            clicks,
            act: machine.direct.keep(machine.lua(), act)?,
            start: function(game, "start")?,
            tick: tick.transpose()?,
            won: function(game, "won")?,
            status: function(game, "status")?,
            reloaded: function(game, "reloaded")?,
            plan: function(game, "plan")?,
            reach: function(game, "reach")?,
            moves,
            named,
        })
    }

    /// The function for an action and the table that stands for it, unless the script does
    /// not know it or cells that lie so have no such direction.
    #[inline]
    pub fn call_for(&self, action: &Action, hex: bool) -> Option<(&Kept, &Kept)> {
        let argument = match action {
            Action::Move(direction) => self.moves[usize::from(hex)].get(*direction as usize),
            Action::Click(cell, button) => self.click(*cell, *button),
            Action::Named(name) => self.named.get(name),
            Action::Tick => return self.tick.as_ref().map(|[tick, argument]| (tick, argument)),
        };
        argument.map(|argument| (&self.act, argument))
    }

    /// Whether time goes by in the game.
    pub fn ticks(&self) -> bool {
        self.tick.is_some()
    }

    fn click(&self, cell: Cell, button: Button) -> Option<&Kept> {
        let (_, table, kept) = self.clicks.iter().find(|(known, ..)| *known == button)?;
        table.set_readonly(false);
        // The field is there already, so this needs no memory.
        let put = table.raw_set("cell", cell.0 + 1);
        table.set_readonly(true);
        put.ok().map(|()| kept)
    }
}

/// The tables of all directions, by their numbers.
fn moves(machine: &Machine, tiling: Tiling) -> mlua::Result<Vec<Kept>> {
    let mut directions = tiling.directions().to_vec();
    directions.sort_by_key(|direction| *direction as usize);
    let step = |direction: Direction| {
        let table = action_table(machine, "move")?;
        table.raw_set("dir", direction.name(tiling))?;
        table.raw_set("token", direction.letter().to_string())?;
        table.set_readonly(true);
        machine.direct.keep(machine.lua(), table)
    };
    directions.into_iter().map(step).collect()
}

fn click(machine: &Machine, button: Button) -> mlua::Result<(Button, Table, Kept)> {
    let table = action_table(machine, "click")?;
    table.raw_set("cell", 1)?;
    table.raw_set("button", button.name())?;
    table.set_readonly(true);
    let kept = machine.direct.keep(machine.lua(), &table)?;
    Ok((button, table, kept))
}

fn function(game: &Table, name: &str) -> Result<Option<Function>, Fault> {
    match game.raw_get::<Value>(name)? {
        Value::Nil => Ok(None),
        Value::Function(function) => Ok(Some(function)),
        other => Err(Fault::new(format!("{name} is {}; expected a function", kind(&other)))),
    }
}

/// The table that `act` gets, made once for each action.
fn action(machine: &Machine, name: &str) -> mlua::Result<Kept> {
    let table = action_table(machine, name)?;
    table.set_readonly(true);
    machine.direct.keep(machine.lua(), table)
}

fn action_table(machine: &Machine, name: &str) -> mlua::Result<Table> {
    // As in `Machine::new`: with room to spare each name is found at once.
    let table = machine.lua().create_table_with_capacity(0, 16)?;
    table.raw_set("name", name)?;
    Ok(table)
}
