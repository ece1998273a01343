//! One virtual machine for one game: Luau with the libraries a stranger's script
//! may have, budgets of time and memory, and the API. Knows what a call is, not
//! which calls a game has.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use mlua::chunk::ChunkMode;
use mlua::{Function, IntoLuaMulti, Lua, LuaOptions, LuaString, StdLib, Table, Value};

use crate::grid::{Cell, Direction, LayerId, Names, Tile, Tiling, Turn, VarId};
use crate::rules::about::About;
use crate::rules::api;
use crate::rules::bind::{self, Direct, Kept, MOST_NUMBERS, Traced, VmEnds};
use crate::rules::budget::{Budget, CallLimits, Limit, Limits, MOST_AT_ONCE};
use crate::rules::chunks::Chunks;
use crate::rules::error::{ScriptError, TOO_MUCH_MEMORY};
use crate::rules::host::{Host, HostFault, Mode};
use crate::rules::lint::Globals;
use crate::rules::missing::names_in;
use crate::rules::params::{Setting, Settings};
use crate::rules::run::{Ended, Known};
use crate::rules::source::Sources;
use crate::rules::trace::Trace;
use crate::rules::words::Word;

/// The libraries a script may have: none reaches a file, a clock or a process.
const LIBRARIES: [StdLib; 7] = [
    StdLib::TABLE,
    StdLib::STRING,
    StdLib::MATH,
    StdLib::BIT,
    StdLib::UTF8,
    StdLib::BUFFER,
    StdLib::COROUTINE,
];

/// The engine's own functions for a script's parameters.
struct ParamsOf {
    /// Tells what they are set to, and which there are.
    set: Function,
    /// The names of those that were looked at since the last time.
    asked: Function,
}

/// A text that is kept alive, and its number.
struct Pin {
    _text: LuaString,
    number: u16,
}

/// A VM with the API and a board table.
pub(in crate::rules) struct Machine {
    /// First, so that it is dropped before the VM.
    _ends: VmEnds,
    /// Before the VM, as it must not outlive it.
    pub direct: Direct,
    /// All that was loaded.
    pub chunks: Chunks,
    lua: Lua,
    host: Rc<Host>,
    /// The table that scripts know as `board`.
    pub board: Table,
    /// The same, for direct calls.
    pub kept_board: Kept,
    /// Has scripts learn of another board, whose size and level it asks the host for.
    about_board: Kept,
    /// What is called with a rule, `board`, an action, the list of all moves, and `won`:
    /// `turns.lua`.
    turns: Kept,
    params: ParamsOf,
    /// A list of the host's as a table.
    as_table: Function,
    /// What becomes of a field that no action has.
    pub of_actions: Table,
    pub limits: CallLimits,
    pub sources: Rc<RefCell<Sources>>,
    /// Texts that have a number, by which the host's words know them.
    pins: RefCell<HashMap<String, Pin>>,
    /// The stamp of the variables that are among them.
    pinned_vars: std::cell::Cell<u64>,
}

impl Machine {
    /// A new VM, ready to run scripts.
    pub fn new(limits: Limits) -> mlua::Result<Machine> {
        let libraries = LIBRARIES.into_iter().fold(StdLib::NONE, |all, one| all | one);
        let lua = Lua::new_with(libraries, LuaOptions::new().catch_rust_panics(false))?;
        lua.set_compiler(Chunks::compiler());
        lua.enable_jit(false);
        let chunks = Chunks::new(limits.native);
        let (flag, ends) = bind::stop_flag(&lua)?;
        let budget = Budget::new(flag);
        let host = Rc::new(Host::new(budget));
        // Luau finds a name fastest where no other one shares its place: room helps.
        let board = lua.create_table_with_capacity(0, 256)?;
        let internal = lua.create_table()?;
        bind::install(&lua, api::FUNCTIONS, 0, &board)?;
        let methods = lua.create_table()?;
        bind::install(&lua, api::METHODS, api::FIRST[1], &methods)?;
        bind::install(&lua, api::INTERNAL, api::FIRST[2], &internal)?;
        internal.raw_set("most_at_once", MOST_AT_ONCE)?;
        internal.raw_set("square", dirs(&lua, Tiling::Square)?)?;
        internal.raw_set("hex", dirs(&lua, Tiling::HexOdd)?)?;
        let prelude = chunks.load_prelude(&lua)?;
        let (about_board, set, asked, of_lists, as_table, of_actions) =
            prelude.call::<(Function, Function, Function, Table, Function, Table)>((
                &board, internal, methods,
            ))?;
        bind::install_lists(&lua, &of_lists)?;
        board.raw_get::<Table>("vars")?.set_readonly(true);
        lua.set_memory_limit(limits.memory)?;
        let direct = Direct::new(&lua)?;
        let kept_board = direct.keep(&lua, &board)?;
        let about_board = direct.keep(&lua, about_board)?;
        let [next_move, next_after_won] = bind::next_functions(&lua)?;
        let turns: Function = chunks.load_turns(&lua)?.call((next_move, next_after_won))?;
        let turns = direct.keep(&lua, turns)?;
        Ok(Machine {
            _ends: ends,
            chunks,
            direct,
            about_board,
            params: ParamsOf { set, asked },
            as_table,
            of_actions,
            kept_board,
            turns,
            lua,
            host,
            board,
            limits: limits.into(),
            sources: Rc::default(),
            pins: RefCell::default(),
            pinned_vars: std::cell::Cell::default(),
        })
    }

    /// The VM, to make values in.
    pub fn lua(&self) -> &Lua {
        &self.lua
    }

    /// Makes `require` this function, then freezes all that scripts share.
    pub fn freeze(&self, require: Function) -> mlua::Result<()> {
        let globals = self.lua.globals();
        globals.raw_set("require", require)?;
        for pair in globals.pairs::<Value, Value>() {
            if let (_, Value::Table(library)) = pair? {
                library.set_readonly(true);
            }
        }
        if let Some(methods) = self.lua.type_metatable::<LuaString>() {
            methods.set_readonly(true);
        }
        globals.set_readonly(true);
        globals.set_safeenv(true);
        self.board.set_readonly(true);
        Ok(())
    }

    /// What scripts find without declaring it: each name, with those in it of a library.
    pub fn globals(&self) -> mlua::Result<Globals> {
        let mut globals = Globals::from([("require".to_owned(), BTreeSet::new())]);
        for pair in self.lua.globals().pairs::<String, Value>() {
            let (name, value) = pair?;
            let library = value.as_table().filter(|_| name != "_G");
            let names = library
                .map(|library| library.pairs::<String, Value>().map(|pair| Ok(pair?.0)).collect());
            let names: mlua::Result<Option<BTreeSet<String>>> = names.transpose();
            globals.insert(name, names?.unwrap_or_default());
        }
        Ok(globals)
    }

    /// Whether a script's text can be run at all.
    pub fn compile(&self, shown: &str, text: &str) -> mlua::Result<()> {
        let chunk = self.lua.load(text).set_name(format!("@{shown}"));
        chunk.set_mode(ChunkMode::Text).into_function().map(drop)
    }

    /// Runs a script's text; what it returns is the result.
    pub fn run(&self, shown: &str, text: &str) -> mlua::Result<Value> {
        run_text((&self.lua, &self.chunks), &self.direct.traced, shown, text)
    }

    /// Calls a function of the script.
    pub fn call(&self, function: &Function, arguments: impl IntoLuaMulti) -> mlua::Result<Value> {
        self.direct.traced.call(&self.lua, function.clone(), arguments)
    }

    /// Runs something in Lua that has no board: reading the script.
    pub fn without_board<T>(
        &self,
        run: impl FnOnce() -> mlua::Result<T>,
    ) -> Result<T, ScriptError> {
        Ok(self.settle(self.host.watch(self.limits.start, run))?)
    }

    /// Has scripts learn of another board.
    pub fn tell_board(&self, about: About) -> Result<(), Box<ScriptError>> {
        self.host.with_desk(|desk| desk.about = about);
        let tell = || self.direct.call(&self.about_board, [], |_, _| ());
        self.settle(self.host.watch(self.limits.start, tell))
    }

    /// Runs something in Lua with a board lent to it. The turn is neither
    /// committed nor cancelled here.
    ///
    /// What it returns is moved about a few times in every call of a rule, so errors are
    /// boxed.
    #[inline]
    pub fn with_board<T, E: Into<Box<mlua::Error>>>(
        &self,
        turn: &mut Turn,
        mode: Mode,
        limit: Limit,
        run: impl FnOnce() -> Result<T, E>,
    ) -> Result<T, Box<ScriptError>> {
        // Another board may have come since, and a call may name new variables.
        self.pin_vars(turn);
        self.chunks.note_call(&self.lua);
        let result = self.host.lend(turn, mode, limit, run);
        self.settle(result)
    }

    /// Has a rule act, and then again for each of the moves that follow the first, as long as
    /// the turns are such as [`Run::next`] ends.
    pub fn play(
        &self,
        turn: &mut Turn,
        [act, action, all_moves, won]: [&Kept; 4],
        (ways, known): (&[Direction], Known),
    ) -> (Ended, Result<(), Box<ScriptError>>) {
        // Until there is machine code every call counts.
        let ways = if self.chunks.are_settled() { ways } else { &[] };
        self.host.with_desk(|desk| desk.run.begin(ways, known));
        let arguments = [act, &self.kept_board, action, all_moves, won];
        let played = self.with_board(turn, Mode::Changing, self.limits.call, || {
            self.direct.call(&self.turns, arguments, |_, _| ())
        });
        (self.host.with_desk(|desk| desk.run.end()), played)
    }

    /// Whether the last call learnt anything of the board but how many tiles there
    /// are.
    pub fn has_looked(&self) -> bool {
        self.host.with_desk(|desk| desk.looked)
    }

    /// The cell that the last call refused a level for with that text.
    pub fn refused_cell(&self, text: &str) -> Option<Cell> {
        let refused = self.host.with_desk(|desk| desk.refused.take());
        refused.filter(|(said, _)| said == text).map(|(_, cell)| cell)
    }

    /// What it said and printed since the last time, with the places.
    pub fn take_heard(&self) -> Vec<String> {
        self.host.with_desk(|desk| std::mem::take(&mut desk.heard))
    }

    /// What the script said since the last time.
    pub fn take_said(&self) -> Vec<String> {
        self.host.with_desk(|desk| std::mem::take(&mut desk.said))
    }

    /// Tells the script what its parameters are set to.
    pub fn set_params(&self, settings: &Settings) -> mlua::Result<()> {
        let values = self.lua.create_table()?;
        let known = self.lua.create_table()?;
        for (name, setting) in settings {
            known.raw_set(name.as_str(), true)?;
            match setting {
                Setting::None => {}
                Setting::YesNo(truth) => values.raw_set(name.as_str(), *truth)?,
                Setting::Number(number) => values.raw_set(name.as_str(), *number)?,
                Setting::Text(text) => values.raw_set(name.as_str(), text.as_str())?,
            }
        }
        self.params.set.call((values, known))
    }

    /// The numbers in a list that a script has returned.
    pub fn numbers_of(&self, list: &Value) -> mlua::Result<Vec<u32>> {
        let table: Table = self.as_table.call(list)?;
        let numbers: mlua::Result<_> = table.sequence_values::<u32>().collect();
        let expected = "reach returned a list with something else in it; expected cells";
        numbers.map_err(|_| mlua::Error::runtime(expected))
    }

    /// From now on [`Machine::asked_params`] counts anew.
    pub fn forget_asked_params(&self) {
        // It only empties a list; what fails there fails in the call that follows.
        let _ = self.asked_params();
    }

    /// The parameters that were looked at since they were last asked for.
    pub fn asked_params(&self) -> Vec<String> {
        // Most scripts look at none in a call, and then there is nobody to ask.
        if !self.host.with_desk(|desk| desk.asks) {
            return Vec::new();
        }
        let asked = self.params.asked.call(());
        self.host.with_desk(|desk| desk.asks = asked.is_err());
        asked.unwrap_or_default()
    }

    /// Turns an error of Lua into one that a person reads.
    pub fn error(&self, error: &mlua::Error) -> ScriptError {
        ScriptError::from_lua(error, Trace::default(), &self.sources.borrow())
    }

    /// Lets scripts use these names from now on.
    pub fn learn(
        &self,
        tiles: impl IntoIterator<Item = (String, LayerId, Tile)>,
        layers: impl IntoIterator<Item = (String, LayerId)>,
    ) -> mlua::Result<()> {
        self.host.with_desk(|desk| desk.words.forget_tiles());
        for (name, layer, tile) in tiles {
            self.pin(&name, |word| word.mean_tile(layer, tile))?;
        }
        for (name, layer) in layers {
            self.pin(&name, |word| word.layer = Some(layer))?;
        }
        for tiling in [Tiling::Square, Tiling::HexEven, Tiling::HexOdd] {
            for &direction in tiling.directions() {
                let name = direction.name(tiling);
                self.pin(name, |word| word.directions[tiling as usize] = Some(direction))?;
            }
        }
        Ok(())
    }

    /// Has the host know the board's variables by the numbers of their texts. For want of
    /// memory some may stay unknown: they are found by their text, only slower, and
    /// the next call tries again; for want of numbers, too, for good.
    #[inline]
    fn pin_vars(&self, turn: &Turn) {
        if turn.board().names().var_stamp() != self.pinned_vars.get() {
            self.pin_new_vars(turn.board().names());
        }
    }

    #[cold]
    fn pin_new_vars(&self, names: &Names) {
        self.host.with_desk(|desk| desk.words.forget_vars());
        let mut each = names.vars().zip(0..);
        let pinned = each
            .try_for_each(|(name, number)| self.pin(name, |word| word.var = Some(VarId(number))));
        if pinned.is_ok() || self.pins.borrow().len() >= MOST_NUMBERS {
            self.pinned_vars.set(names.var_stamp());
        }
    }

    fn pin(&self, name: &str, mean: impl FnOnce(&mut Word)) -> mlua::Result<()> {
        let mut pins = self.pins.borrow_mut();
        let number = match pins.get(name) {
            Some(pin) => pin.number,
            None => {
                let pin = self.numbered(name, pins.len())?;
                pins.entry(name.to_owned()).or_insert(pin).number
            }
        };
        self.host.with_desk(|desk| mean(desk.words.entry(number)));
        Ok(())
    }

    /// The text of a name with a number of its own: the one after so many others.
    fn numbered(&self, name: &str, others: usize) -> mlua::Result<Pin> {
        let number = u16::try_from(others + 1).ok().filter(|_| others < MOST_NUMBERS);
        let number = number.ok_or_else(|| {
            mlua::Error::runtime(format!("this script has used too many names ({MOST_NUMBERS})"))
        })?;
        let text = self.lua.create_string(name)?;
        bind::give_number(&text, number);
        Ok(Pin { _text: text, number })
    }

    /// A fault that the host remembers counts even when the script caught it.
    #[inline]
    fn settle<T, E: Into<Box<mlua::Error>>>(
        &self,
        result: Result<T, E>,
    ) -> Result<T, Box<ScriptError>> {
        match (result, self.host.take_fault()) {
            (Ok(value), None) => Ok(value),
            (Ok(_), Some(fault)) => Err(self.told(self.caught(*fault))),
            (Err(error), _) => Err(self.told(self.raised(&error.into()))),
        }
    }

    #[cold]
    fn raised(&self, error: &mlua::Error) -> ScriptError {
        let trace = self.host.take_trace();
        self.explained(ScriptError::from_lua(error, trace, &self.sources.borrow()))
    }

    /// An error with what the machine knows of it.
    #[cold]
    fn told(&self, mut error: ScriptError) -> Box<ScriptError> {
        if error.path.is_none() {
            error.path = self.sources.borrow().main().map(str::to_owned);
        }
        if error.message == TOO_MUCH_MEMORY {
            // What the script built up is garbage now.
            let _ = self.lua.gc_collect();
        }
        Box::new(error)
    }

    /// What a script has caught, and must not.
    #[cold]
    fn caught(&self, fault: HostFault) -> ScriptError {
        let sources = self.sources.borrow();
        let message = format!("{} (the script caught this error)", fault.text);
        let trace = fault.trace.unwrap_or_default();
        let error = ScriptError::at_nearest(&trace, &message).with_source(&sources);
        ScriptError { trace: trace.into(), ..error }
    }

    /// Where Lua has only met nil, the name that nothing has, if that was behind it.
    fn explained(&self, mut error: ScriptError) -> ScriptError {
        let sources = self.sources.borrow();
        let text = error.path.as_deref().and_then(|path| sources.text(path));
        let (Some(text), Some(line)) = (text, error.line) else {
            return error;
        };
        let told = self.host.with_desk(|desk| {
            let missing = desk.missing.behind(&error.message, text, line)?;
            let globals = self.lua.globals();
            let mut known = match &missing.library {
                Some(library) => names_of(&globals.raw_get(library.as_str()).ok()?),
                None => names_of(&globals).into_iter().chain(names_in(text)).collect(),
            };
            known.retain(|name| !desk.missing.has(name));
            Some(missing.told(known.iter().map(String::as_str)))
        });
        if let Some(told) = told {
            error.message = format!("{told} ({})", error.message);
        }
        error
    }
}

/// Runs a script's text; what it returns is the result.
pub(in crate::rules) fn run_text(
    (lua, chunks): (&Lua, &Chunks),
    traced: &Traced,
    shown: &str,
    text: &str,
) -> mlua::Result<Value> {
    let function = chunks.load(lua, shown, text)?;
    let returned = traced.call(lua, function.clone(), ())?;
    chunks.ran(&function, text.len());
    Ok(returned)
}

/// The names of what is in a table.
fn names_of(table: &Table) -> Vec<String> {
    table.pairs::<String, Value>().flatten().map(|(name, _)| name).collect()
}

/// The names of all directions, for scripts.
fn dirs(lua: &Lua, tiling: Tiling) -> mlua::Result<Table> {
    let name = |direction: &Direction| direction.name(tiling);
    let dirs = lua.create_sequence_from(tiling.directions().iter().map(name))?;
    dirs.set_readonly(true);
    Ok(dirs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Board, Topology};

    #[test]
    fn a_name_that_there_is_no_number_for_is_found_by_its_text() {
        let machine = Machine::new(Limits::default()).unwrap();
        for name in 1..=MOST_NUMBERS {
            machine.pin(&format!("name {name}"), |_| ()).unwrap();
        }
        assert!(machine.pin("late", |_| ()).is_err());
        assert!(machine.pin("name 1", |_| ()).is_ok());
        let mut turn = Turn::new(Board::new(Topology::square(1, 1).unwrap(), 1));
        turn.var("late").unwrap();
        let add = "local board, name = ... return board:add(name, 2) + board:add(name, 3)";
        let add = machine.lua().load(add).into_function().unwrap();
        for (name, sum) in [("late", 7), ("name 1", 7), ("name 32766", 7), ("late", 17)] {
            let run = || machine.call(&add, (&machine.board, name));
            let added = machine.with_board(&mut turn, Mode::Changing, machine.limits.call, run);
            assert_eq!(added.unwrap().as_integer(), Some(sum), "{name}");
        }
        // Not to be tried again at every call.
        assert_eq!(machine.pinned_vars.get(), turn.board().names().var_stamp());
    }
}
