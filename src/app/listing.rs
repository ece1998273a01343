//! The lists of the level browser: which games, collections and levels there are, and which
//! are solved or locked. Knows nothing of what is picked.

use std::path::PathBuf;

use crate::app::games::Offered;
use crate::app::player::Player;
use crate::files;
use crate::level::{Level, Shelf};

/// What can be done with a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// It can be played.
    Open,
    /// It is solved.
    Solved,
    /// The one before it is to be solved first.
    Locked,
}

/// A level as the browser lists it.
#[derive(Clone, Debug)]
pub struct Listed {
    /// Its number in what is open, from 1.
    pub number: usize,
    /// Its title, or its number in its collection.
    pub title: String,
    /// Who made it, as far as that is said of this level.
    pub author: String,
    /// What can be done with it.
    pub state: State,
    /// How well it was solved, in a few words.
    pub best: String,
}

/// A collection of levels: those of one file.
#[derive(Clone, Debug)]
pub struct Group {
    /// Its title, or the name of its file.
    pub title: String,
    /// Who made it.
    pub author: String,
    /// Remarks.
    pub notes: String,
    /// Its levels.
    pub levels: Vec<Listed>,
}

impl Group {
    /// How many of the levels are solved.
    #[must_use]
    pub fn solved(&self) -> usize {
        self.levels.iter().filter(|level| level.state == State::Solved).count()
    }
}

/// Where levels come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// What a player reads.
    pub title: String,
    /// The file or folder; nothing for the game's own.
    pub path: Option<PathBuf>,
}

/// What the browser shows.
#[derive(Clone, Debug, Default)]
pub struct Browser {
    /// Another number for other levels or looks: then all previews are others.
    pub stamp: u64,
    /// All games.
    pub games: Vec<Offered>,
    /// The title of the one that is played.
    pub game: String,
    /// Why packs in the games folder cannot be played.
    pub refused_packs: Vec<String>,
    /// Where levels can come from.
    pub origins: Vec<Origin>,
    /// Which of them is shown.
    pub origin: usize,
    /// The collections.
    pub groups: Vec<Group>,
    /// The level that is played, if it is one of these.
    pub current: Option<usize>,
    /// What could not be read of them.
    pub refused: Vec<String>,
    /// What is said to the player.
    pub message: String,
}

impl Player {
    /// Where levels of this game can come from: its own, the player's folder, and files that
    /// were opened before and are still there.
    pub(in crate::app) fn origins(&mut self) -> Vec<Origin> {
        let mut origins = vec![Origin { title: "With the game".to_owned(), path: None }];
        let own = self.store.levels_folder(self.scripts.key());
        let kept = own.into_iter().filter(|folder| Shelf::holds_levels(folder));
        origins.extend(kept.map(|path| Origin { title: "My levels".to_owned(), path: Some(path) }));
        let recent = self.store.recent(self.scripts.key()).unwrap_or_else(|error| {
            self.message = error.to_string();
            Vec::new()
        });
        let present = recent.into_iter().map(PathBuf::from).filter(|path| files::exists(path));
        let is_of_a_file = !self.shelf.is_own() && !self.shelf.is_from_text();
        let played = is_of_a_file.then(|| self.shelf.source().to_owned());
        for path in present.chain(played) {
            if !origins.iter().any(|origin| origin.path.as_ref() == Some(&path)) {
                let title = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                origins.push(Origin { title, path: Some(path) });
            }
        }
        origins
    }

    /// The collections of a shelf, with their levels.
    pub(in crate::app) fn groups(&self, shelf: &Shelf) -> Vec<Group> {
        let groups = shelf.collections().iter().map(|collection| {
            let end = collection.first + collection.count;
            let levels = (collection.first + 1..=end).filter_map(|number| {
                let level = shelf.level(number)?;
                Some(self.listed(shelf, &level, number, number - collection.first))
            });
            let stem = || collection.path.file_stem().unwrap_or_default().to_string_lossy();
            Group {
                title: collection.title.clone().unwrap_or_else(|| stem().into_owned()),
                author: collection.author.clone().unwrap_or_default(),
                notes: collection.notes.join("\n"),
                levels: levels.collect(),
            }
        });
        groups.collect()
    }

    fn listed(&self, shelf: &Shelf, level: &Level, number: usize, within: usize) -> Listed {
        let best = self.progress.best(&level.key());
        let state = match best {
            Some(_) => State::Solved,
            None if self.locked_by(shelf, level, number).is_some() => State::Locked,
            None => State::Open,
        };
        let scores = best.iter().flat_map(|best| &best.scores);
        let scores: Vec<String> = scores.map(|(name, least)| format!("{least} {name}")).collect();
        Listed {
            number,
            title: match &level.title {
                Some(title) if *title != number.to_string() => title.clone(),
                _ => format!("Level {within}"),
            },
            author: level.author.clone().unwrap_or_default(),
            state,
            best: scores.join(", "),
        }
    }
}
