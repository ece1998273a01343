//! What a rule returns for an action: the text that it is recorded under. Knows no recording
//! but its single steps.

use std::ffi::c_int;

use crate::grid::Direction;
use crate::rules::action::{Action, COMMANDS, read_recording};
use crate::rules::bind::Arguments;

/// What `act` has returned: under which token the action is to be recorded.
#[derive(Debug, Default)]
pub(in crate::rules) enum Named {
    /// Nothing: it stays as it is.
    #[default]
    Nothing,
    Letter(u8),
    Text(Box<str>),
    /// No text, but that kind of value.
    Other(&'static str),
}

impl Named {
    /// Reads the value at that place.
    #[inline]
    pub fn of(values: Arguments<'_>, at: c_int) -> Named {
        if !values.is_given(at) {
            return Named::Nothing;
        }
        values.letter(at).map_or_else(|| Named::long(values, at), Named::Letter)
    }

    #[cold]
    fn long(values: Arguments<'_>, at: c_int) -> Named {
        let text = values.text(at).map(String::into_boxed_str);
        text.map_or_else(|| Named::Other(values.kind(at)), Named::Text)
    }

    /// The letter that a move that way is recorded under, if it is a letter.
    #[inline]
    pub fn letter(&self, way: Direction) -> Option<u8> {
        match self {
            Named::Nothing => u8::try_from(way.letter()).ok(),
            Named::Letter(letter) => Some(*letter).filter(|letter| is_step(*letter)),
            _ => None,
        }
    }

    /// The token in the place of that one, or what it is if it is none.
    pub fn rename(self, token: &mut String) -> Result<(), String> {
        let text = match self {
            Named::Nothing => return Ok(()),
            Named::Letter(letter) if is_step(letter) => {
                token.clear();
                token.push(char::from(letter));
                return Ok(());
            }
            Named::Letter(letter) => char::from(letter).to_string(),
            Named::Text(text) => text.into(),
            Named::Other(kind) => return Err(kind.to_owned()),
        };
        if !is_token(&text) {
            return Err(format!("\"{text}\""));
        }
        *token = text;
        Ok(())
    }
}

/// Whether a letter stands for a step in a recording.
fn is_step(letter: u8) -> bool {
    Direction::from_letter(char::from(letter)).is_some()
}

/// The longest text that an action is recorded under, in bytes.
pub(in crate::rules) const LONGEST_TOKEN: usize = 100;

/// Whether a text reads as one action in a recording; not as what the program does
/// itself, for then a recording would say what never was.
fn is_token(text: &str) -> bool {
    // A count before a letter could stand for millions of actions.
    if text.len() > LONGEST_TOKEN || !(text.starts_with('<') || text.chars().count() == 1) {
        return false;
    }
    match read_recording(text).as_deref() {
        Ok([Action::Named(name)]) => !COMMANDS
            .iter()
            .chain(&["set", "lua"])
            .any(|own| name.split([' ', '@']).next() == Some(own)),
        Ok([_]) => true,
        _ => false,
    }
}
