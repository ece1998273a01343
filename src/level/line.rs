//! What one line of an XSB / SOK text file is: a row of a board, a remark, a key
//! with its value, a recorded walk, or words. Knows no other line.

use crate::level::collection::Alphabet;

/// One line of a file, told apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::level) enum Line {
    /// Nothing to see.
    Blank,
    /// Surely a row of a board: it holds a character that no text is made of.
    Row,
    /// Made of a board's characters, but so might a word or a ruler be: a row
    /// only beside another one.
    RowPerhaps,
    /// Looks like a row, but for this character (column from 0).
    Spoilt {
        /// The column of the first odd character, from 0.
        column: usize,
        /// The character.
        character: char,
        /// Whether it begins and ends as rows do; if not, it may be words.
        framed: bool,
    },
    /// A `;` or `::` line, without its marker.
    Remark(String),
    /// `Title: something`, the key in small letters.
    Key(String, String),
    /// A recorded solution or saved game.
    Walk(String),
    /// Any other words.
    Words(String),
}

/// Keys that files are known to use; any other word with a colon is just words.
const KEYS: [&str; 18] = [
    "title",
    "author",
    "collection",
    "comment",
    "comment-end",
    "comment end",
    "solution",
    "date",
    "copyright",
    "email",
    "homepage",
    "url",
    "website",
    "solver",
    "set",
    "difficulty",
    "source",
    "license",
];

/// The letters of the steps in a recording; a capital one is a push.
#[derive(Clone, Copy, Debug)]
pub(in crate::level) struct Steps(&'static str);

impl Steps {
    /// On squares: left, up, right, down.
    pub const SQUARE: Steps = Steps("lurd");
    /// On hexagons there are `n` up and `s` down to the right, too. On squares they are
    /// none, lest words like "sundown" look like walks.
    pub const HEXAGONAL: Steps = Steps("lurdns");

    fn has(self, letter: char) -> bool {
        self.0.contains(letter.to_ascii_lowercase())
    }
}

/// Tells what a line is, on its own.
pub(in crate::level) fn classify(line: &str, alphabet: &Alphabet, steps: Steps) -> Line {
    let text = line.trim();
    if text.is_empty() {
        return Line::Blank;
    }
    let remark = text.strip_prefix(';').filter(|_| !alphabet.contains(';'));
    if let Some(remark) = remark.or_else(|| text.strip_prefix("::")) {
        return Line::Remark(remark.trim().to_owned());
    }
    if let Some((key, value)) = key_and_value(text) {
        return Line::Key(key, value);
    }
    if text.chars().all(|c| is_board(c, alphabet)) {
        return board_line(text, alphabet);
    }
    if is_walk(text, steps) {
        return Line::Walk(text.to_owned());
    }
    spoilt(line, alphabet).unwrap_or_else(|| Line::Words(text.to_owned()))
}

/// The character that an XSB alias stands for, where the game does not use the
/// alias itself: blanks that survive mail, and the letters of older programs.
pub(in crate::level) fn plain(character: char, alphabet: &Alphabet) -> char {
    let meant = match character {
        '-' | '_' => ' ',
        'W' => '#',
        'p' => '@',
        'P' => '+',
        'b' => '$',
        'B' => '*',
        other => other,
    };
    let alias = !alphabet.contains(character) && alphabet.contains(meant);
    if alias { meant } else { character }
}

/// Whether text is only the letters of steps with counts, groups and marks. A
/// short one might be a word ("dull"), so it is not.
fn is_walk(text: &str, steps: Steps) -> bool {
    let letters = text.chars().filter(char::is_ascii_alphabetic).count();
    letters > 5 && is_walk_after_heading(text, steps)
}

/// The same where a heading has said that a walk follows.
pub(in crate::level) fn is_walk_after_heading(text: &str, steps: Steps) -> bool {
    // A full stop is a tick of a game in which time goes by.
    let of_a_walk = |c: char| steps.has(c) || "()[]{}*., ".contains(c) || c.is_ascii_digit();
    text.contains(|c: char| steps.has(c)) && text.chars().all(of_a_walk)
}

fn is_board(character: char, alphabet: &Alphabet) -> bool {
    let repeats = character.is_ascii_digit() || matches!(character, '(' | ')' | '|' | '\t');
    repeats || alphabet.contains(plain(character, alphabet))
}

/// A character that rows have and running text has not.
fn is_telling(character: char) -> bool {
    !character.is_alphanumeric() && !character.is_whitespace() && !"-_()|".contains(character)
}

fn board_line(text: &str, alphabet: &Alphabet) -> Line {
    // In the letters of older programs a row still begins and ends with a wall.
    let ends = [text.chars().next(), text.chars().last()];
    let framed = ends.iter().flatten().all(|&end| is_telling(plain(end, alphabet)));
    if text.contains(is_telling) || (framed && text.len() > 2) {
        return Line::Row;
    }
    // A bare number is a title in older files, and three dashes are a ruler.
    let number = text.chars().all(|c| c.is_ascii_digit() || c == ' ');
    if number {
        return Line::Words(text.to_owned());
    }
    Line::RowPerhaps
}

/// Whether a line that could be a row is rather a label: `#1`, `12.`, `3)`, `(4)`.
pub(in crate::level) fn is_label(line: &str) -> bool {
    let text = line.trim();
    let bracketed = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
    let plain = text.strip_prefix('#').unwrap_or(text).trim_start();
    let plain = plain.strip_suffix(['.', ')']).unwrap_or(plain);
    let number = bracketed.unwrap_or(plain);
    !number.is_empty() && number.chars().all(|c| c.is_ascii_digit())
}

/// Whether a single line can be a whole board.
pub(in crate::level) fn is_board_alone(line: &str, alphabet: &Alphabet) -> bool {
    let mut telling = line.chars().map(|c| plain(c, alphabet)).filter(|c| is_telling(*c));
    let first = telling.next();
    telling.any(|other| Some(other) != first)
}

/// A row with few odd characters is a row that somebody mistyped, not a text.
fn spoilt(line: &str, alphabet: &Alphabet) -> Option<Line> {
    let text = line.trim();
    let odd = |c: &char| !is_board(*c, alphabet);
    let odd_ones = text.chars().filter(odd).count();
    let seen = text.chars().filter(|c| !c.is_whitespace()).count();
    let ends = [text.starts_with(is_telling), text.ends_with(is_telling)];
    let looks_it = match ends {
        [true, true] => odd_ones == 1 || odd_ones * 4 <= seen,
        [false, false] => false,
        _ => odd_ones * 4 <= seen,
    };
    if !looks_it {
        return None;
    }
    let (column, character) = line.chars().enumerate().find(|(_, c)| odd(c))?;
    Some(Line::Spoilt { column, character, framed: ends == [true, true] })
}

fn key_and_value(text: &str) -> Option<(String, String)> {
    let (key, value) = text.split_once(':')?;
    let key = key.trim().to_ascii_lowercase();
    KEYS.contains(&key.as_str()).then(|| (key, value.trim().to_owned()))
}
