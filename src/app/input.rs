//! From a press to what it means: the game's own keys, the player's, and those that are
//! always the program's. Knows no window.

use std::collections::BTreeMap;

use crate::app::keymap::Keymap;
use crate::grid::{Direction, Tiling};
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
    /// The next level that is not solved.
    NextUnsolved,
    /// The level before.
    PreviousLevel,
    /// Read all files again, for disks that tell no changes.
    Reload,
    /// A step up (or else down) on hexagons, to the left or to the right.
    Climb(bool),
    /// Show all levels to choose from, or hide them.
    Levels,
    /// Show the options, or hide them.
    Options,
    /// Stop time, or have it go by, in games with ticks.
    Pause,
    /// Show the workbench, or hide it.
    Workbench,
    /// Mark the cells that clicks can lead to, or no longer.
    Marks,
    /// Show squares at a slant, or from above again.
    Isometric,
    /// Show the game in the next of its looks.
    NextSkin,
    /// Copy the level with what was played so far.
    Copy,
    /// Play the level in the clipboard.
    Paste,
    /// Show the board larger by a number of steps, or smaller.
    Zoom(i32),
    /// Show what lies in that direction.
    Scroll(Direction),
    /// Show the whole board, or, if it is whole, what matters from near.
    WholeBoard,
    /// Save the board as a level file.
    Save,
    /// Save what was played as a recording.
    Record,
    /// Save the board as a picture.
    Picture,
    /// Save what was played as an animation.
    Animate,
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
                | Command::Climb(_)
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

/// What a press means in a game with those keys of its own, which come first, on a board of
/// such cells. Escape, F2 and F5 are always the program's.
#[must_use]
pub fn command(
    press: &Press,
    keys: &BTreeMap<String, String>,
    keymap: &Keymap,
    tiling: Tiling,
) -> Option<Command> {
    let key = press.key.as_str();
    match key {
        "escape" => return Some(Command::Quit),
        "f2" => return Some(Command::Options),
        "f3" if !keys.contains_key("f3") => return Some(Command::Levels),
        "f5" => return Some(Command::Reload),
        _ => {}
    }
    if press.control {
        return with_control(key, press.shift);
    }
    if let Some(name) = keys.get(key) {
        return Some(named(name));
    }
    let mut ways = Direction::ALL.into_iter();
    let way = ways.find(|way| press.shift && way.name(Tiling::Square) == key);
    way.map(Command::Scroll).or_else(|| keymap.command(key, tiling))
}

fn with_control(key: &str, shift: bool) -> Option<Command> {
    match (key, shift) {
        ("z", false) => Some(Command::Undo),
        ("z", true) | ("y", _) => Some(Command::Redo),
        ("q", _) => Some(Command::Quit),
        ("s", _) => Some(Command::Save),
        ("c", _) => Some(Command::Copy),
        ("v", _) => Some(Command::Paste),
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
