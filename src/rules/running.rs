//! Which function of a script the host has called, and for what, in a player's words.
//! Knows no Lua.

use std::fmt;

use crate::grid::{Cell, Tiling};
use crate::rules::action::{Action, Button};

/// A call of one of a script's functions.
#[derive(Clone, Copy, Debug)]
pub(in crate::rules) enum Running<'a> {
    /// The rule, for an action on cells that lie so.
    Act(&'a Action, Tiling),
    Start,
    Won,
    Status,
    Reloaded,
    Tiles,
    /// For a click with that button, while a cell may be held.
    Plan(Cell, Button, Option<Cell>),
    Reach(Option<Cell>),
}

impl Running<'_> {
    /// The function's name in the game's table.
    pub fn function(self) -> &'static str {
        match self {
            Running::Act(Action::Tick, _) => "tick",
            Running::Act(..) => "act",
            Running::Start => "start",
            Running::Won => "won",
            Running::Status => "status",
            Running::Reloaded => "reloaded",
            Running::Tiles => "tiles",
            Running::Plan(..) => "plan",
            Running::Reach(_) => "reach",
        }
    }
}

impl fmt::Display for Running<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Running::Act(Action::Move(way), tiling) => {
                write!(f, "while the rule played \"move {}\"", way.name(tiling))
            }
            Running::Act(Action::Click(cell, button), _) => {
                write!(f, "while the rule played \"{}\"", Click(*cell, *button))
            }
            Running::Act(Action::Named(name), _) => write!(f, "while the rule played \"{name}\""),
            Running::Act(Action::Tick, _) => write!(f, "while the rule let time go by"),
            Running::Plan(cell, button, held) => {
                write!(f, "while plan was asked about \"{}\"{}", Click(cell, button), Held(held))
            }
            Running::Reach(held) => write!(f, "while reach was asked{}", Held(held)),
            Running::Start | Running::Reloaded => write!(f, "while {} ran", self.function()),
            Running::Won | Running::Status | Running::Tiles => {
                write!(f, "while {} was asked", self.function())
            }
        }
    }
}

struct Click(Cell, Button);

impl fmt::Display for Click {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "click {}", self.0.0 + 1)?;
        match self.1 {
            Button::Left => Ok(()),
            other => write!(f, " {}", other.name()),
        }
    }
}

struct Held(Option<Cell>);

impl fmt::Display for Held {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|cell| write!(f, " with cell {} held", cell.0 + 1))
    }
}
