//! The texts a game was made from, for messages that show a source line, and the
//! files that were looked at to find them. Knows no Lua.

use crate::level::Seen;

/// A script's text.
#[derive(Clone, Debug)]
struct Source {
    shown: String,
    text: String,
}

/// All texts of one game, and every file that was looked at to make it.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    texts: Vec<Source>,
    seen: Vec<Seen>,
}

impl Sources {
    /// Keeps a script's text under the path that messages show.
    pub fn keep(&mut self, shown: String, text: String) {
        self.texts.push(Source { shown, text });
    }

    /// Remembers that a file was looked at.
    pub fn saw(&mut self, seen: Seen) {
        self.seen.push(seen);
    }

    /// Every file that was looked at.
    #[must_use]
    pub fn seen(&self) -> &[Seen] {
        &self.seen
    }

    /// The paths of the scripts, as messages show them.
    pub fn shown_paths(&self) -> impl Iterator<Item = &str> {
        self.texts.iter().map(|source| source.shown.as_str())
    }

    /// The script that the others are required by, as messages show it.
    #[must_use]
    pub fn main(&self) -> Option<&str> {
        self.shown_paths().next()
    }

    /// The text of a script.
    #[must_use]
    pub fn text(&self, shown: &str) -> Option<&str> {
        let source = self.texts.iter().find(|source| source.shown == shown)?;
        Some(&source.text)
    }

    /// The texts of the scripts with their paths, in the order they were read in.
    pub fn texts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.texts.iter().map(|source| (source.shown.as_str(), source.text.as_str()))
    }
}
