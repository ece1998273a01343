//! The levels that a player has saved, on disk. Knows no level format.

use std::path::{Path, PathBuf};

use crate::app::store::disk::create;
use crate::app::store::{Store, StoreError};

impl Store {
    /// Saves a level as a text file of its own, named after the game and its title, and says
    /// where. A file that holds another level stays.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn save_level(&self, game: &str, title: &str, text: &str) -> Result<PathBuf, StoreError> {
        // Of a game in a pack its own name is what follows the dot.
        let name = file_name(game.rsplit('.').next().unwrap_or(game), title);
        let unsaved = |path: &Path, why: String| {
            let path = path.display().to_string();
            StoreError::Unsaved { path, why }
        };
        let none = || unsaved(Path::new(&name), "there is no folder for it".to_owned());
        let folder = self.levels_folder(game).ok_or_else(none)?;
        for number in 1..1000 {
            let path = match number {
                1 => folder.join(format!("{name}.txt")),
                _ => folder.join(format!("{name}-{number}.txt")),
            };
            let path = std::path::absolute(&path).unwrap_or(path);
            if std::fs::read(&path).is_ok_and(|bytes| bytes == text.as_bytes()) {
                return Ok(path);
            }
            match create(&path, text.as_bytes()) {
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
