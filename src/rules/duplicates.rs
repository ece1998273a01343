//! Finds a key that a table constructor gives twice, which Lua silently lets the
//! last one win. Reads the text of a script only far enough for that: strings,
//! comments, braces and keys.

use std::collections::HashSet;

/// A key that is there twice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::rules) struct Twice {
    pub key: String,
    /// The line of the second one, from 1.
    pub line: usize,
}

/// A piece of Lua text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::rules) enum Token {
    Name(String),
    Text(String),
    Mark(char),
}

/// The first key that stands twice in one table constructor.
pub(in crate::rules) fn first(text: &str) -> Option<Twice> {
    let tokens = tokens(text);
    let kind = |at: usize| tokens.get(at).map(|(token, _)| token);
    let mark = |at: usize, mark: char| kind(at) == Some(&Token::Mark(mark));
    let mut open: Vec<Open> = Vec::new();
    for (at, (token, line)) in tokens.iter().enumerate() {
        nest(&mut open, token);
        let starts_field = matches!(token, Token::Mark('{' | ',' | ';'));
        let key = match (kind(at + 1), kind(at + 2)) {
            (Some(Token::Name(name)), _) if mark(at + 2, '=') => name,
            (Some(Token::Mark('[')), Some(Token::Text(text)))
                if mark(at + 3, ']') && mark(at + 4, '=') =>
            {
                text
            }
            _ => continue,
        };
        if let (true, Some(Open::Table(keys))) = (starts_field, open.last_mut())
            && !keys.insert(key.clone())
        {
            let line = tokens.get(at + 1).map_or(*line, |(_, line)| *line);
            let key = key.clone();
            return Some(Twice { key, line });
        }
    }
    None
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
    match token {
        Token::Mark('{') => open.push(Open::Table(HashSet::new())),
        Token::Mark('(' | '[') => open.push(Open::Bracket),
        Token::Mark('}') => close(open, |one| matches!(one, Open::Table(_))),
        Token::Mark(')' | ']') => close(open, |one| matches!(one, Open::Bracket)),
        Token::Name(word) => match word.as_str() {
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

/// The pieces of a script, each with its line; comments are none.
pub(in crate::rules) fn tokens(text: &str) -> Vec<(Token, usize)> {
    let mut scanner = Scanner { rest: text, line: 1 };
    let mut tokens = Vec::new();
    while let Some(token) = scanner.next_token() {
        tokens.push(token);
    }
    tokens
}

struct Scanner<'a> {
    rest: &'a str,
    line: usize,
}

impl<'a> Scanner<'a> {
    fn next_token(&mut self) -> Option<(Token, usize)> {
        loop {
            let blanks = self.rest.len() - self.rest.trim_start().len();
            self.take(blanks);
            if !self.rest.starts_with("--") {
                break;
            }
            self.comment();
        }
        let line = self.line;
        let first = self.rest.chars().next()?;
        let token = match first {
            '"' | '\'' | '`' => Token::Text(self.quoted(first)),
            '[' if self.long_bracket().is_some() => Token::Text(self.long()),
            _ if first.is_alphanumeric() || first == '_' => {
                let is_part = |c: char| c.is_alphanumeric() || c == '_';
                let length = self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len());
                Token::Name(self.take(length).to_owned())
            }
            _ => self.mark(first),
        };
        Some((token, line))
    }

    /// `==` is no `=`; any other mark stands alone.
    fn mark(&mut self, first: char) -> Token {
        let compares = ["==", "~=", "<=", ">="].iter().any(|two| self.rest.starts_with(two));
        if compares {
            self.take(2);
            return Token::Mark('?');
        }
        self.take(first.len_utf8());
        Token::Mark(first)
    }

    fn comment(&mut self) {
        self.take(2);
        if self.long_bracket().is_some() {
            self.long();
        } else {
            let end = self.rest.find('\n').unwrap_or(self.rest.len());
            self.take(end);
        }
    }

    fn quoted(&mut self, quote: char) -> String {
        self.take(1);
        let mut text = String::new();
        let mut escaped = false;
        for (at, character) in self.rest.char_indices() {
            if escaped {
                escaped = false;
            } else if character == '\\' {
                escaped = true;
                continue;
            } else if character == quote || character == '\n' {
                self.take(at + 1);
                return text;
            }
            text.push(character);
        }
        self.take(self.rest.len());
        text
    }

    /// How many `=` the long bracket here has, if one is here.
    fn long_bracket(&self) -> Option<usize> {
        let inside = self.rest.strip_prefix('[')?;
        let level = inside.len() - inside.trim_start_matches('=').len();
        inside[level..].starts_with('[').then_some(level)
    }

    fn long(&mut self) -> String {
        let level = self.long_bracket().unwrap_or(0);
        self.take(level + 2);
        let close = format!("]{}]", "=".repeat(level));
        let end = self.rest.find(&close).unwrap_or(self.rest.len());
        let text = self.take(end).to_owned();
        self.take(close.len().min(self.rest.len()));
        text
    }

    fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.line += taken.matches('\n').count();
        self.rest = rest;
        taken
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn twice(text: &str) -> Option<(String, usize)> {
        first(text).map(|twice| (twice.key, twice.line))
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
