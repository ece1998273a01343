//! SLC: levels as XML, `SokobanLevels > LevelCollection > Level > L`, an `L` a row. Knows
//! the tags; how much of XML is read is the business of `xml.rs`.

use std::path::Path;

use roxmltree::Node;

use crate::level::collection::{Alphabet, Collection, Level, MAX_LEVELS, MAX_SIDE, Symbol};
use crate::level::cursor::Cursor;
use crate::level::decode;
use crate::level::error::{LevelError, Place};
use crate::level::line::plain;
use crate::level::xml;

/// The most bytes of one `L`.
const MAX_ROW_BYTES: usize = 1 << 20;

/// Reads an SLC file. `path` is only for messages and the levels' [`Level::path`].
///
/// # Errors
/// The file is no XML, holds no level, or only levels that are refused; with the place.
pub(in crate::level) fn read(
    bytes: &[u8],
    path: &Path,
    alphabet: &Alphabet,
) -> Result<Collection, LevelError> {
    let text = xml::bounded(decode::text(bytes, path)?, path)?;
    let document = xml::parse(&text, path)?;
    let mut reader = Reader { path, alphabet, text: &text, cursor: Cursor::new(&text) };
    let collection = reader.collection(document.root_element())?;
    if collection.levels.is_empty() && collection.refused.is_empty() {
        let what = "no level in this file; expected <Level> with rows like <L>#####</L>";
        return Err(LevelError::at(Place::new(path, 1, 1), what));
    }
    collection.unless_all_refused()
}

struct Reader<'a> {
    path: &'a Path,
    alphabet: &'a Alphabet,
    text: &'a str,
    cursor: Cursor<'a>,
}

/// A character of a row, with its line and column in the file.
type Placed = (char, usize, usize);

impl Reader<'_> {
    fn collection(&mut self, root: Node<'_, '_>) -> Result<Collection, LevelError> {
        let name = root.tag_name().name();
        if name != "SokobanLevels" {
            let what = format!("expected <SokobanLevels>, got <{name}>");
            return Err(self.error(self.cursor_at(root), what));
        }
        let title = elements(root, "Title").next().and_then(text_of);
        let mut collection = Collection { title, notes: notes(root), ..Collection::default() };
        for set in elements(root, "LevelCollection") {
            let author = attribute(set, "Copyright");
            if collection.author.is_none() {
                collection.author.clone_from(&author);
            }
            for node in elements(set, "Level") {
                if collection.levels.len() + collection.refused.len() == MAX_LEVELS {
                    let what = format!("more than {MAX_LEVELS} levels in one file");
                    return Err(self.error(self.cursor_at(node), what));
                }
                self.add(node, author.as_ref(), &mut collection);
            }
        }
        Ok(collection)
    }

    /// Adds a level, or why it is none.
    fn add(&mut self, node: Node<'_, '_>, author: Option<&String>, collection: &mut Collection) {
        let title = attribute(node, "Id");
        // What is said of the whole collection is not said of each level again.
        let other = author.filter(|author| Some(*author) != collection.author.as_ref());
        let author = attribute(node, "Copyright").or(other.cloned());
        let path = self.path.to_owned();
        let mut level = Level { title, author, path, ..Level::default() };
        let number = collection.levels.len() + collection.refused.len() + 1;
        match self.fill(node, &mut level) {
            Ok(()) => collection.levels.push(level),
            Err(error) => collection.refused.push(error.of(&level.name(number))),
        }
    }

    /// Reads a level's rows.
    fn fill(&mut self, node: Node<'_, '_>, level: &mut Level) -> Result<(), LevelError> {
        let begin = self.cursor.go(node.range().start);
        for row in elements(node, "L") {
            let (line, _) = self.cursor.go(row.range().start);
            let characters = self.characters(row)?;
            self.add_rows(&characters, line, level)?;
            if level.rows.len() > MAX_SIDE {
                let what = format!("a board of more than {MAX_SIDE} rows");
                return Err(self.error(begin, what));
            }
        }
        while level.rows.last().is_some_and(Vec::is_empty) {
            level.rows.pop();
            level.columns.pop();
            level.lines.pop();
        }
        let Some(first) = level.lines.first().copied() else {
            return Err(self.error(begin, "it has no rows; expected rows like <L>#####</L>"));
        };
        level.line = first;
        if level.lines.iter().zip(first..).all(|(is, expected)| *is == expected) {
            level.lines.clear();
        }
        Ok(())
    }

    /// The text of a row, each character with its place.
    fn characters(&mut self, row: Node<'_, '_>) -> Result<Vec<Placed>, LevelError> {
        let begin = self.cursor.go(row.range().start);
        if row.range().len() > MAX_ROW_BYTES {
            return Err(self.error(begin, "a row of more than a million characters"));
        }
        let mut characters = Vec::new();
        for part in row.children().filter(Node::is_text) {
            let range = part.range();
            let (mut line, mut column) = self.cursor.go(range.start);
            let raw = self.text.get(range).unwrap_or_default();
            let mut raw = match raw.strip_prefix("<![CDATA[") {
                Some(inner) => {
                    column += "<![CDATA[".len();
                    inner.chars()
                }
                None => raw.chars(),
            };
            for character in part.text().unwrap_or_default().chars() {
                characters.push((character, line, column));
                match raw.next() {
                    // One character, written as `&lt;` or `&#35;`.
                    Some('&') => column += 2 + raw.by_ref().take_while(|c| *c != ';').count(),
                    Some('\n') => (line, column) = (line + 1, 1),
                    _ => column += 1,
                }
            }
        }
        Ok(characters)
    }

    /// An `L`, which begins on that line, is a row; one that is broken into lines is as many.
    fn add_rows(
        &self,
        characters: &[Placed],
        begin: usize,
        level: &mut Level,
    ) -> Result<(), LevelError> {
        let is_end = |(character, ..): &Placed| *character == '\n';
        let is_broken = characters.iter().any(is_end);
        for part in characters.split(is_end) {
            if !is_broken || !part.iter().all(is_blank) {
                let line = part.first().map_or(begin, |(_, line, _)| *line);
                self.add_row(part, level)?;
                level.lines.push(line);
            }
        }
        Ok(())
    }

    fn add_row(&self, characters: &[Placed], level: &mut Level) -> Result<(), LevelError> {
        let end = characters.iter().rposition(|one| !is_blank(one)).map_or(0, |last| last + 1);
        let mut row = Vec::new();
        let mut columns = Vec::new();
        for &(character, line, column) in &characters[..end] {
            let (meant, width) = match character {
                '\t' => (' ', 8 - row.len() % 8),
                other => (plain(other, self.alphabet), 1),
            };
            if !self.alphabet.contains(meant) {
                let what = format!("unknown character '{character}' in a board");
                return Err(self.error((line, column), what));
            }
            row.extend(std::iter::repeat_n(Symbol::Character(meant), width));
            columns.extend(std::iter::repeat_n(column, width));
            if row.len() > MAX_SIDE {
                let what = format!("a row of more than {MAX_SIDE} cells");
                return Err(self.error((line, column), what));
            }
        }
        level.rows.push(row);
        level.columns.push(columns);
        Ok(())
    }

    /// Where a tag begins, in a text of which nothing more is asked.
    fn cursor_at(&self, node: Node<'_, '_>) -> (usize, usize) {
        Cursor::new(self.text).go(node.range().start)
    }

    fn error(&self, (line, column): (usize, usize), what: impl Into<String>) -> LevelError {
        LevelError::at(Place::new(self.path, line, column), what)
    }
}

fn is_blank((character, ..): &Placed) -> bool {
    character.is_whitespace()
}

/// The elements of that name right below another.
fn elements<'a, 'i>(
    parent: Node<'a, 'i>,
    name: &'static str,
) -> impl Iterator<Item = Node<'a, 'i>> {
    parent.children().filter(move |node| node.tag_name().name() == name)
}

/// An attribute with something in it.
fn attribute(node: Node<'_, '_>, name: &str) -> Option<String> {
    let value = node.attribute(name).map(str::trim).filter(|value| !value.is_empty());
    value.map(str::to_owned)
}

/// The text within an element, if there is any.
fn text_of(node: Node<'_, '_>) -> Option<String> {
    let parts = node.children().filter(Node::is_text).filter_map(|part| part.text());
    let text: String = parts.collect();
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

/// What is said of the collection, line by line.
fn notes(root: Node<'_, '_>) -> Vec<String> {
    let mut notes = Vec::new();
    for text in elements(root, "Description").filter_map(text_of) {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        notes.extend(lines.map(str::to_owned));
    }
    for (tag, key) in [("Email", "email"), ("Url", "url")] {
        notes.extend(elements(root, tag).filter_map(text_of).map(|text| format!("{key}: {text}")));
    }
    notes
}
