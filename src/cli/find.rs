//! Where scripts and levels are.

use std::path::{Path, PathBuf};

use crate::app::open;
use crate::cli::Failure;
use crate::cli::args::{Position, Which};
use crate::level::Shelf;
use crate::rules::{Limits, Scripts, default_game, read_recording};
use crate::session::Session;

/// The folders to look in.
#[derive(Debug)]
pub(super) struct Places {
    scripts: Option<PathBuf>,
    levels: Option<PathBuf>,
}

impl Places {
    pub fn new(scripts: Option<PathBuf>, levels: Option<PathBuf>) -> Places {
        Places { scripts, levels }
    }

    /// The script of a game, or of the one that is played by itself.
    pub fn scripts(&self, game: Option<&str>) -> Result<Scripts, Failure> {
        let folder = self.scripts_folder()?;
        let name = match game {
            Some(name) => name.to_owned(),
            None => default_game(&folder, Limits::default())?,
        };
        Ok(Scripts::new(&folder, &name, Limits::default()))
    }

    /// The level file that was named, or else the folder of the game's own levels.
    pub fn levels(&self, scripts: &Scripts, file: Option<&Path>) -> PathBuf {
        if let Some(file) = file {
            return file.to_owned();
        }
        let beside = || scripts.folder().with_file_name("levels");
        self.levels.clone().unwrap_or_else(beside).join(scripts.name())
    }

    /// Begins the level that was asked for.
    pub fn open(&self, which: &Which) -> Result<(Scripts, Session, Shelf), Failure> {
        let scripts = self.scripts(Some(&which.game))?;
        let levels = self.levels(&scripts, which.file.as_deref());
        let (session, shelf) = open(&scripts, &levels, which.level, which.seed)?;
        Ok((scripts, session, shelf))
    }

    /// The same, with actions played on it.
    pub fn open_at(&self, position: &Position) -> Result<(Scripts, Session, Shelf), Failure> {
        let (scripts, mut session, shelf) = self.open(&position.which)?;
        let after = position.after.as_deref().unwrap_or_default();
        let actions = read_recording(after);
        let actions = actions.map_err(|bad| Failure::Refused(format!("--after: {bad}")))?;
        for action in actions {
            session.play(&action)?;
        }
        Ok((scripts, session, shelf))
    }

    fn scripts_folder(&self) -> Result<PathBuf, Failure> {
        if let Some(folder) = &self.scripts {
            return Ok(folder.clone());
        }
        let here = Path::new("scripts");
        if here.is_dir() {
            return Ok(here.to_owned());
        }
        let present = std::env::current_dir().ok();
        let program = std::env::current_exe().ok();
        let starts = present.iter().chain(&program).flat_map(|start| start.ancestors());
        let found = starts.map(|folder| folder.join("scripts")).find(|folder| folder.is_dir());
        found.ok_or_else(|| {
            let message = "there is no folder of scripts here, above, or beside the program; \
                           name one with --scripts";
            Failure::Refused(message.to_owned())
        })
    }
}
