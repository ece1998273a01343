//! What can stand in a recording: the actions of the player, and what the program
//! itself does to a game: undo, restart, another board, another setting.

use crate::grid::{Cell, seed_of};
use crate::level::Growth;
use crate::rules::{Action, BadRecording, Settings, read_recording_within};
use crate::session::change::{REPLACED, Set};
use crate::session::error::Refusal;
use crate::session::play::Session;
use crate::session::rules::RELOADED;

/// One step of a recording.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Something for the rule.
    Play(Action),
    /// `<undo>`: takes back a turn.
    Undo,
    /// `<redo>`: does it again.
    Redo,
    /// `<restart>`: begins the level again.
    Restart,
    /// `<new>`: begins it with other random numbers; `<new 7>`: with those of a seed.
    New(Option<u64>),
    /// `<set NAME=VALUE>`: sets a parameter.
    Set(String, String),
    /// `<lua CODE>`: a line of Lua that the player has tried; `<lua@5 CODE>` with the fifth
    /// cell as `here`.
    Line(Option<Cell>, String),
    /// `<reloaded>`: what the script does once it was saved in the middle of a game.
    Reloaded,
}

impl From<Action> for Step {
    fn from(action: Action) -> Step {
        let Action::Named(name) = &action else {
            return Step::Play(action);
        };
        if let Some(seed) = name.strip_prefix("new ") {
            return Step::New(Some(seed_of(seed)));
        }
        if let Some(line) = name.strip_prefix("lua").and_then(line) {
            return line;
        }
        let setting = name.strip_prefix("set ").and_then(|setting| setting.split_once('='));
        match (name.as_str(), setting) {
            ("undo", _) => Step::Undo,
            ("redo", _) => Step::Redo,
            ("restart", _) => Step::Restart,
            ("new", _) => Step::New(None),
            ("reloaded", _) => Step::Reloaded,
            (_, Some((name, value))) => Step::Set(name.to_owned(), unescaped(value)),
            _ => Step::Play(action),
        }
    }
}

impl Step {
    /// The text that stands for the step in a recording.
    #[must_use]
    pub fn token(&self) -> String {
        match self {
            Step::Play(action) => action.token().into_owned(),
            Step::Undo => "<undo>".to_owned(),
            Step::Redo => "<redo>".to_owned(),
            Step::Restart => "<restart>".to_owned(),
            Step::Reloaded => RELOADED.to_owned(),
            Step::New(None) => "<new>".to_owned(),
            Step::New(Some(seed)) => format!("<new {seed}>"),
            Step::Set(name, value) => {
                format!("<set {name}={}>", escaped(value))
            }
            Step::Line(here, code) => {
                let here = here.map(|cell| format!("@{}", cell.0 + 1)).unwrap_or_default();
                format!("<lua{here} {}>", escaped(code))
            }
        }
    }
}

/// What ends a token must not stand in it, nor what ends a line.
fn escaped(text: &str) -> String {
    let text = text.replace('%', "%25").replace('>', "%3E");
    text.replace('\n', "%0A").replace('\r', "%0D")
}

fn unescaped(text: &str) -> String {
    let text = text.replace("%0D", "\r").replace("%0A", "\n");
    text.replace("%3E", ">").replace("%25", "%")
}

/// What follows `lua` in a token: the cell, if any, and the code.
fn line(rest: &str) -> Option<Step> {
    let (here, code) = rest.split_once(' ')?;
    let cell = match here.strip_prefix('@') {
        Some(number) => Some(Cell(number.parse::<u32>().ok()?.checked_sub(1)?)),
        None if here.is_empty() => None,
        None => return None,
    };
    Some(Step::Line(cell, unescaped(code)))
}

/// Reads a recording.
///
/// # Errors
/// As [`crate::rules::read_recording`].
pub fn read_steps(text: &str) -> Result<Vec<Step>, BadRecording> {
    read_steps_within(text, &mut Growth::default())
}

/// Reads one of several recordings that stand in one file.
///
/// # Errors
/// As [`read_recording_within`].
pub fn read_steps_within(text: &str, growth: &mut Growth) -> Result<Vec<Step>, BadRecording> {
    Ok(read_recording_within(text, growth)?.into_iter().map(Step::from).collect())
}

/// What a history, or the part of it that matters, began with.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Beginning {
    /// How many turns the whole history had then.
    pub turn: usize,
    /// The seed.
    pub seed: u64,
    /// What the parameters were set to that `start` has looked at.
    pub settings: Settings,
}

impl Session {
    /// What the history of the level began with; of a board that the game made, that board,
    /// and of a level whose file has changed, the level as it is now.
    #[must_use]
    pub fn beginning(&self) -> Beginning {
        let tokens = self.journal().tokens().zip(1..);
        let replaced = tokens.filter(|(token, _)| *token == REPLACED).last();
        let begun = match (self.level().level.is_made(), replaced) {
            (true, _) => self.boards.standing(self.journal().done()),
            (false, Some((_, turn))) => self.boards.standing(turn),
            (false, None) => self.boards.first(),
        };
        begun.map_or_else(Beginning::default, |begun| Beginning {
            turn: begun.turn,
            seed: begun.seed,
            settings: begun.settings.clone(),
        })
    }

    /// The history as a recording, from so many turns on; with what was undone, as far as
    /// that can be played again.
    #[must_use]
    pub fn recording(&self, from: usize) -> String {
        let tokens = self.journal().all_tokens().skip(from);
        tokens.take_while(|token| *token != REPLACED).collect()
    }

    /// What was played on this board so far, as a recording.
    #[must_use]
    pub fn played(&self) -> String {
        self.journal().tokens().skip(self.began()).collect()
    }

    /// Takes a step of a recording. Returns whether anything changed.
    ///
    /// # Errors
    /// What the step itself comes to.
    pub fn take(&mut self, step: &Step) -> Result<bool, Refusal> {
        match step {
            Step::Play(Action::Click(cell, button)) if self.game().plans() => {
                self.click_through(*cell, *button).map_err(Refusal::Script)
            }
            Step::Play(action) => self.play(action).map_err(Refusal::Script),
            Step::Undo => self.undo().map_err(Refusal::Script),
            Step::Redo => self.redo().map_err(Refusal::Script),
            Step::Restart => self.restart(),
            Step::Reloaded => self.reloaded().map_err(Refusal::Script),
            Step::Line(here, code) => {
                self.evaluate(code, *here).map(|done| done.moved).map_err(Refusal::Script)
            }
            Step::New(None) => self.new_board(),
            Step::New(Some(seed)) => self.new_board_of(*seed),
            Step::Set(name, value) => {
                let setting = self.game().declared().param(name)?.parse(value)?;
                self.set(name, setting).map(|set| set != Set::Same)
            }
        }
    }
}
