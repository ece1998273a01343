//! Where scripts and levels are.

use std::path::{Path, PathBuf};

use crate::app::{Games, Home, Opened, Store, Wanted, open, open_recording, take};
use crate::cli::Failure;
use crate::cli::args::{Position, Source};
use crate::cli::recording::recordings_in;
use crate::files::{self, has_pack_ending, stock};
use crate::rules::{Limits, Pack, Scripts, Settings, default_game, games_in, is_name_of_a_game};
use crate::session::{Step, read_steps};

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

    /// The script of a game, or of the one that is played by itself. A game can be named as it
    /// is called among the scripts or in the games folder, or by a pack's path.
    pub fn scripts(&self, game: Option<&str>) -> Result<Scripts, Failure> {
        let scripts = match game {
            Some(path) if is_path(path) => Pack::open(Path::new(path))?.game(Limits::default())?,
            Some(name) => self.named(name)?,
            None => {
                let folder = self.scripts_folder()?;
                Scripts::new(&folder, &default_game(&folder, Limits::default())?, Limits::default())
            }
        };
        tell_warnings(&scripts);
        Ok(scripts)
    }

    /// All games of the scripts or of a pack, or the one of that name.
    pub fn games(&self, game: Option<&str>) -> Result<Vec<Scripts>, Failure> {
        match game {
            Some(path) if is_path(path) => {
                let games = Pack::open(Path::new(path))?.games(Limits::default())?;
                games.first().iter().for_each(|scripts| tell_warnings(scripts));
                Ok(games)
            }
            Some(name) => Ok(vec![self.scripts(Some(name))?]),
            None => {
                let folder = self.scripts_folder()?;
                let names = games_in(&folder).into_iter();
                Ok(names.map(|name| Scripts::new(&folder, &name, Limits::default())).collect())
            }
        }
    }

    /// The game of that name among the scripts, or else in the games folder, where a pack that
    /// cannot be played is told, and keeps no other from being.
    fn named(&self, name: &str) -> Result<Scripts, Failure> {
        let folder = self.scripts_folder()?;
        let among_scripts = Scripts::new(&folder, name, Limits::default());
        if games_in(&folder).iter().any(|game| game == name) {
            return Ok(among_scripts);
        }
        let packs = self.packs();
        packs.refused.iter().for_each(|why| eprintln!("tilewright: warning: {why}"));
        Ok(packs.titled(name).cloned().unwrap_or(among_scripts))
    }

    /// The games in the games folder.
    pub fn packs(&self) -> Games {
        let mut games = Games::default();
        if let Some(folder) = self.store().games_folder() {
            games.add_packs(&folder, Limits::default());
        }
        games
    }

    /// Where things are for all games.
    pub fn home(&self) -> Result<Home, Failure> {
        let scripts = self.scripts_folder()?;
        let beside = || scripts.with_file_name("levels");
        let levels = self.levels.clone().unwrap_or_else(beside);
        Ok(Home { store: self.store(), scripts, levels })
    }

    /// The level file that was named, or else the folder of the game's own levels.
    pub fn levels(&self, scripts: &Scripts, file: Option<&Path>) -> Result<Levels, Failure> {
        Ok(match file {
            Some(file) => Levels { path: file.to_owned(), own: false },
            None => Levels { path: self.home()?.levels_of(scripts), own: true },
        })
    }

    /// Begins the level that was asked for, with steps taken on it; of a recording, its level
    /// with its steps. What the player has set before does not count: the same command gives
    /// the same board anywhere.
    pub fn open_at(&self, position: &Position) -> Result<(Scripts, Opened), Failure> {
        let scripts = self.scripts(Some(&position.source.game))?;
        let (mut opened, mut steps) = self.opened(&scripts, position)?;
        let after = read_steps(position.after.as_deref().unwrap_or_default());
        steps.extend(after.map_err(|bad| Failure::Refused(format!("--after: {bad}")))?);
        let folder = scripts.own_folder();
        for step in steps {
            take(&mut opened.session, &folder, &step)?;
        }
        Ok((scripts, opened))
    }

    /// The level that was asked for, and the steps that are recorded with it.
    fn opened(
        &self,
        scripts: &Scripts,
        position: &Position,
    ) -> Result<(Opened, Vec<Step>), Failure> {
        let source = &position.source;
        let recordings = source.file.as_deref().map(recordings_in).transpose()?.flatten();
        if let (Some(recordings), Some(path)) = (recordings, &source.file) {
            let at = position.level.checked_sub(1);
            let recording = at.and_then(|at| recordings.get(at)).ok_or_else(|| {
                let (number, count) = (position.level, recordings.len());
                let what = format!("there is no recording {number}; there are {count}");
                Failure::of_file(path, &what)
            })?;
            // What is set now is set before the first step.
            let set = source.set.iter().map(|(name, value)| Step::Set(name.clone(), value.clone()));
            let steps = set.chain(recording.steps().iter().cloned()).collect();
            return Ok((open_recording(scripts, recording)?, steps));
        }
        let levels = self.levels(scripts, source.file.as_deref())?;
        let remembered = Settings::new();
        let wanted = levels.wanted(source, &remembered);
        Ok((open(scripts, &Wanted { number: position.level, ..wanted })?, Vec::new()))
    }

    /// The folder of scripts that was named, or that is here or above and has games in it, or
    /// else that of the stock games in the program.
    pub fn scripts_folder(&self) -> Result<PathBuf, Failure> {
        if let Some(folder) = &self.scripts {
            return Ok(folder.clone());
        }
        let has_games = |folder: &PathBuf| !games_in(folder).is_empty();
        let present = std::env::current_dir().ok();
        let above = present.iter().flat_map(|here| here.ancestors().skip(1));
        let above = above.map(|folder| folder.join("scripts"));
        let on_disk = std::iter::once(PathBuf::from("scripts")).chain(above).find(has_games);
        on_disk.or_else(|| Some(stock()?.join("scripts"))).ok_or_else(|| {
            let message = "there is no folder of scripts here or above; name one with --scripts";
            Failure::Refused(message.to_owned())
        })
    }
}

/// Whether a game is named by the path of a pack and not by its name.
fn is_path(game: &str) -> bool {
    let path = Path::new(game);
    !is_name_of_a_game(game) && (has_pack_ending(path) || files::exists(path))
}

/// Tells what means nothing in a pack's `pack.toml`.
fn tell_warnings(scripts: &Scripts) {
    let warnings = scripts.pack().into_iter().flat_map(|pack| &pack.warnings);
    warnings.for_each(|warning| eprintln!("tilewright: warning: {warning}"));
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
