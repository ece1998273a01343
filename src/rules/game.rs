//! A game: a script's declarations as plain data and its functions to call, each
//! within its budget and with the board lent to it. Knows no history.

use std::borrow::Cow;
use std::cell::Cell;
use std::ffi::c_int;
use std::rc::Rc;
use std::time::Duration;

use mlua::{LuaString, Table, Value};

use crate::grid::{self, Direction, LayerId, Tile, Topology, Turn, new_stamp};
use crate::level::{Seen, Symbol};
use crate::rules::about::{About, LevelInfo};
use crate::rules::action::{Action, Button, read_recording};
use crate::rules::bind::{Arguments, Kept};
use crate::rules::budget::Limit;
use crate::rules::call::shortened;
use crate::rules::declaration::{self, Declaration};
use crate::rules::declared::{Bound, Declared, declare};
use crate::rules::error::{ScriptError, cut};
use crate::rules::fault::{At, Found, Mistakes};
use crate::rules::finder::Finder;
use crate::rules::functions::Functions;
use crate::rules::host::Mode;
use crate::rules::kinds::kind;
use crate::rules::machine::Machine;
use crate::rules::params::{self, Settings};
use crate::rules::run::Known;
use crate::rules::running::Running;

/// What became of moves that follow each other.
pub struct Acted {
    /// How many turns have ended before the last one; they wait to be committed.
    pub before: usize,
    /// What became of the last one, which is open, as [`Game::act`] tells.
    pub acted: Result<(), Box<ScriptError>>,
    /// What [`Game::won`] says of it, if that is known already.
    pub won: Option<bool>,
}

impl Acted {
    fn failed(error: ScriptError) -> Acted {
        Acted { before: 0, acted: Err(Box::new(error)), won: None }
    }
}

/// A game, ready to be played on one board.
pub struct Game {
    pub(in crate::rules) name: String,
    /// What the script returned.
    pub(in crate::rules) table: Table,
    /// The name of its tiles there, which are looked up for each new board.
    pub(in crate::rules) tiles: LuaString,
    pub(in crate::rules) declared: Declared,
    /// What was declared before that: a board goes from yet to be made to made and
    /// back without asking the script each time.
    pub(in crate::rules) before: Option<Declared>,
    functions: Functions,
    /// What the script's names mean by now: the stamp of what is declared, and that of the
    /// names of the board.
    pub(in crate::rules) learnt: Cell<(u64, Option<u64>)>,
    /// The last answer of `won` that hung on counts alone, with their stamp.
    pub(in crate::rules) won: Cell<Option<(u64, bool)>>,
    pub(in crate::rules) machine: Machine,
}

impl Game {
    /// Reads what a script returned, if it has. Everything is set as the script has it.
    ///
    /// # Errors
    /// All that was found to be wrong.
    pub(in crate::rules) fn new(
        machine: Machine,
        returned: Option<&Value>,
        name: &str,
        found: &Found,
    ) -> Result<Game, Mistakes> {
        let at = At::top(machine.lua(), found);
        let table = returned.and_then(|returned| table_of(&at, returned));
        let parts = table.and_then(|table| Parts::read(&at, &machine, table, name));
        let parts = found.settle(parts, &machine.sources.borrow());
        let Parts { table, tiles, declared, functions } = parts?;
        let (name, before, learnt, won) = (name.to_owned(), None, Cell::default(), Cell::new(None));
        Ok(Game { name, table, tiles, declared, before, functions, learnt, won, machine })
    }

    /// What the script declares.
    #[must_use]
    pub fn declared(&self) -> &Declaration {
        &self.declared.declaration
    }

    /// What the parameters are set to.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.declared.settings
    }

    /// The same only for the same tiles, whichever game declares them.
    #[must_use]
    pub fn declared_stamp(&self) -> u64 {
        self.declared.stamp
    }

    /// Which parameters the last run of `start` has looked at.
    #[must_use]
    pub fn start_looked_at(&self) -> Vec<String> {
        self.machine.asked_params()
    }

    /// Every file that was looked at to make this game.
    #[must_use]
    pub fn seen(&self) -> Vec<Seen> {
        self.machine.sources.borrow().seen().to_vec()
    }

    /// The declared tiles with their numbers on the bound board.
    pub fn tiles(&self) -> impl Iterator<Item = (&declaration::TileKind, Tile)> {
        self.declared().tiles.iter().zip(self.declared.bound.tiles.iter().copied())
    }

    /// The number of a declared tile on the bound board.
    #[must_use]
    pub fn tile(&self, name: &str) -> Option<Tile> {
        self.tiles().find(|(kind, _)| kind.name == name).map(|(_, tile)| tile)
    }

    /// What each symbol of a level puts into a cell.
    #[must_use]
    pub fn legend(&self) -> &[(Symbol, Vec<Tile>)] {
        &self.declared.bound.legend
    }

    /// The layers in the order they are drawn, bottom first.
    #[must_use]
    pub fn layers(&self) -> &[LayerId] {
        &self.declared.bound.layers
    }

    /// The time from one tick to the next, where time goes by in the game.
    #[must_use]
    pub fn tick(&self) -> Option<Duration> {
        self.functions.ticks().then(|| self.declared().tick)
    }

    /// The most that all turns of a level may keep together, in bytes.
    #[must_use]
    #[inline]
    pub fn most_history(&self) -> usize {
        self.machine.limits.history
    }

    /// Whether the script makes plans of clicks.
    #[must_use]
    pub fn plans(&self) -> bool {
        self.functions.plan.is_some()
    }

    /// Tells the script the size of the board and the level; to be called for
    /// each new board, before anything else.
    ///
    /// # Errors
    /// The script has used up its memory.
    pub fn enter(&self, topology: Topology, level: LevelInfo) -> Result<(), ScriptError> {
        Ok(self.machine.tell_board(About { topology, level })?)
    }

    /// Runs `start`, which may refuse the level by raising an error.
    ///
    /// # Errors
    /// What the script raised, or a budget that it broke.
    pub fn start(&self, turn: &mut Turn) -> Result<(), ScriptError> {
        self.machine.forget_asked_params();
        let limit = self.machine.limits.start;
        let start = (self.functions.start.as_ref(), Running::Start);
        Ok(self.call(turn, start, (Mode::Starting, limit), |_, _| ())?)
    }

    /// Asks the script what a click comes to; `held` is the cell that the click before has
    /// picked. What the script tries out on the board is for the caller to cancel.
    ///
    /// # Errors
    /// What the script raised, a budget that it broke, or an answer that is no plan.
    pub fn plan(
        &self,
        turn: &mut Turn,
        (cell, button): (grid::Cell, Button),
        held: Option<grid::Cell>,
    ) -> Result<Plan, ScriptError> {
        let Some(function) = self.functions.plan.as_ref() else {
            return Ok(Plan::Nothing);
        };
        let number = |cell: grid::Cell| cell.0 + 1;
        let lua = self.machine.lua();
        let limit = self.machine.limits.start;
        let answer = self.machine.with_board(turn, Mode::Changing, limit, || {
            let click = lua.create_table()?;
            click.raw_set("cell", number(cell))?;
            click.raw_set("button", button.name())?;
            click.raw_set("held", held.map(number))?;
            click.set_metatable(Some(self.machine.of_actions.clone()))?;
            self.machine.call(function, (&self.machine.board, click))
        });
        let answer = answer.map_err(|error| error.during(Running::Plan(cell, button, held)))?;
        let plan = plan_of(&answer, turn.board().topology());
        plan.map_err(|what| self.returned("plan", &what))
    }

    /// Asks the script where clicks can lead to; `held` is the cell that the last one has
    /// picked. What the script tries out on the board is for the caller to cancel.
    ///
    /// # Errors
    /// What the script raised, a budget that it broke, or an answer that is no list of cells.
    pub fn reach(
        &self,
        turn: &mut Turn,
        held: Option<grid::Cell>,
    ) -> Result<Vec<grid::Cell>, ScriptError> {
        let Some(function) = self.functions.reach.as_ref() else {
            return Ok(Vec::new());
        };
        let limit = self.machine.limits.start;
        let held_number = held.map(|cell| cell.0 + 1);
        let run = || {
            let cells = self.machine.call(function, (&self.machine.board, held_number))?;
            self.machine.numbers_of(&cells)
        };
        let numbers = self.machine.with_board(turn, Mode::Changing, limit, run);
        let numbers = numbers.map_err(|error| match error.line {
            Some(_) => error.during(Running::Reach(held)),
            None => self.returned("reach", &error.message),
        })?;
        let size = turn.board().topology().size();
        let inside = numbers.into_iter().filter(|number| (1..=size).contains(number));
        Ok(inside.map(|number| grid::Cell(number - 1)).collect())
    }

    /// Runs `reloaded`, after the script was replaced in the middle of a game.
    ///
    /// # Errors
    /// What the script raised, or a budget that it broke.
    pub fn reloaded(&self, turn: &mut Turn) -> Result<(), ScriptError> {
        let limit = self.machine.limits.call;
        let reloaded = (self.functions.reloaded.as_ref(), Running::Reloaded);
        Ok(self.call(turn, reloaded, (Mode::Changing, limit), |_, _| ())?)
    }

    /// Runs the rule. `token` becomes the text that the action is recorded under,
    /// if the rule names one, and else stays as it is.
    ///
    /// # Errors
    /// What the script raised, or a budget that it broke. The turn then holds
    /// whatever was done before; the caller cancels it.
    pub fn act(
        &self,
        turn: &mut Turn,
        action: &Action,
        token: &mut String,
    ) -> Result<(), Box<ScriptError>> {
        if let Action::Click(cell, _) = action
            && cell.0 >= turn.board().topology().size()
        {
            let message = format!("there is no cell {} to click on", cell.0 + 1);
            return Err(Box::new(ScriptError { message, ..ScriptError::default() }));
        }
        self.run(turn, action, &[], token).acted
    }

    /// Runs the rule for moves that follow each other, for as long as nothing of a turn is of
    /// interest but its edits; `token` is of the last of them. There must be one.
    ///
    /// A level that is won, or that hangs on more than how many tiles there are, is of interest.
    pub fn act_on(&self, turn: &mut Turn, ways: &[Direction], token: &mut String) -> Acted {
        let Some(first) = ways.first().map(|way| Action::Move(*way)) else {
            return Acted::failed(ScriptError::default());
        };
        match self.won.get() {
            Some((stamp, false)) if stamp == turn.board().count_stamp() => {
                self.run(turn, &first, ways, token)
            }
            _ => self.run(turn, &first, &[], token),
        }
    }

    /// Runs the rule for an action, and for all of these moves if it is the first of them.
    fn run(
        &self,
        turn: &mut Turn,
        action: &Action,
        ways: &[Direction],
        token: &mut String,
    ) -> Acted {
        let topology = turn.board().topology();
        let Some((act, argument)) = self.functions.call_for(action, topology.is_hex()) else {
            let message = format!("{} has no action {}", self.declared().title, action.token());
            return Acted::failed(ScriptError { message, ..ScriptError::default() });
        };
        let won = self.functions.won.as_ref();
        let moves = self.functions.moves(topology.is_hex());
        let known = Known { unwon: turn.board().count_stamp(), asks: won.is_some() };
        let arguments = [act, argument, moves, won.unwrap_or(act)];
        let (ended, played) = self.machine.play(turn, arguments, (ways, known));
        if !ways.is_empty() {
            self.won.set(ended.answer);
        }
        let last = ways.get(ended.before);
        let last = last.map_or(Cow::Borrowed(action), |way| Cow::Owned(Action::Move(*way)));
        token.clear();
        token.push_str(&last.token());
        let running = match ended.was_asking {
            true => Running::Won,
            false => Running::Act(&last, topology.tiling()),
        };
        let played = played.map_err(|error| Box::new(error.during(running)));
        let rename = || ended.named.rename(token).map_err(|what| self.no_token(&last, &what));
        let acted = played.and_then(|()| rename());
        Acted { before: ended.before, acted, won: ended.won }
    }

    /// Asks whether the level is won; without `won` it never is.
    ///
    /// An answer that hung on nothing but how many tiles there are is kept, and
    /// `won` is not called again before such a number changes: it could only say
    /// the same. (What it remembers of its own does not count; a script keeps
    /// nothing that matters.)
    ///
    /// # Errors
    /// What the script raised, or a budget that it broke.
    pub fn won(&self, turn: &mut Turn) -> Result<bool, Box<ScriptError>> {
        let stamp = turn.board().count_stamp();
        if let Some((known, won)) = self.won.get()
            && known == stamp
        {
            return Ok(won);
        }
        let asked = (self.functions.won.as_ref(), Running::Won);
        let limit = self.machine.limits.call;
        let won =
            self.call(turn, asked, (Mode::Looking, limit), |values, at| values.is_truthy(at))?;
        let hangs_on_counts = self.functions.won.is_none() || !self.machine.has_looked();
        self.won.set(hangs_on_counts.then_some((stamp, won)));
        Ok(won)
    }

    /// The status line that the script shows, if any.
    ///
    /// # Errors
    /// What the script raised, or a budget that it broke.
    pub fn status(&self, turn: &mut Turn) -> Result<Option<String>, ScriptError> {
        let asked = (self.functions.status.as_ref(), Running::Status);
        let limit = self.machine.limits.call;
        let status =
            self.call(turn, asked, (Mode::Looking, limit), |values, at| values.text(at))?;
        Ok(status.map(|text| cut(&text)))
    }

    /// The cell that `start` has just refused the level for with that text, if it named
    /// one.
    #[must_use]
    pub fn refused_cell(&self, text: &str) -> Option<grid::Cell> {
        self.machine.refused_cell(text)
    }

    /// What the script said and printed since this was last asked, each with its `path:line`.
    #[must_use]
    pub fn take_heard(&self) -> Vec<String> {
        self.machine.take_heard()
    }

    /// What the script said since this was last asked.
    #[must_use]
    pub fn take_said(&self) -> Vec<String> {
        self.machine.take_said()
    }

    /// What a function of the script has returned is wrong: told where that function stands.
    fn returned(&self, function: &str, what: &str) -> ScriptError {
        let sources = self.machine.sources.borrow();
        let found = Finder::new(&sources).find(&[function.to_owned()]);
        match found {
            Some((path, line, _)) => ScriptError::at_line(path, line, cut(what)),
            None => ScriptError::in_file(sources.main().unwrap_or_default(), cut(what)),
        }
        .with_source(&sources)
    }

    /// What the rule has returned for an action stands for none.
    #[cold]
    fn no_token(&self, action: &Action, what: &str) -> Box<ScriptError> {
        let function = if *action == Action::Tick { "tick" } else { "act" };
        let what = format!(
            "{function} returned {}; expected nothing or what stands for one action in a \
             recording: a letter of l, u, r, d, n and s, or a name in angle brackets",
            shortened(what)
        );
        Box::new(self.returned(function, &what))
    }

    /// Calls a function of the script that gets the board alone, if there is one, and reads
    /// what it returns: the value at that place.
    fn call<T: Default>(
        &self,
        turn: &mut Turn,
        (function, running): (Option<&Kept>, Running<'_>),
        (mode, limit): (Mode, Limit),
        read: impl FnOnce(Arguments<'_>, c_int) -> T,
    ) -> Result<T, Box<ScriptError>> {
        let Some(function) = function else {
            return Ok(T::default());
        };
        let machine = &self.machine;
        let run = || machine.direct.call(function, [&machine.kept_board], read);
        let called = machine.with_board(turn, mode, limit, run);
        called.map_err(|error| Box::new(error.during(running)))
    }
}

/// What a game is made of, as its script gives it.
struct Parts {
    table: Table,
    tiles: LuaString,
    declared: Declared,
    functions: Functions,
}

impl Parts {
    fn read(at: &At, machine: &Machine, table: &Table, name: &str) -> Option<Parts> {
        let params = declaration::params(at, table);
        let settings = params::defaults(&params);
        at.kept(machine.set_params(&settings))?;
        let bound = Rc::<Bound>::default();
        let (declaration, stamp) = (Rc::default(), new_stamp());
        let settings = Rc::new(settings);
        let mut declared = Declared { declaration, settings, size: None, bound, stamp };
        declared.declaration = Rc::new(declare(at, machine, (table, name), &declared, params));
        let functions = Functions::read(at, machine, table, &declared.declaration)?;
        let tiles = at.kept(machine.lua().create_string("tiles"))?;
        Some(Parts { table: table.clone(), tiles, declared, functions })
    }
}

fn table_of<'v>(at: &At, returned: &'v Value) -> Option<&'v Table> {
    let table = returned.as_table();
    if table.is_none() {
        let expected = "expected a table with at least tiles and act";
        at.fault(format!("the script returns {}; {expected}", kind(returned)));
    }
    table
}

/// What a click comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Plan {
    /// Nothing: there is no way.
    Nothing,
    /// The cell is picked, for the next click to say what is to become of it.
    Pick(grid::Cell),
    /// These actions, one after the other.
    Play(Vec<Action>),
}

/// The most steps of a plan, and the most bytes that tell them.
pub(in crate::rules) const MOST_STEPS: usize = 100_000;

/// What a click comes to, or what is wrong with that answer.
fn plan_of(answer: &Value, topology: Topology) -> Result<Plan, String> {
    let wrong = |what: String| {
        let expected = "expected nothing, a cell to pick, or steps like \"rrD\"";
        format!("plan returned {what}; {expected}")
    };
    match answer {
        Value::Nil | Value::Boolean(false) => Ok(Plan::Nothing),
        Value::String(text) if text.as_bytes().len() > MOST_STEPS => {
            Err(wrong(format!("a text of more than {MOST_STEPS} bytes")))
        }
        Value::String(text) => {
            let text = text.to_string_lossy();
            let shown = shortened(&text);
            let actions = read_recording(&text);
            let actions = actions.map_err(|bad| wrong(format!("\"{shown}\" ({bad})")))?;
            // A click in a recording is planned again, and might come to something else.
            if actions.iter().any(|action| matches!(action, Action::Click(..))) {
                return Err(wrong(format!("\"{shown}\", which clicks")));
            }
            match actions.len() {
                ..=MOST_STEPS => Ok(Plan::Play(actions)),
                many => Err(wrong(format!("{many} steps"))),
            }
        }
        number => {
            let number = match number {
                #[allow(clippy::cast_precision_loss)] // a cell is far below 2^53
                Value::Integer(number) => Some(*number as f64),
                Value::Number(number) => Some(*number).filter(|number| number.fract() == 0.0),
                _ => None,
            };
            let inside = number.filter(|n| (1.0..=f64::from(topology.size())).contains(n));
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // checked
            let cell = inside.map(|number| grid::Cell(number as u32 - 1));
            cell.map(Plan::Pick).ok_or_else(|| wrong(kind(answer).to_owned()))
        }
    }
}
