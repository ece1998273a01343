//! Names that nothing has: what a script wrote where Lua only says that it met nil.
//! Knows no VM.

use crate::rules::suggest::question;
use crate::rules::tokens::{Kind, Token, tokens};

/// The most names that are remembered.
const MOST: usize = 100;

/// The longest name that is remembered, in bytes.
const LONGEST: usize = 64;

/// The words of Lua, which are no names.
const KEYWORDS: [&str; 21] = [
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "if", "in", "local",
    "nil", "not", "or", "repeat", "return", "then", "true", "until", "while",
];

/// A name that a script has read and nobody has given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::rules) struct Missing {
    /// The library that it was looked for in; none for a name that stands alone.
    pub library: Option<String>,
    pub name: String,
}

/// All of them, each once.
#[derive(Debug, Default)]
pub(in crate::rules) struct AllMissing(Vec<Missing>);

impl AllMissing {
    /// Remembers one, unless there are very many.
    pub fn note(&mut self, missing: Missing) {
        let is_short = missing.name.len() <= LONGEST;
        if is_short && self.0.len() < MOST && !self.0.contains(&missing) {
            self.0.push(missing);
        }
    }

    /// Whether that name is among them.
    pub fn has(&self, name: &str) -> bool {
        self.0.iter().any(|missing| missing.name == name)
    }

    /// The one that made a line of a script fail with that message, if one did.
    pub fn behind(&self, message: &str, text: &str, line: usize) -> Option<&Missing> {
        let met_nil = message.starts_with("attempt to ") && message.contains("nil");
        if !met_nil && !message.starts_with("attempt to call missing method ") {
            return None;
        }
        let tokens = tokens(text);
        let on_line = (0..tokens.len()).filter(|&at| tokens[at].line == line);
        let mut met = on_line.flat_map(|at| {
            let place = Place { tokens: &tokens, at };
            self.0.iter().find(|missing| place.is_of(missing) && place.fails_with(message))
        });
        met.next()
    }
}

impl Missing {
    /// What is wrong with it, in a modder's words; `known` is what there is.
    pub fn told<'a>(&self, known: impl IntoIterator<Item = &'a str>) -> String {
        let what = match &self.library {
            Some(library) => format!("{library} has no \"{}\"", self.name),
            None => format!("there is no \"{}\"", self.name),
        };
        what + &question(&self.name, known)
    }
}

/// The names that stand in a script, outside texts and comments.
pub(in crate::rules) fn names_in(text: &str) -> Vec<String> {
    let name = |token: Token| match token.kind {
        Kind::Name(name) if !name.starts_with(|c: char| c.is_ascii_digit()) => Some(name),
        _ => None,
    };
    let names = tokens(text).into_iter().filter_map(name);
    names.filter(|name| !KEYWORDS.contains(&name.as_str())).collect()
}

/// A word of a script, among its neighbours.
#[derive(Clone, Copy)]
struct Place<'a> {
    tokens: &'a [Token],
    at: usize,
}

impl<'a> Place<'a> {
    /// The token so many places further on.
    fn next(self, steps: usize) -> Option<&'a Kind> {
        self.tokens.get(self.at + steps).map(|token| &token.kind)
    }

    /// The token so many places before.
    fn before(self, steps: usize) -> Option<&'a Kind> {
        let at = self.at.checked_sub(steps)?;
        self.tokens.get(at).map(|token| &token.kind)
    }

    /// Whether that name is meant here.
    fn is_of(self, missing: &Missing) -> bool {
        let is_field = matches!(self.before(1), Some(Kind::Mark('.' | ':')));
        let is_name = matches!(self.next(0), Some(Kind::Name(name)) if *name == missing.name);
        match &missing.library {
            _ if !is_name => false,
            None => !is_field,
            // Texts have the functions of their library as methods, whatever they are called.
            Some(library) => match (library.as_str(), self.before(1), self.before(2)) {
                ("string", Some(Kind::Mark(':')), _) => true,
                (library, Some(Kind::Mark('.')), Some(Kind::Name(name))) => name == library,
                _ => false,
            },
        }
    }

    /// Whether that message can come of the name here being nil.
    fn fails_with(self, message: &str) -> bool {
        let next = self.next(1);
        if let Some(key) = message.strip_prefix("attempt to index nil with ") {
            let key = key.trim_matches('\'');
            return match (next, self.next(2)) {
                (Some(Kind::Mark('.' | ':')), Some(Kind::Name(name))) => name == key,
                (next, _) => next == Some(&Kind::Mark('[')),
            };
        }
        if message.starts_with("attempt to call ") {
            return matches!(next, Some(Kind::Mark('(' | '{') | Kind::Text(_)));
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is told of a line that fails with that message, where these names are missing.
    fn told(names: &[&str], message: &str, line: &str) -> Option<String> {
        let mut missing = AllMissing::default();
        for name in names {
            let (library, name) = match name.split_once('.') {
                Some((library, name)) => (Some(library.to_owned()), name),
                None => (None, *name),
            };
            missing.note(Missing { library, name: name.to_owned() });
        }
        let known = ["board", "random", "step"];
        missing.behind(message, line, 1).map(|missing| missing.told(known))
    }

    #[test]
    fn a_name_that_the_message_fits_is_told() {
        let meant = Some("there is no \"bord\"; did you mean `board`?".to_owned());
        let index = "attempt to index nil with 'step'";
        assert_eq!(told(&["bord"], index, "local x = bord:step(1)"), meant);
        assert_eq!(told(&["x", "bord"], index, "x(bord.step)"), meant);
        assert_eq!(told(&["bord"], "attempt to call a nil value", "bord(1)"), meant);
        assert_eq!(told(&["bord"], "attempt to get length of a nil value", "n = #bord"), meant);
        let random = Some("math has no \"rnadom\"; did you mean `random`?".to_owned());
        assert_eq!(told(&["math.rnadom"], "attempt to call a nil value", "math.rnadom(3)"), random);
        let rap = Some("string has no \"rap\"".to_owned());
        let missing = "attempt to call missing method 'rap' of string";
        assert_eq!(told(&["string.rap"], missing, "s:rap(3)"), rap);
    }

    #[test]
    fn a_name_that_only_stands_there_is_not() {
        let index = "attempt to index nil with 'step'";
        for line in
            ["x.bord:step()", "bord:stop()", "'bord:step()'", "-- bord:step()", "\nbord.step"]
        {
            assert_eq!(told(&["bord"], index, line), None, "{line}");
        }
        assert_eq!(told(&["bord"], "attempt to call a nil value", "x(bord)"), None);
        assert_eq!(told(&["bord"], "expected a cell, got nil", "x(bord)"), None);
    }

    #[test]
    fn no_more_is_remembered_than_there_is_room_for() {
        let mut missing = AllMissing::default();
        for n in 0..1000 {
            missing.note(Missing { library: None, name: format!("n{}", n / 2) });
        }
        missing.note(Missing { library: None, name: "n".repeat(65) });
        assert_eq!(missing.0.len(), MOST);
    }
}
