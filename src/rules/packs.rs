//! Packs: which games are in one, in which order. Knows nothing of how they are played.

use std::path::{Path, PathBuf};

use crate::files;
use crate::rules::budget::Limits;
use crate::rules::error::ScriptError;
use crate::rules::loader::{Scripts, default_game, games_in};
use crate::rules::manifest::{Manifest, PackError};

/// What the name of a pack ends with.
pub const PACK_ENDING: &str = "tilewright";

/// A pack that this program can play.
#[derive(Clone, Debug)]
pub struct Pack {
    /// What it says of itself.
    pub manifest: Manifest,
    scripts: PathBuf,
}

impl Pack {
    /// Opens a pack.
    ///
    /// # Errors
    /// It is none, or not one that this program can play.
    pub fn open(path: &Path) -> Result<Pack, PackError> {
        let manifest = Manifest::of_pack(path)?;
        Ok(Pack { manifest, scripts: path.join("scripts") })
    }

    /// The game to begin with: the one that `scripts/init.lua` names, or else the one that is
    /// called like the pack, or the only one.
    ///
    /// # Errors
    /// There is none, or nothing says which of several.
    pub fn game(&self, limits: Limits) -> Result<Scripts, ScriptError> {
        let own = &self.manifest.name;
        let is_said = files::is_file(&self.scripts.join("init.lua"));
        let name = match !is_said && games_in(&self.scripts).contains(own) {
            true => own.clone(),
            false => default_game(&self.scripts, limits)?,
        };
        Ok(Scripts::new(&self.scripts, &name, limits))
    }

    /// All its games: first the one to begin with.
    ///
    /// # Errors
    /// As [`Pack::game`].
    pub fn games(&self, limits: Limits) -> Result<Vec<Scripts>, ScriptError> {
        let first = self.game(limits)?;
        let names = games_in(&self.scripts).into_iter().filter(|name| name != first.name());
        let others = names.map(|name| Scripts::new(&self.scripts, &name, limits));
        let others: Vec<Scripts> = others.collect();
        Ok(std::iter::once(first).chain(others).collect())
    }
}

/// The packs in a folder, by what their names end with.
#[must_use]
pub fn packs_in(folder: &Path) -> Vec<PathBuf> {
    let mut paths = files::list(folder).unwrap_or_default();
    paths.retain(|path| has_pack_ending(path));
    paths
}

/// Whether a name is that of a pack.
#[must_use]
pub fn has_pack_ending(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case(PACK_ENDING))
}
