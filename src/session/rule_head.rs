//! What a rule test says before its board: the game, the level, the seed, what is set, and
//! whether there are hexagons. Knows no rules.

use std::fmt;

use crate::grid::seed_of;

/// A column, from 1, and what is wrong there.
pub(in crate::session) type Slip = (usize, String);

/// What stands before the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::session) struct Head {
    /// `game NAME`: the game that was played.
    pub game: Option<String>,
    /// `level N TITLE`: the number and the title that the script is told.
    pub level: Option<(usize, Option<String>)>,
    /// `seed N`: what the random generator begins with. Without a board, the script makes it.
    pub seed: Option<u64>,
    /// `set NAME=VALUE`, in their order.
    pub settings: Vec<(String, String)>,
    /// `hexagons`.
    pub hexagons: bool,
}

/// The words that lines of a head begin with.
pub(in crate::session) const WORDS: [&str; 5] = ["game", "level", "seed", "set", "hexagons"];

impl Head {
    /// Takes a line, if it is one of a head.
    ///
    /// # Errors
    /// It begins as one, and does not go on as one.
    pub fn take(&mut self, line: &str) -> Result<bool, Slip> {
        let (word, rest) = line.split_once(' ').unwrap_or((line.trim_end(), ""));
        // Behind a word alone nothing stands where more is expected.
        let column = (word.len() + 2).min(line.chars().count() + 1);
        let rest = rest.trim();
        match word {
            "game" | "seed" if rest.is_empty() => {
                return Err((word.len() + 1, format!("expected something after '{word}'")));
            }
            "game" => once(&mut self.game, rest.to_owned(), word)?,
            "seed" => once(&mut self.seed, seed_of(rest), word)?,
            "level" => {
                let level = level(rest).ok_or((column, "expected a number, from 1".to_owned()))?;
                once(&mut self.level, level, word)?;
            }
            "set" => {
                let setting = rest.split_once('=').filter(|(name, _)| !name.is_empty());
                let (name, value) =
                    setting.ok_or((column, "expected NAME=VALUE, like width=5".to_owned()))?;
                self.settings.push((name.to_owned(), value.to_owned()));
            }
            "hexagons" if rest.is_empty() => self.hexagons = true,
            _ => return Ok(false),
        }
        Ok(true)
    }
}

/// Fills what can be said once.
fn once<T>(place: &mut Option<T>, value: T, word: &str) -> Result<(), Slip> {
    match place.replace(value) {
        None => Ok(()),
        Some(_) => Err((1, format!("expected '{word}' once"))),
    }
}

/// Reads `3 The title`.
fn level(text: &str) -> Option<(usize, Option<String>)> {
    let (number, title) = text.split_once(' ').unwrap_or((text, ""));
    let number = number.parse().ok().filter(|number| *number > 0)?;
    let title = Some(title.trim().to_owned()).filter(|title| !title.is_empty());
    Some((number, title))
}

impl fmt::Display for Head {
    /// The lines as they are read.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(game) = &self.game {
            writeln!(f, "game {game}")?;
        }
        if let Some((number, title)) = &self.level {
            let title = title.as_ref().map(|title| format!(" {title}")).unwrap_or_default();
            writeln!(f, "level {number}{title}")?;
        }
        if let Some(seed) = self.seed {
            writeln!(f, "seed {seed}")?;
        }
        for (name, value) in &self.settings {
            writeln!(f, "set {name}={value}")?;
        }
        if self.hexagons { writeln!(f, "hexagons") } else { Ok(()) }
    }
}
