//! What the text around the boards of an XSB / SOK file says of them: titles,
//! authors, notes and solutions. Knows no row.

use crate::level::collection::{Collection, Level};
use crate::level::line::{Line, Steps, is_walk_after_heading};

/// The text between two boards (or before the first, or after the last).
#[derive(Debug, Default)]
struct Gap {
    /// Lines of words, each with whether a blank line stands before it.
    words: Vec<(String, bool)>,
    remarks: Vec<String>,
    keys: Vec<(String, String)>,
    walks: Vec<String>,
    after_blank: bool,
    /// The line before was a walk or its heading.
    in_walk: bool,
}

/// The text around all boards, gap by gap.
#[derive(Debug)]
pub(in crate::level) struct About {
    gaps: Vec<Gap>,
    steps: Steps,
}

impl About {
    /// Nothing yet; recordings are written in the letters of `steps`.
    pub fn new(steps: Steps) -> About {
        About { gaps: vec![Gap::default()], steps }
    }

    /// A board stands here.
    pub fn next_board(&mut self) {
        self.gaps.push(Gap::default());
    }

    /// One line that belongs to no board.
    pub fn line(&mut self, line: &Line) {
        if let Some(gap) = self.gaps.last_mut() {
            gap.line(line, self.steps);
        }
    }

    /// Tells the levels what the text says of them. The gap before level `n`
    /// (from 0) is gap `n`; the one after it is gap `n + 1`.
    pub fn tell(self, mut levels: Vec<Level>) -> Collection {
        let keys_lead = self.keys_lead();
        let mut collection = Collection::default();
        for (at, mut gap) in self.gaps.into_iter().enumerate() {
            if let Some(level) = levels.get_mut(at) {
                level.title = gap.take_title();
            }
            let previous = at.checked_sub(1);
            let spoken_of = if keys_lead { Some(at) } else { previous };
            for (key, value) in std::mem::take(&mut gap.keys) {
                match spoken_of.and_then(|at| levels.get_mut(at)) {
                    Some(level) if key != "collection" => level_key(level, &key, value),
                    _ => collection_key(&mut collection, &key, value),
                }
            }
            match previous.and_then(|at| levels.get_mut(at)) {
                Some(level) => gap.tell_level_above(level),
                None => collection.notes.extend(gap.all_notes()),
            }
        }
        collection.levels = levels;
        collection
    }

    /// Whether keys stand before the board they speak of: every board has a
    /// title there and none stands after the last.
    fn keys_lead(&self) -> bool {
        let titled = |gap: &Gap| gap.keys.iter().any(|(key, _)| key == "title");
        let Some((last, leading)) = self.gaps.split_last() else {
            return false;
        };
        !titled(last) && !leading.is_empty() && leading.iter().all(titled)
    }
}

impl Gap {
    fn line(&mut self, line: &Line, steps: Steps) {
        let goes_on = matches!(line, Line::Words(text) if self.goes_on_with(text, steps));
        match line {
            Line::Remark(text) => self.remarks.push(text.clone()),
            Line::Key(key, value) if key == "solution" && !value.is_empty() => {
                self.walks.push(value.clone());
            }
            Line::Key(key, value) => self.keys.push((key.clone(), value.clone())),
            Line::Walk(text) => self.walk(text),
            Line::Words(text) if goes_on => self.walk(text),
            Line::Words(text) => self.words.push((text.clone(), self.after_blank)),
            // An odd row far from any board is words after all; its text is lost
            // to notes, which nobody misses.
            Line::Blank | Line::Row | Line::RowPerhaps | Line::Spoilt { .. } => {}
        }
        self.after_blank = *line == Line::Blank;
        self.in_walk = goes_on || is_walk_or_heading(line);
    }

    /// Whether words are part of the walk that a line above has begun.
    fn goes_on_with(&self, text: &str, steps: Steps) -> bool {
        self.in_walk && is_walk_after_heading(text, steps)
    }

    /// A walk may go on over several lines.
    fn walk(&mut self, text: &str) {
        match self.walks.last_mut() {
            Some(walk) if self.in_walk => walk.push_str(text),
            _ => self.walks.push(text.to_owned()),
        }
    }

    /// The title of the board below: the last words if a blank line stands before
    /// them or they are the only ones; else a remark that is a number or one
    /// word, as older files have it.
    fn take_title(&mut self) -> Option<String> {
        let only = self.words.len() == 1;
        if self.words.last().is_some_and(|(_, after_blank)| only || *after_blank) {
            return self.words.pop().map(|(text, _)| text);
        }
        let named = self.remarks.last().is_some_and(|remark| is_name(remark));
        if named { self.remarks.pop() } else { None }
    }

    fn tell_level_above(mut self, level: &mut Level) {
        level.solutions.append(&mut self.walks);
        level.notes.extend(self.all_notes());
    }

    fn all_notes(self) -> impl Iterator<Item = String> {
        let words = self.words.into_iter().map(|(text, _)| text);
        self.remarks.into_iter().chain(words)
    }
}

/// One word with a letter or digit in it: `12` or `screen.01`, no ruler.
fn is_name(remark: &str) -> bool {
    remark.contains(char::is_alphanumeric) && !remark.contains(char::is_whitespace)
}

fn is_walk_or_heading(line: &Line) -> bool {
    match line {
        Line::Walk(_) => true,
        Line::Key(key, value) => key == "solution" && value.is_empty(),
        Line::Words(text) => text.to_ascii_lowercase().starts_with("solution"),
        _ => false,
    }
}

fn level_key(level: &mut Level, key: &str, value: String) {
    match key {
        "title" => level.title = Some(value),
        "author" => level.author = Some(value),
        _ => level.notes.extend(note(key, &value)),
    }
}

fn collection_key(collection: &mut Collection, key: &str, value: String) {
    match key {
        "title" | "collection" => collection.title = Some(value),
        "author" => collection.author = Some(value),
        _ => collection.notes.extend(note(key, &value)),
    }
}

/// A comment speaks for itself; of any other key the name matters too.
fn note(key: &str, value: &str) -> Option<String> {
    match key {
        _ if value.is_empty() => None,
        "comment" => Some(value.to_owned()),
        _ => Some(format!("{key}: {value}")),
    }
}
