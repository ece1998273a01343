//! From a key to what it means. Knows no window: a key is its name in small
//! letters, as scripts write it in `keys` ("left", "a", "space", "f5").

use std::collections::BTreeMap;

use crate::grid::Direction;
use crate::rules::Action;

/// What a player can ask of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Something for the rule.
    Play(Action),
    /// Take back a turn.
    Undo,
    /// Do it again.
    Redo,
    /// Begin the level again.
    Restart,
    /// Begin it with other random numbers.
    New,
    /// The next level.
    NextLevel,
    /// The level before.
    PreviousLevel,
    /// Read all files again, for disks that tell no changes.
    Reload,
    /// Show the options, or hide them.
    Options,
    /// Show the board larger by a number of steps, or smaller.
    Zoom(i32),
    /// Show what lies in that direction.
    Scroll(Direction),
    /// Show the whole board, or, if it is whole, what matters from near.
    WholeBoard,
    /// Save the board as a level file.
    Save,
    /// Leave.
    Quit,
}

impl Command {
    /// Whether a key that is held asks for it again and again.
    #[must_use]
    pub fn repeats(&self) -> bool {
        matches!(
            self,
            Command::Play(_)
                | Command::Undo
                | Command::Redo
                | Command::Zoom(_)
                | Command::Scroll(_)
        )
    }
}

/// A key and the modifiers that are held with it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Press {
    /// The key's name in small letters.
    pub key: String,
    /// Whether Control (or Command) is held.
    pub control: bool,
    /// Whether Shift is held.
    pub shift: bool,
}

/// What a press means in a game with those keys of its own. The game's own keys
/// come first; Escape, F2 and F5 are always the program's.
#[must_use]
pub fn command(press: &Press, keys: &BTreeMap<String, String>) -> Option<Command> {
    let key = press.key.as_str();
    match key {
        "escape" => return Some(Command::Quit),
        "f2" => return Some(Command::Options),
        "f5" => return Some(Command::Reload),
        _ => {}
    }
    if press.control {
        return match (key, press.shift) {
            ("z", false) => Some(Command::Undo),
            ("z", true) | ("y", _) => Some(Command::Redo),
            ("q", _) => Some(Command::Quit),
            ("s", _) => Some(Command::Save),
            _ => None,
        };
    }
    if let Some(name) = keys.get(key) {
        return Some(named(name));
    }
    if press.shift
        && let Some(direction) = Direction::ALL.into_iter().find(|way| way.name() == key)
    {
        return Some(Command::Scroll(direction));
    }
    let step = |direction| Some(Command::Play(Action::Move(direction)));
    match key {
        "left" | "a" => step(Direction::Left),
        "up" | "w" => step(Direction::Up),
        "right" | "d" => step(Direction::Right),
        "down" | "s" => step(Direction::Down),
        "z" | "backspace" => Some(Command::Undo),
        "x" => Some(Command::Redo),
        "r" => Some(Command::Restart),
        "n" | "pagedown" => Some(Command::NextLevel),
        "p" | "pageup" => Some(Command::PreviousLevel),
        "o" => Some(Command::Options),
        "+" | "=" => Some(Command::Zoom(1)),
        "-" => Some(Command::Zoom(-1)),
        "f" => Some(Command::WholeBoard),
        _ => None,
    }
}

/// What a script's name for an action means: one of its own, unless it is one of
/// [`crate::rules::COMMANDS`].
fn named(name: &str) -> Command {
    match name {
        "new" => Command::New,
        "restart" => Command::Restart,
        "undo" => Command::Undo,
        "redo" => Command::Redo,
        _ => Command::Play(Action::Named(name.to_owned())),
    }
}
