//! Where scripts and levels are.

use std::path::{Path, PathBuf};

use crate::app::{Opened, Store, Wanted, open, take};
use crate::cli::Failure;
use crate::cli::args::{Position, Source};
use crate::files;
use crate::rules::{Limits, Scripts, Settings, default_game};
use crate::session::read_steps;

/// The folders to look in.
#[derive(Clone, Debug)]
pub(super) struct Places {
    scripts: Option<PathBuf>,
    levels: Option<PathBuf>,
    settings: Option<PathBuf>,
}

/// Where a game's levels are.
pub(super) struct Levels {
    pub path: PathBuf,
    /// Whether that is the game's own folder, which need not be there.
    own: bool,
}

impl Places {
    pub fn new(
        scripts: Option<PathBuf>,
        levels: Option<PathBuf>,
        settings: Option<PathBuf>,
    ) -> Places {
        Places { scripts, levels, settings }
    }

    /// Where what the player sets is kept.
    pub fn store(&self) -> Store {
        self.settings.as_deref().map_or_else(Store::of_system, Store::in_folder)
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

    /// The folder with a folder of levels for each game.
    pub fn levels_root(&self, scripts: &Scripts) -> PathBuf {
        let beside = || scripts.folder().with_file_name("levels");
        self.levels.clone().unwrap_or_else(beside)
    }

    /// The level file that was named, or else the folder of the game's own levels.
    pub fn levels(&self, scripts: &Scripts, file: Option<&Path>) -> Levels {
        if let Some(file) = file {
            return Levels { path: file.to_owned(), own: false };
        }
        Levels { path: self.levels_root(scripts).join(scripts.name()), own: true }
    }

    /// Begins the level that was asked for, with steps taken on it. What the player
    /// has set before does not count: the same command gives the same board anywhere.
    pub fn open_at(&self, position: &Position) -> Result<(Scripts, Opened), Failure> {
        let source = &position.source;
        let scripts = self.scripts(Some(&source.game))?;
        let levels = self.levels(&scripts, source.file.as_deref());
        let remembered = Settings::new();
        let wanted = levels.wanted(source, &remembered);
        let mut opened = open(&scripts, &Wanted { number: position.level, ..wanted })?;
        let after = position.after.as_deref().unwrap_or_default();
        let steps = read_steps(after);
        let steps = steps.map_err(|bad| Failure::Refused(format!("--after: {bad}")))?;
        for step in steps {
            take(&mut opened.session, &scripts.own_folder(), &step)?;
        }
        Ok((scripts, opened))
    }

    pub fn scripts_folder(&self) -> Result<PathBuf, Failure> {
        if let Some(folder) = &self.scripts {
            return Ok(folder.clone());
        }
        let here = Path::new("scripts");
        if files::is_dir(here) {
            return Ok(here.to_owned());
        }
        let present = std::env::current_dir().ok();
        let program = std::env::current_exe().ok();
        let starts = present.iter().chain(&program).flat_map(|start| start.ancestors());
        let found =
            starts.map(|folder| folder.join("scripts")).find(|folder| files::is_dir(folder));
        found.ok_or_else(|| {
            let message = "there is no folder of scripts here, above, or beside the program; \
                           name one with --scripts";
            Failure::Refused(message.to_owned())
        })
    }
}

impl Levels {
    /// The first of them.
    pub fn wanted<'a>(&'a self, source: &'a Source, remembered: &'a Settings) -> Wanted<'a> {
        Wanted {
            levels: &self.path,
            own: self.own,
            number: 1,
            seed: source.seed,
            remembered,
            set: &source.set,
            stand: None,
        }
    }
}
