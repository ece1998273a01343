//! What a player has saved, on disk: levels, recordings and pictures, each as a new file. Knows
//! no format.

use std::path::{Path, PathBuf};

use crate::app::store::disk::create;
use crate::app::store::{Store, StoreError};

/// What is saved as a file of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum Saved {
    /// A board as a level file.
    Level,
    /// What was played, as a rule test.
    Recording,
    /// A board as a PNG file.
    Picture,
    /// What was played, as a GIF file.
    Animation,
}

impl Saved {
    /// The folder with a folder of them for each game.
    fn folder(self) -> &'static str {
        match self {
            Saved::Level => "levels",
            Saved::Recording => "recordings",
            Saved::Picture | Saved::Animation => "pictures",
        }
    }

    fn ending(self) -> &'static str {
        match self {
            Saved::Level | Saved::Recording => "txt",
            Saved::Picture => "png",
            Saved::Animation => "gif",
        }
    }

    fn what(self) -> &'static str {
        match self {
            Saved::Level => "the level",
            Saved::Recording => "the recording",
            Saved::Picture => "the picture",
            Saved::Animation => "the animation",
        }
    }
}

impl Store {
    /// Saves something as a file of its own, named after the game and a title, and says where.
    /// A file that holds something else stays.
    ///
    /// # Errors
    /// It cannot be written.
    pub(in crate::app) fn save_new(
        &self,
        saved: Saved,
        (game, title): (&str, &str),
        bytes: &[u8],
    ) -> Result<PathBuf, StoreError> {
        // Of a game in a pack its own name is what follows the dot.
        let name = file_name(game.rsplit('.').next().unwrap_or(game), title);
        let unsaved = |path: &Path, why: String| {
            let path = path.display().to_string();
            StoreError::Unsaved { path, what: saved.what(), why }
        };
        let none = || unsaved(Path::new(&name), "there is no folder for it".to_owned());
        let folder = self.path(saved.folder()).map(|folder| folder.join(game)).ok_or_else(none)?;
        let ending = saved.ending();
        for number in 1..1000 {
            let path = match number {
                1 => folder.join(format!("{name}.{ending}")),
                _ => folder.join(format!("{name}-{number}.{ending}")),
            };
            let path = std::path::absolute(&path).unwrap_or(path);
            if std::fs::read(&path).is_ok_and(|others| others == bytes) {
                return Ok(path);
            }
            match create(&path, bytes) {
                Ok(()) => return Ok(path),
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(unsaved(&path, error.to_string())),
            }
        }
        Err(unsaved(&folder, format!("there are very many files of the name {name}")))
    }

    /// The folder of the levels that the player has saved or put there.
    #[must_use]
    pub fn levels_folder(&self, game: &str) -> Option<PathBuf> {
        self.path("levels").map(|folder| folder.join(game))
    }
}

/// A name for a file on any system: letters, digits and hyphens, the game's name first,
/// which no system keeps for itself.
fn file_name(game: &str, title: &str) -> String {
    let letter = |letter: char| if letter.is_alphanumeric() { letter } else { '-' };
    let title: String = title.to_lowercase().chars().map(letter).collect();
    let mut name = game.to_owned();
    for part in title.split('-').filter(|part| !part.is_empty() && *part != game) {
        // Some systems end at 255 bytes.
        if name.len() + part.len() < 120 {
            name = format!("{name}-{part}");
        }
    }
    name
}
