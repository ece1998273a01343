//! The functions of a script, and the tables that its `act` is called with. Knows
//! no board.

use std::collections::HashMap;

use mlua::{Function, Table, Value};

use crate::grid::{Cell, Direction, Tiling};
use crate::rules::action::{Action, Button, COMMANDS};
use crate::rules::bind::Kept;
use crate::rules::declaration::Declaration;
use crate::rules::fault::At;
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
    tables: Tables,
}

/// The tables that stand for actions.
struct Tables {
    /// By the number of the direction; on squares, and on hexagons.
    moves: [Vec<Kept>; 2],
    /// One for each button, if the script wants clicks; the cell is put in for each.
    clicks: Vec<(Button, Table, Kept)>,
    named: HashMap<String, Kept>,
}

impl Tables {
    fn make(machine: &Machine, declared: &Declaration) -> mlua::Result<Tables> {
        let moves = [moves(machine, Tiling::Square)?, moves(machine, Tiling::HexOdd)?];
        let mut named = HashMap::new();
        let own = declared.keys.values().filter(|name| !COMMANDS.contains(&name.as_str()));
        for name in own {
            named.insert(name.clone(), action(machine, name)?);
        }
        let buttons = Button::ALL.into_iter().filter(|_| declared.clicks);
        let clicks = buttons.map(|button| click(machine, button)).collect::<mlua::Result<_>>()?;
        Ok(Tables { moves, clicks, named })
    }
}

impl Functions {
    /// Reads them from a game's table; nothing where that cannot be.
    pub fn read(
        at: &At,
        machine: &Machine,
        game: &Table,
        declared: &Declaration,
    ) -> Option<Functions> {
        let [act, start, tick, won, status, reloaded, plan, reach] =
            ["act", "start", "tick", "won", "status", "reloaded", "plan", "reach"]
                .map(|name| function(at, game, name));
        if act.is_none() && game.raw_get("act").is_ok_and(|act: Value| act.is_nil()) {
            at.fault("act is missing; expected act = function(board, action) ... end");
        }
        let tables = at.kept(Tables::make(machine, declared))?;
        let act = at.kept(machine.direct.keep(machine.lua(), act?))?;
        let tick = tick.map(|tick| -> mlua::Result<_> {
            Ok([machine.direct.keep(machine.lua(), tick)?, action(machine, "tick")?])
        });
        let tick = at.kept(tick.transpose())?;
        Some(Functions { act, start, tick, won, status, reloaded, plan, reach, tables })
    }

    /// The function for an action and the table that stands for it, unless the script does
    /// not know it or cells that lie so have no such direction.
    #[inline]
    pub fn call_for(&self, action: &Action, hex: bool) -> Option<(&Kept, &Kept)> {
        let argument = match action {
            Action::Move(direction) => self.tables.moves[usize::from(hex)].get(*direction as usize),
            Action::Click(cell, button) => self.click(*cell, *button),
            Action::Named(name) => self.tables.named.get(name),
            Action::Tick => return self.tick.as_ref().map(|[tick, argument]| (tick, argument)),
        };
        argument.map(|argument| (&self.act, argument))
    }

    /// Whether time goes by in the game.
    pub fn ticks(&self) -> bool {
        self.tick.is_some()
    }

    fn click(&self, cell: Cell, button: Button) -> Option<&Kept> {
        let (_, table, kept) = self.tables.clicks.iter().find(|(known, ..)| *known == button)?;
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

fn function(at: &At, game: &Table, name: &str) -> Option<Function> {
    match at.field(game, name) {
        Value::Nil => None,
        Value::Function(function) => Some(function),
        other => {
            at.near(name).fault(format!("{name} is {}; expected a function", kind(&other)));
            None
        }
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
