//! What a rule returns for an action: the text that it is recorded under. Knows no recording
//! but its single steps.

use std::ffi::c_int;

use crate::grid::Direction;
use crate::rules::action::{Action, COMMANDS, read_recording};
use crate::rules::bind::Arguments;

/// What `act` has returned: under which token the action is to be recorded; at first nothing,
/// and then the token stays as it is.
#[derive(Debug, Default)]
pub(in crate::rules) struct Named {
    /// A text that is one ASCII character, as nearly all are.
    letter: Option<u8>,
    /// Anything else.
    long: Option<Box<Long>>,
}

#[derive(Debug)]
enum Long {
    Text(String),
    /// No text, but that kind of value.
    Other(&'static str),
}

impl Named {
    /// Reads the value at that place.
    #[inline]
    pub fn read(&mut self, values: Arguments<'_>, at: c_int) {
        self.letter = values.letter(at);
        self.long = None;
        if self.letter.is_none() && values.is_given(at) {
            self.long = Some(Long::of(values, at));
        }
    }

    /// The letter that a move that way is recorded under, if it is a letter.
    #[inline]
    pub fn letter(&self, way: Direction) -> Option<u8> {
        match self.letter {
            _ if self.long.is_some() => None,
            Some(letter) => Some(letter).filter(|letter| is_step(*letter)),
            None => u8::try_from(way.letter()).ok(),
        }
    }

    /// The token in the place of that one, or what it is if it is none.
    pub fn rename(self, token: &mut String) -> Result<(), String> {
        let text = match (self.letter, self.long.map(|long| *long)) {
            (None, None) => return Ok(()),
            // As nearly all are, so that nothing else need be looked at.
            (Some(letter), _) if is_step(letter) => {
                token.clear();
                token.push(char::from(letter));
                return Ok(());
            }
            (Some(letter), _) => char::from(letter).to_string(),
            (_, Some(Long::Text(text))) => text,
            (_, Some(Long::Other(kind))) => return Err(kind.to_owned()),
        };
        if !is_token(&text) {
            return Err(format!("\"{text}\""));
        }
        *token = text;
        Ok(())
    }
}

impl Long {
    #[cold]
    fn of(values: Arguments<'_>, at: c_int) -> Box<Long> {
        let text = values.text(at);
        Box::new(text.map_or_else(|| Long::Other(values.kind(at)), Long::Text))
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
