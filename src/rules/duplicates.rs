//! Finds a key that a table constructor gives twice, which Lua silently lets the
//! last one win. Knows the tokens of a script, and of its grammar what can be open.

use std::collections::HashSet;

use crate::rules::tokens::{Kind, Token};

/// A key that is there twice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::rules) struct Twice {
    pub key: String,
    /// The line of the second one, from 1.
    pub line: usize,
    /// Its column in characters, from 1.
    pub column: usize,
}

/// The keys that stand twice in one table constructor, in their order.
pub(in crate::rules) fn doubles(tokens: &[Token]) -> Vec<Twice> {
    let mut open: Vec<Open> = Vec::new();
    let mut doubles = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        nest(&mut open, token);
        let starts_field = matches!(token.kind, Kind::Mark('{' | ',' | ';'));
        let Some(first) = tokens.get(at + 1).filter(|_| starts_field) else { continue };
        let Some(key) = key(&tokens[at + 1..]) else { continue };
        if let Some(Open::Table(keys)) = open.last_mut()
            && !keys.insert(key.clone())
        {
            doubles.push(Twice { key: key.clone(), line: first.line, column: first.column });
        }
    }
    doubles
}

/// The key that a field begins with: `name =` or `["text"] =`.
pub(in crate::rules) fn key(field: &[Token]) -> Option<&String> {
    match field {
        [Token { kind: Kind::Name(name), .. }, equals, ..] if equals.is('=') => Some(name),
        [open, Token { kind: Kind::Text(text), .. }, close, equals, ..]
            if open.is('[') && close.is(']') && equals.is('=') =>
        {
            Some(text)
        }
        _ => None,
    }
}

/// Something that is open at a place in a script.
enum Open {
    /// A table constructor, with the keys that it has so far.
    Table(HashSet<String>),
    /// A bracket.
    Bracket,
    /// The body of a function, loop or condition.
    Block,
}

/// Follows what a token opens or closes. An `if` without an `end` (as a value) is
/// closed with the table or bracket that it stands in.
fn nest(open: &mut Vec<Open>, token: &Token) {
    match &token.kind {
        Kind::Mark('{') => open.push(Open::Table(HashSet::new())),
        Kind::Mark('(' | '[') => open.push(Open::Bracket),
        Kind::Mark('}') => close(open, |one| matches!(one, Open::Table(_))),
        Kind::Mark(')' | ']') => close(open, |one| matches!(one, Open::Bracket)),
        Kind::Name(word) => match word.as_str() {
            "function" | "if" | "do" | "repeat" => open.push(Open::Block),
            "end" | "until" => close(open, |one| matches!(one, Open::Block)),
            _ => {}
        },
        _ => {}
    }
}

fn close(open: &mut Vec<Open>, is_it: fn(&Open) -> bool) {
    if let Some(at) = open.iter().rposition(is_it) {
        open.truncate(at);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::tokens::tokens;

    fn twice(text: &str) -> Option<(String, usize)> {
        doubles(&tokens(text)).into_iter().next().map(|twice| (twice.key, twice.line))
    }

    #[test]
    fn a_key_that_is_there_twice_is_found() {
        let script = "return {\n  legend = {\n    ['#'] = 'wall',\n    [\"#\"] = 'rock',\n  },\n}";
        assert_eq!(twice(script), Some(("#".into(), 4)));
        assert_eq!(twice("t = { a = 1; b = 2, a = 3 }"), Some(("a".into(), 1)));
    }

    #[test]
    fn what_only_looks_like_a_key_is_none() {
        for innocent in [
            "t = { a = { x = 1 }, b = { x = 1 } }",
            "f(a, b == 1, b == 1)",
            "t = { f(function(x) local a, b = 1, 2 local c, b = 1, 2 end) }",
            "-- { a = 1, a = 2 }\n--[[ { a = 1,\n a = 2 } ]] t = {}",
            "t = { [[{ a = 1, a = 2 }]], '{ a = 1, a = 2 }' }",
            "t = { ['a'] = 1, [a] = 2, ['\\''] = 3 }",
            "t = { f = function() local x, y = 1, 2 end, g = function() local x, y = 1, 2 end }",
            "t = { f = function() for _ = 1, 2 do a, b = b, a end a, b = b, a end, a = 1 }",
            "t = { x = if a then 1 else 2, y = { x = 1 } }",
        ] {
            assert_eq!(twice(innocent), None, "{innocent}");
        }
    }
}
