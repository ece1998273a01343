//! What the workbench has to show of the game being played, and what is done there: lines of
//! Lua tried on the live board, the history to go to and fro in, and the moves played again
//! under the rules as they are now. Knows no panel.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use crate::app::player::Player;
use crate::app::trouble::script_trouble;
use crate::grid::{Board, Cell, Value};
use crate::rules::{Param, ScriptError, Setting};
use crate::session::Retraced;

/// The most lines and messages that are kept.
const MOST: usize = 200;

/// The most turns of the history that are listed, those nearest to where the game stands.
const TURNS: usize = 1000;

/// The most variables that are listed.
const VARIABLES: usize = 50;

/// What is shown beside the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::app) enum Beside {
    #[default]
    Nothing,
    Options,
    Workbench,
}

/// A line that was tried, and what came of it.
#[derive(Clone, Debug)]
pub(in crate::app) struct Tried {
    pub line: String,
    pub given: Result<String, String>,
}

/// What came of playing the history again, and the turn before the first that is different.
#[derive(Clone, Debug)]
pub(in crate::app) struct Report {
    pub text: String,
    pub turn: Option<usize>,
}

/// What is kept for the workbench.
#[derive(Debug, Default)]
pub(in crate::app) struct Workbench {
    log: VecDeque<Tried>,
    messages: VecDeque<String>,
    /// How long the last call of the rule took, and the last reading of the script.
    rule: Option<Duration>,
    reload: Option<Duration>,
    /// The cell that was last under the mouse.
    cell: Option<Cell>,
    report: Option<Report>,
}

/// What the workbench shows.
#[derive(Clone, Debug)]
pub(in crate::app) struct Bench {
    /// The cell in words, and what each layer holds there.
    pub cell: Option<(String, Vec<(String, String)>)>,
    pub vars: Vec<(String, String)>,
    pub log: Vec<Tried>,
    pub messages: Vec<String>,
    /// Turns by their numbers from 1, and how each is recorded.
    pub turns: Vec<(usize, String)>,
    /// How many turns are done, and how many there are.
    pub done: usize,
    pub count: usize,
    pub params: Vec<(Param, Setting)>,
    pub timings: String,
    pub report: Option<Report>,
}

impl Workbench {
    /// Has the messages of a game; of one said again and again only the last are kept.
    pub fn hear(&mut self, said: impl IntoIterator<Item = String>) {
        self.messages.extend(said);
        let many = self.messages.len().saturating_sub(MOST);
        self.messages.drain(..many);
    }

    fn note(&mut self, line: &str, given: Result<String, String>) {
        self.log.push_back(Tried { line: line.to_owned(), given });
        let many = self.log.len().saturating_sub(MOST);
        self.log.drain(..many);
    }

    /// Runs something and keeps how long it took as that of the rule.
    pub fn time_rule(&mut self, began: Instant) {
        self.rule = Some(began.elapsed());
    }

    /// The same of reading the script.
    pub fn time_reload(&mut self, began: Instant) {
        self.reload = Some(began.elapsed());
    }

    /// The mouse is on a cell. Returns whether it was on another one before.
    pub fn point(&mut self, cell: Option<Cell>) -> bool {
        cell.is_some() && std::mem::replace(&mut self.cell, cell) != cell
    }

    fn timings(&self) -> String {
        let time = |what: &str, time: Option<Duration>| {
            time.map(|time| format!("{what} {:.2} ms", time.as_secs_f64() * 1000.0))
        };
        let both = [time("Last rule", self.rule), time("Last reading", self.reload)];
        both.into_iter().flatten().collect::<Vec<_>>().join("   ")
    }
}

impl Player {
    /// Shows something beside the board, or hides it if it is shown.
    pub(in crate::app) fn toggle_beside(&mut self, what: Beside) {
        self.stop_time();
        self.beside = if self.beside == what { Beside::Nothing } else { what };
    }

    /// What the workbench shows, while it is shown.
    pub(in crate::app) fn bench(&self) -> Option<Bench> {
        if self.beside != Beside::Workbench {
            return None;
        }
        let bench = &self.workbench;
        let (board, journal) = (self.session.board(), self.session.journal());
        let first = journal.done().saturating_sub(TURNS / 2);
        let turns = (first + 1..).zip(journal.all_tokens().skip(first).take(TURNS));
        Some(Bench {
            cell: bench.cell.and_then(|cell| inspected(board, cell)),
            vars: variables(board),
            log: bench.log.iter().cloned().collect(),
            messages: bench.messages.iter().cloned().collect(),
            turns: turns.map(|(number, token)| (number, token.to_owned())).collect(),
            done: journal.done(),
            count: journal.len(),
            params: self.params(),
            timings: bench.timings(),
            report: bench.report.clone(),
        })
    }

    /// Tries a line of Lua on the live board. Returns whether the board moved.
    pub fn try_line(&mut self, line: &str) -> bool {
        self.begin_command();
        let here = self.workbench.cell.filter(|cell| *cell < self.end_of_board());
        let evaluated = self.session.evaluate(line, here);
        let moved = evaluated.as_ref().is_ok_and(|evaluated| evaluated.moved);
        let given =
            evaluated.map(|evaluated| evaluated.text).map_err(|error| error.bare().to_string());
        self.workbench.note(line, given);
        self.after_step();
        self.note_moved(moved)
    }

    fn end_of_board(&self) -> Cell {
        Cell(self.session.board().topology().size())
    }

    /// Goes to where so many turns of the history are done.
    pub fn jump(&mut self, done: usize) -> bool {
        self.begin_command();
        let moved = self.through_history(|session| session.jump(done));
        self.note_moved(moved)
    }

    /// Plays all moves again under the rules as their file has them now, and tells where that
    /// comes to something else.
    pub fn retrace(&mut self) {
        self.begin_command();
        let report = match self.scripts.load() {
            Err(error) => Report { text: error.error.bare().to_string(), turn: None },
            Ok(game) => match self.session.retrace(game) {
                Ok(retraced) => told(&retraced),
                Err(refusal) => Report { text: refusal.in_brief(), turn: None },
            },
        };
        self.workbench.report = Some(report);
    }

    /// What came of the last time that the moves were played again.
    #[must_use]
    pub fn retraced(&self) -> Option<&str> {
        self.workbench.report.as_ref().map(|report| report.text.as_str())
    }

    /// What the last line gave, or what is wrong with it.
    #[must_use]
    pub fn last_tried(&self) -> Option<&Result<String, String>> {
        self.workbench.log.back().map(|tried| &tried.given)
    }

    /// A rule has failed: that is told over the board, and kept among the messages.
    pub(in crate::app) fn tell_failure(&mut self, heading: &str, error: &ScriptError) {
        self.workbench.hear([error.bare().to_string()]);
        self.troubles.command = Some(script_trouble(heading, error));
    }
}

/// The column, row and number of a cell, and what stands there.
fn inspected(board: &Board, cell: Cell) -> Option<(String, Vec<(String, String)>)> {
    let topology = board.topology();
    if cell.0 >= topology.size() {
        return None;
    }
    let (x, y) = topology.xy(cell);
    let names = board.names();
    let layers = names.layers().map(|(name, layer)| {
        let tile = names.tile_name(board.get(layer, cell));
        let tile = if tile.is_empty() { "-" } else { tile };
        (name.to_owned(), tile.to_owned())
    });
    Some((format!("Cell {}: column {}, row {}", cell.0 + 1, x + 1, y + 1), layers.collect()))
}

fn variables(board: &Board) -> Vec<(String, String)> {
    let vars = board.names().vars().map(|name| (name, board.var_named(name)));
    let set = vars.filter(|(_, value)| **value != Value::Nil).take(VARIABLES);
    set.map(|(name, value)| (name.to_owned(), value.to_string())).collect()
}

fn told(retraced: &Retraced) -> Report {
    let (was, is) = retraced.solved;
    let end = match (was, is) {
        (true, true) => " It is solved in the end, as before.",
        (true, false) => " It was solved, and no longer is.",
        (false, true) => " It was not solved, and is now.",
        (false, false) => "",
    };
    match &retraced.first {
        None => {
            let turns = if retraced.turns == 1 { "turn comes" } else { "turns come" };
            let text = format!("{} {turns} out the same.{end}", retraced.turns);
            Report { text, turn: None }
        }
        Some(other) if other.turn == 0 => Report {
            text: format!("The beginning is another one: {}.{end}", other.what),
            turn: None,
        },
        Some(other) => {
            let (turn, token) = (other.turn, &other.token);
            let text = format!("Turn {turn} ({token}) comes out differently: {}.{end}", other.what);
            Report { text, turn: Some(turn - 1) }
        }
    }
}
