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
    pub start: Option<Kept>,
    /// With the table it is called with.
    tick: Option<[Kept; 2]>,
    pub won: Option<Kept>,
    pub status: Option<Kept>,
    pub reloaded: Option<Kept>,
    pub plan: Option<Function>,
    pub reach: Option<Function>,
    tables: Tables,
}

/// The tables that stand for actions.
struct Tables {
    /// On squares, and on hexagons.
    moves: [Moves; 2],
    /// One for each button, if the script wants clicks; the cell is put in for each.
    clicks: Vec<(Button, Table, Kept)>,
    named: HashMap<String, Kept>,
}

/// The tables of all directions.
struct Moves {
    /// By the number of the direction.
    each: Vec<Kept>,
    /// A list of them all.
    list: Kept,
}

impl Tables {
    fn make(make: &Maker<'_>, declared: &Declaration) -> mlua::Result<Tables> {
        let moves = [make.moves(Tiling::Square)?, make.moves(Tiling::HexOdd)?];
        let mut named = HashMap::new();
        let own = declared.keys.values().filter(|name| !COMMANDS.contains(&name.as_str()));
        for name in own {
            named.insert(name.clone(), make.named(name)?);
        }
        let buttons = Button::ALL.into_iter().filter(|_| declared.clicks);
        let clicks = buttons.map(|button| make.click(button)).collect::<mlua::Result<_>>()?;
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
        let [act, start, tick, won, status, reloaded] =
            ["act", "start", "tick", "won", "status", "reloaded"]
                .map(|name| kept(at, machine, game, name));
        let [plan, reach] = ["plan", "reach"].map(|name| function(at, game, name));
        if act.is_none() && game.raw_get("act").is_ok_and(|act: Value| act.is_nil()) {
            at.fault("act is missing; expected act = function(board, action) ... end");
        }
        // What a click has and a move has not is looked for at every move where there are both:
        // then a field that is not there must cost nothing.
        let fields = Some(&machine.of_actions).filter(|_| !declared.clicks);
        let make = Maker { machine, fields };
        let tables = at.kept(Tables::make(&make, declared))?;
        let tick = tick.map(|tick| Ok([tick, make.named("tick")?])).transpose();
        let (act, tick) = (act?, at.kept(tick)?);
        Some(Functions { act, start, tick, won, status, reloaded, plan, reach, tables })
    }

    /// The function for an action and the table that stands for it, unless the script does
    /// not know it or cells that lie so have no such direction.
    #[inline]
    pub fn call_for(&self, action: &Action, hex: bool) -> Option<(&Kept, &Kept)> {
        let argument = match action {
            Action::Move(direction) => {
                self.tables.moves[usize::from(hex)].each.get(*direction as usize)
            }
            Action::Click(cell, button) => self.click(*cell, *button),
            Action::Named(name) => self.tables.named.get(name),
            Action::Tick => return self.tick.as_ref().map(|[tick, argument]| (tick, argument)),
        };
        argument.map(|argument| (&self.act, argument))
    }

    /// The tables of all moves where cells lie so, by the numbers of their directions from 1.
    #[inline]
    pub fn moves(&self, hex: bool) -> &Kept {
        &self.tables.moves[usize::from(hex)].list
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

/// Makes the tables that `act` gets, once for each action.
struct Maker<'a> {
    machine: &'a Machine,
    /// What becomes of a field that they do not have, if that is more than nil.
    fields: Option<&'a Table>,
}

impl Maker<'_> {
    /// The tables of all directions, by their numbers.
    fn moves(&self, tiling: Tiling) -> mlua::Result<Moves> {
        let mut directions = tiling.directions().to_vec();
        directions.sort_by_key(|direction| *direction as usize);
        let list = self.machine.lua().create_table()?;
        let step = |direction: Direction| {
            let table = self.table("move")?;
            table.raw_set("dir", direction.name(tiling))?;
            table.raw_set("token", direction.letter().to_string())?;
            list.raw_push(&table)?;
            self.keep(&table)
        };
        let each = directions.into_iter().map(step).collect::<mlua::Result<_>>()?;
        Ok(Moves { each, list: self.machine.direct.keep(self.machine.lua(), list)? })
    }

    fn click(&self, button: Button) -> mlua::Result<(Button, Table, Kept)> {
        let table = self.table("click")?;
        table.raw_set("cell", 1)?;
        table.raw_set("button", button.name())?;
        let kept = self.keep(&table)?;
        Ok((button, table, kept))
    }

    fn named(&self, name: &str) -> mlua::Result<Kept> {
        self.keep(&self.table(name)?)
    }

    fn table(&self, name: &str) -> mlua::Result<Table> {
        // As in `Machine::new`: with room to spare each name is found at once.
        let table = self.machine.lua().create_table_with_capacity(0, 16)?;
        table.raw_set("name", name)?;
        Ok(table)
    }

    fn keep(&self, table: &Table) -> mlua::Result<Kept> {
        table.set_metatable(self.fields.cloned())?;
        table.set_readonly(true);
        self.machine.direct.keep(self.machine.lua(), table)
    }
}

/// A function for direct calls.
fn kept(at: &At, machine: &Machine, game: &Table, name: &str) -> Option<Kept> {
    at.kept(machine.direct.keep(machine.lua(), function(at, game, name)?))
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
