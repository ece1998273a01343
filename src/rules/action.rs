//! What a player can ask of a rule. Knows no key and no Lua.

use std::borrow::Cow;

use crate::grid::{Cell, Direction};
use crate::level::{Growth, expand_repeats};

/// A button of the mouse; a touch is the left one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Button {
    /// The left one.
    Left,
    /// The right one.
    Right,
    /// The one in the middle.
    Middle,
}

impl Button {
    /// Every button.
    pub const ALL: [Button; 3] = [Button::Left, Button::Right, Button::Middle];

    /// The name that scripts use.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Button::Left => "left",
            Button::Right => "right",
            Button::Middle => "middle",
        }
    }
}

/// What a script may bind its keys to beside its own actions: the program itself
/// does these.
pub const COMMANDS: [&str; 4] = ["new", "restart", "undo", "redo"];

/// One request of the player to the rule.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// A step in a direction.
    Move(Direction),
    /// A click on a cell.
    Click(Cell, Button),
    /// A command that the script declares in `keys`.
    Named(String),
    /// Time that has gone by, where the script says `tick`.
    Tick,
}

impl Action {
    /// The text that stands for the action in a recording: one letter for a step,
    /// `<click 5>` or `<click 5 right>` for a click on the fifth cell, the name in
    /// angle brackets for a command, and a full stop for a tick.
    #[must_use]
    pub fn token(&self) -> Cow<'static, str> {
        match self {
            Action::Move(Direction::Left) => Cow::Borrowed("l"),
            Action::Move(Direction::Up) => Cow::Borrowed("u"),
            Action::Move(Direction::Right) => Cow::Borrowed("r"),
            Action::Move(Direction::Down) => Cow::Borrowed("d"),
            Action::Move(Direction::UpRight) => Cow::Borrowed("n"),
            Action::Move(Direction::DownRight) => Cow::Borrowed("s"),
            Action::Click(cell, Button::Left) => Cow::Owned(format!("<click {}>", cell.0 + 1)),
            Action::Click(cell, button) => {
                Cow::Owned(format!("<click {} {}>", cell.0 + 1, button.name()))
            }
            Action::Named(name) => Cow::Owned(format!("<{name}>")),
            Action::Tick => Cow::Borrowed("."),
        }
    }
}

/// The click that a recording's words stand for, if they do.
fn click(words: &str) -> Option<Action> {
    let mut parts = words.strip_prefix("click ")?.split(' ');
    let cell: u32 = parts.next()?.parse().ok()?;
    let button = parts.next().unwrap_or("left");
    let button = Button::ALL.into_iter().find(|known| known.name() == button)?;
    let cell = Cell(cell.checked_sub(1)?);
    parts.next().is_none().then_some(Action::Click(cell, button))
}

/// A recording that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: {what}")]
pub struct BadRecording {
    /// The column in characters, from 1.
    pub column: usize,
    /// What is there and what was expected.
    pub what: String,
}

/// Reads a recording: the letters of steps (capital or small), counts before
/// them, groups, blanks, `*` (a mark, passed over), clicks and names in angle brackets, and
/// full stops for ticks.
///
/// # Errors
/// Anything else, with its column.
pub fn read_recording(text: &str) -> Result<Vec<Action>, BadRecording> {
    read_recording_within(text, &mut Growth::default())
}

/// The same of one of several recordings that stand in one file.
///
/// # Errors
/// As [`read_recording`]; or the run lengths of all of them grow too far.
pub fn read_recording_within(text: &str, growth: &mut Growth) -> Result<Vec<Action>, BadRecording> {
    let mut actions = Vec::new();
    let (mut rest, mut before) = (text, 0);
    while !rest.is_empty() {
        // What stands in angle brackets stays; what is around it may have counts.
        let (steps, tail) = rest.split_at(rest.find('<').unwrap_or(rest.len()));
        let (name, after) = tail.split_at(tail.find('>').map_or(tail.len(), |end| end + 1));
        let placed = |bad: BadRecording, at| BadRecording { column: at + bad.column, ..bad };
        actions.extend(read_steps(steps, growth).map_err(|bad| placed(bad, before))?);
        before += steps.chars().count();
        actions.extend(read_plain(name).map_err(|bad| placed(bad, before))?);
        before += name.chars().count();
        rest = after;
    }
    Ok(actions)
}

/// Reads steps alone, with counts and groups.
fn read_steps(text: &str, growth: &mut Growth) -> Result<Vec<Action>, BadRecording> {
    if !text.contains(|c: char| c.is_ascii_digit() || "()".contains(c)) {
        return read_plain(text);
    }
    let expanded = expand_repeats(text, growth);
    let expanded =
        expanded.map_err(|(column, what)| BadRecording { column, what: what.to_owned() })?;
    read_plain(&expanded).map_err(|bad| {
        // Where the person wrote it: the first one is the one that was met.
        let odd = expanded.chars().nth(bad.column - 1);
        let at = text.chars().position(|character| Some(character) == odd);
        BadRecording { column: at.map_or(1, |at| at + 1), ..bad }
    })
}

fn read_plain(text: &str) -> Result<Vec<Action>, BadRecording> {
    let mut actions = Vec::new();
    let mut rest = text.char_indices().enumerate();
    while let Some((column, (at, character))) = rest.next() {
        let bad = |what: String| BadRecording { column: column + 1, what };
        if let Some(direction) = Direction::from_letter(character) {
            actions.push(Action::Move(direction));
        } else if character == '.' {
            actions.push(Action::Tick);
        } else if character == '<' {
            let inside = &text[at + 1..];
            let Some(length) = inside.find('>') else {
                return Err(bad("a '<' without its '>'".into()));
            };
            let words = &inside[..length];
            actions.push(click(words).unwrap_or_else(|| Action::Named(words.to_owned())));
            let skipped = inside[..=length].chars().count();
            rest.by_ref().nth(skipped - 1);
        } else if !(character.is_whitespace() || character == '*') {
            let what = format!(
                "'{character}' is no step; expected l, u, r, d (n, s on hexagons), a full stop (a tick) or <name>"
            );
            return Err(bad(what));
        }
    }
    Ok(actions)
}
