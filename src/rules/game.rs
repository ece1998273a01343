//! A game: a script's declarations as plain data and its functions to call, each
//! within its budget and with the board lent to it. Knows no history.

use std::cell::{Cell, OnceCell};

use mlua::{Function, Table, Value};

use crate::grid::{LayerId, Names, Tile, TooMany, Topology, Turn};
use crate::level::Seen;
use crate::rules::action::Action;
use crate::rules::declaration::{self, Declaration, Fault};
use crate::rules::error::ScriptError;
use crate::rules::functions::{Functions, kind};
use crate::rules::host::Mode;
use crate::rules::machine::Machine;

/// What `start` and the rule can learn of the level.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LevelInfo {
    /// Its title, if it has one.
    pub title: Option<String>,
    /// Its number in what is being played, from 1.
    pub number: usize,
    /// Its file, as it is shown.
    pub path: String,
}

/// The numbers of a game's names on the board it plays on.
#[derive(Clone, Debug)]
struct Bound {
    tiles: Vec<Tile>,
    layers: Vec<LayerId>,
    /// What each character of the legend puts into a cell.
    legend: Vec<(char, Vec<Tile>)>,
}

/// A game, ready to be played on one board.
pub struct Game {
    declared: Declaration,
    functions: Functions,
    bound: OnceCell<Bound>,
    /// The last answer of `won` that hung on counts alone, with their stamp.
    won: Cell<Option<(u64, bool)>>,
    machine: Machine,
}

impl Game {
    /// Reads what a script returned.
    pub(in crate::rules) fn new(
        machine: Machine,
        returned: &Value,
        name: &str,
    ) -> Result<Game, (Machine, Fault)> {
        let read = table_of(returned).and_then(|table| {
            let declared = declaration::read(machine.lua(), table, name)?;
            let functions = Functions::read(&machine, table, &declared)?;
            Ok((declared, functions))
        });
        match read {
            Ok((declared, functions)) => Ok(Game {
                declared,
                functions,
                bound: OnceCell::new(),
                won: Cell::new(None),
                machine,
            }),
            Err(fault) => Err((machine, fault)),
        }
    }

    /// What the script declares.
    #[must_use]
    pub fn declared(&self) -> &Declaration {
        &self.declared
    }

    /// Every file that was looked at to make this game.
    #[must_use]
    pub fn seen(&self) -> Vec<Seen> {
        self.machine.sources.borrow().seen().to_vec()
    }

    /// Joins the game to the board that it will play on: each name gets its
    /// number there. What another game left on that board stays.
    ///
    /// # Errors
    /// The board has too many names by now.
    pub fn bind(&self, turn: &mut Turn) -> Result<(), ScriptError> {
        let bound = turn.with_names(|names| self.numbers(names));
        let bound = bound
            .map_err(|many| ScriptError { message: many.to_string(), ..ScriptError::default() })?;
        let tiles = self.declared.tiles.iter().zip(&bound.tiles);
        let layers = self.declared.layers.iter().zip(&bound.layers);
        let learnt = self.machine.learn(
            tiles.map(|(kind, tile)| (kind.name.clone(), *tile)),
            layers.map(|(name, layer)| (name.clone(), *layer)),
        );
        learnt.map_err(|error| self.machine.error(&error))?;
        // A game is bound once, to one board; the first numbers stay.
        let _ = self.bound.set(bound);
        Ok(())
    }

    /// The declared tiles with their numbers on the bound board.
    pub fn tiles(&self) -> impl Iterator<Item = (&declaration::TileKind, Tile)> {
        let numbers = self.bound.get().map_or(&[][..], |bound| &bound.tiles);
        self.declared.tiles.iter().zip(numbers.iter().copied())
    }

    /// The number of a declared tile on the bound board.
    #[must_use]
    pub fn tile(&self, name: &str) -> Option<Tile> {
        self.tiles().find(|(kind, _)| kind.name == name).map(|(_, tile)| tile)
    }

    /// What a character of a level puts into a cell, if the legend has it.
    #[must_use]
    pub fn meaning(&self, character: char) -> Option<&[Tile]> {
        let mut legend = self.bound.get()?.legend.iter();
        legend.find(|(known, _)| *known == character).map(|(_, tiles)| tiles.as_slice())
    }

    /// The layers in the order they are drawn, bottom first.
    #[must_use]
    pub fn layers(&self) -> &[LayerId] {
        self.bound.get().map_or(&[], |bound| &bound.layers)
    }

    /// Tells the script the size of the board and the level; to be called for
    /// each new board, before anything else.
    ///
    /// # Errors
    /// The script has used up its memory.
    pub fn enter(&self, topology: Topology, level: &LevelInfo) -> Result<(), ScriptError> {
        let (width, height) = (topology.width(), topology.height());
        let (title, path) = (level.title.as_deref(), level.path.as_str());
        let told = self.machine.about_board.call((width, height, title, level.number, path));
        told.map_err(|error| self.machine.error(&error))
    }

    /// Runs `start`, which may refuse the level by raising an error.
    ///
    /// # Errors
    /// What the script raised, or a budget that it broke.
    pub fn start(&self, turn: &mut Turn) -> Result<(), ScriptError> {
        let limit = self.machine.limits.start;
        self.change(turn, self.functions.start.as_ref(), limit)
    }

    /// Runs `reloaded`, after the script was replaced in the middle of a game.
    ///
    /// # Errors
    /// What the script raised, or a budget that it broke.
    pub fn reloaded(&self, turn: &mut Turn) -> Result<(), ScriptError> {
        let limit = self.machine.limits.call;
        self.change(turn, self.functions.reloaded.as_ref(), limit)
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
    ) -> Result<(), ScriptError> {
        let Some(argument) = self.functions.argument(action) else {
            let message = format!("{} has no action {}", self.declared.title, action.token());
            return Err(ScriptError { message, ..ScriptError::default() });
        };
        let machine = &self.machine;
        let arguments = [&machine.kept_board, argument];
        let named = machine.with_board(turn, Mode::Changing, machine.limits.call, || {
            machine.direct.call(&self.functions.act, arguments, |values, at| {
                match values.kind(at) {
                    "nil" => Ok(None),
                    other => values.text(at).map(Some).ok_or(other),
                }
            })
        })?;
        match named {
            Ok(None) => {}
            Ok(Some(text)) => *token = text,
            Err(kind) => return Err(no_token(kind)),
        }
        Ok(())
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
    pub fn won(&self, turn: &mut Turn) -> Result<bool, ScriptError> {
        let stamp = turn.board().count_stamp();
        if let Some((known, won)) = self.won.get()
            && known == stamp
        {
            return Ok(won);
        }
        let answer = self.look(turn, self.functions.won.as_ref())?;
        let won = !matches!(answer, Value::Nil | Value::Boolean(false));
        self.won.set((!self.machine.has_looked()).then_some((stamp, won)));
        Ok(won)
    }

    /// The status line that the script shows, if any.
    ///
    /// # Errors
    /// What the script raised, or a budget that it broke.
    pub fn status(&self, turn: &mut Turn) -> Result<Option<String>, ScriptError> {
        let answer = self.look(turn, self.functions.status.as_ref())?;
        Ok(answer.as_string().map(|text| text.to_string_lossy()))
    }

    /// What the script said since this was last asked.
    #[must_use]
    pub fn take_said(&self) -> Vec<String> {
        self.machine.take_said()
    }

    fn numbers(&self, names: &mut Names) -> Result<Bound, TooMany> {
        let layers = self.declared.layers.iter().map(|name| names.layer(name));
        let layers: Vec<LayerId> = layers.collect::<Result<_, _>>()?;
        let tiles = self.declared.tiles.iter();
        let tiles = tiles.map(|kind| names.tile(&kind.name, layers[kind.layer]));
        let tiles: Vec<Tile> = tiles.collect::<Result<_, _>>()?;
        let placed = |name: &String| {
            let known = self.declared.tiles.iter().position(|kind| kind.name == *name);
            known.map(|at| tiles[at])
        };
        let legend = self.declared.legend.iter();
        let legend = legend
            .map(|(character, names)| (*character, names.iter().filter_map(placed).collect()))
            .collect();
        Ok(Bound { tiles, layers, legend })
    }

    fn change(
        &self,
        turn: &mut Turn,
        function: Option<&Function>,
        limit: std::time::Duration,
    ) -> Result<(), ScriptError> {
        let Some(function) = function else {
            return Ok(());
        };
        let run = || function.call::<()>(&self.machine.board);
        self.machine.with_board(turn, Mode::Changing, limit, run)
    }

    fn look(&self, turn: &mut Turn, function: Option<&Function>) -> Result<Value, ScriptError> {
        let Some(function) = function else {
            return Ok(Value::Nil);
        };
        let limit = self.machine.limits.call;
        let run = || function.call::<Value>(&self.machine.board);
        self.machine.with_board(turn, Mode::Looking, limit, run)
    }
}

fn table_of(returned: &Value) -> Result<&Table, Fault> {
    returned.as_table().ok_or_else(|| {
        let expected = "expected a table with at least tiles and act";
        Fault::new(format!("the script returns {}; {expected}", kind(returned)))
    })
}

fn no_token(kind: &str) -> ScriptError {
    let expected = "expected nothing or the text to record the action under";
    ScriptError { message: format!("act returned {kind}; {expected}"), ..ScriptError::default() }
}
