//! The text of a script as tokens with their places: names, texts and marks, read only as
//! far as tables and the words in them need it. Knows no grammar.

/// A piece of Lua text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::rules) struct Token {
    pub kind: Kind,
    /// The line that it begins on, from 1.
    pub line: usize,
    /// The column of its first character, from 1.
    pub column: usize,
}

/// What a token is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::rules) enum Kind {
    /// A name, a keyword or the digits of a number.
    Name(String),
    /// What stands in quotes or long brackets.
    Text(String),
    /// One other character; `?` for what compares.
    Mark(char),
}

impl Token {
    /// Whether it is that character.
    pub fn is(&self, mark: char) -> bool {
        self.kind == Kind::Mark(mark)
    }
}

/// The tokens of a script, in their order. Of numbers and marks no more is told than their
/// reader needs: `1.5` is a name, a mark and a name.
pub(in crate::rules) fn tokens(text: &str) -> Vec<Token> {
    let mut scanner = Scanner { rest: text, line: 1, column: 1 };
    std::iter::from_fn(|| scanner.next_token()).collect()
}

struct Scanner<'a> {
    rest: &'a str,
    line: usize,
    column: usize,
}

impl<'a> Scanner<'a> {
    fn next_token(&mut self) -> Option<Token> {
        loop {
            let blanks = self.rest.len() - self.rest.trim_start().len();
            self.take(blanks);
            if !self.rest.starts_with("--") {
                break;
            }
            self.comment();
        }
        let (line, column) = (self.line, self.column);
        let first = self.rest.chars().next()?;
        let kind = match first {
            '"' | '\'' | '`' => Kind::Text(self.quoted(first)),
            '[' if self.long_bracket().is_some() => Kind::Text(self.long()),
            _ if first.is_alphanumeric() || first == '_' => {
                let is_part = |c: char| c.is_alphanumeric() || c == '_';
                let length = self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len());
                Kind::Name(self.take(length).to_owned())
            }
            _ => self.mark(first),
        };
        Some(Token { kind, line, column })
    }

    /// `==` is no `=`; any other mark stands alone.
    fn mark(&mut self, first: char) -> Kind {
        let compares = ["==", "~=", "<=", ">="].iter().any(|two| self.rest.starts_with(two));
        if compares {
            self.take(2);
            return Kind::Mark('?');
        }
        self.take(first.len_utf8());
        Kind::Mark(first)
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
        self.column = match taken.rsplit_once('\n') {
            Some((_, last)) => last.chars().count() + 1,
            None => self.column + taken.chars().count(),
        };
        self.rest = rest;
        taken
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_counted_in_characters() {
        let places = tokens("ä = \"ö\"\n  x --[[\n]] y").into_iter();
        let places: Vec<(usize, usize)> = places.map(|one| (one.line, one.column)).collect();
        assert_eq!(places, [(1, 1), (1, 3), (1, 5), (2, 3), (3, 4)]);
    }
}
