//! Packs: which games are in one, in which order. Knows nothing of how they are played.

use std::path::{Path, PathBuf};

use crate::files;
use crate::rules::budget::Limits;
use crate::rules::error::ScriptError;
use crate::rules::loader::{Scripts, default_game, games_in};
use crate::rules::manifest::{MANIFEST, Manifest, PackError};

/// A pack that this program can play.
#[derive(Clone, Debug)]
pub struct Pack {
    /// What it says of itself.
    pub manifest: Manifest,
    path: PathBuf,
}

impl Pack {
    /// Opens a pack.
    ///
    /// # Errors
    /// It is none, or not one that this program can play.
    pub fn open(path: &Path) -> Result<Pack, PackError> {
        Ok(Pack { manifest: Manifest::of_pack(path)?, path: path.to_owned() })
    }

    /// A folder that is yet to be put into one file.
    ///
    /// # Errors
    /// It has no `pack.toml`, or not one that this program can play.
    pub fn in_folder(folder: &Path) -> Result<Pack, PackError> {
        Ok(Pack { manifest: Manifest::read(&folder.join(MANIFEST))?, path: folder.to_owned() })
    }

    /// The folder of its scripts.
    #[must_use]
    pub fn scripts(&self) -> PathBuf {
        self.path.join("scripts")
    }

    /// The folder of a game's own levels.
    #[must_use]
    pub fn levels(&self, game: &str) -> PathBuf {
        self.path.join("levels").join(game)
    }

    /// The game to begin with: the one that `scripts/init.lua` names, or else the one that is
    /// called like the pack, or the only one.
    ///
    /// # Errors
    /// There is none, or nothing says which of several.
    pub fn game(&self, limits: Limits) -> Result<Scripts, ScriptError> {
        let (scripts, own) = (self.scripts(), &self.manifest.name);
        let is_said = files::is_file(&scripts.join("init.lua"));
        let name = match !is_said && games_in(&scripts).contains(own) {
            true => own.clone(),
            false => default_game(&scripts, limits)?,
        };
        Ok(Scripts::new(&scripts, &name, limits))
    }

    /// All its games: first the one to begin with, then those that have levels or rule tests.
    /// Other scripts may be what these require.
    ///
    /// # Errors
    /// As [`Pack::game`].
    pub fn games(&self, limits: Limits) -> Result<Vec<Scripts>, ScriptError> {
        let first = self.game(limits)?;
        let names = games_in(&self.scripts()).into_iter().filter(|name| name != first.name());
        let others = names.map(|name| Scripts::new(&self.scripts(), &name, limits));
        let others = others.filter(|scripts| {
            files::is_dir(&self.levels(scripts.name())) || files::is_file(&scripts.tests_file())
        });
        let others: Vec<Scripts> = others.collect();
        Ok(std::iter::once(first).chain(others).collect())
    }
}

/// The packs in a folder, by what their names end with.
#[must_use]
pub fn packs_in(folder: &Path) -> Vec<PathBuf> {
    let mut paths = files::list(folder).unwrap_or_default();
    paths.retain(|path| files::has_pack_ending(path));
    paths
}
