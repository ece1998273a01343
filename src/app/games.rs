//! Which games can be played: those of the scripts that the program was started with, those in
//! the packs of the games folder, and those of the pack that is played. Knows no browser.

use std::path::Path;

use crate::app::player::Player;
use crate::app::trouble::pack_trouble;
use crate::files::{is_same, pack_of};
use crate::rules::{Limits, Pack, Scripts, games_in, packs_in};

/// A game that can be played.
#[derive(Clone, Debug)]
pub struct Offered {
    /// What it is called among all of them: its name; of a game in a pack the pack's name, and
    /// of further ones in it both.
    pub title: String,
    /// What its pack says of itself, in one line.
    pub about: String,
    /// Where it is.
    pub scripts: Scripts,
}

/// All of them.
#[derive(Clone, Debug, Default)]
pub struct Games {
    /// Those that can be played, no two with the same title.
    pub games: Vec<Offered>,
    /// Why packs cannot be.
    pub refused: Vec<String>,
}

impl Games {
    /// Adds the games of a folder of scripts.
    pub fn add_scripts(&mut self, folder: &Path, limits: Limits) {
        for name in games_in(folder) {
            let scripts = Scripts::new(folder, &name, limits);
            self.games.push(Offered { title: name, about: String::new(), scripts });
        }
    }

    /// Adds the games of a pack, or why there are none. A pack that is among them is not added
    /// again.
    pub fn add_pack(&mut self, path: &Path, limits: Limits) {
        let folder = path.join("scripts");
        let mut of_packs = self.games.iter().filter(|game| game.scripts.pack().is_some());
        if of_packs.any(|game| is_same(game.scripts.folder(), &folder)) {
            return;
        }
        let pack = Pack::open(path).map_err(|error| error.to_string());
        let games = pack.and_then(|pack| match pack.games(limits) {
            Ok(games) => Ok((pack, games)),
            Err(error) => Err(error.to_string()),
        });
        match games {
            Ok((pack, games)) => games.into_iter().enumerate().for_each(|(at, scripts)| {
                let name = match at {
                    0 => pack.manifest.name.clone(),
                    _ => format!("{}: {}", pack.manifest.name, scripts.name()),
                };
                let title = self.free_title(name, path);
                self.games.push(Offered { title, about: pack.manifest.about(), scripts });
            }),
            Err(why) => self.refused.push(why),
        }
    }

    /// Adds all packs of a folder, which need not be there.
    pub fn add_packs(&mut self, folder: &Path, limits: Limits) {
        packs_in(folder).iter().for_each(|path| self.add_pack(path, limits));
    }

    /// The game of that title.
    #[must_use]
    pub fn titled(&self, title: &str) -> Option<&Scripts> {
        self.games.iter().find(|game| game.title == title).map(|game| &game.scripts)
    }

    /// The game of which things are kept under that key.
    #[must_use]
    pub fn of_key(&self, key: &str) -> Option<&Scripts> {
        self.games.iter().map(|game| &game.scripts).find(|scripts| scripts.key() == key)
    }

    /// What a game is called among these.
    #[must_use]
    pub fn title_of<'a>(&'a self, scripts: &'a Scripts) -> &'a str {
        let is_it = |game: &&Offered| {
            game.scripts.folder() == scripts.folder() && game.scripts.name() == scripts.name()
        };
        self.games.iter().find(is_it).map_or(scripts.name(), |game| &game.title)
    }

    /// A title that no other game has: with the name of the file, or else its path.
    fn free_title(&self, name: String, path: &Path) -> String {
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        let titles = [name.clone(), format!("{name} ({file})")];
        let free = titles.into_iter().find(|title| self.titled(title).is_none());
        free.unwrap_or_else(|| format!("{name} ({})", path.display()))
    }
}

impl Player {
    /// All games that can be played from here.
    pub(in crate::app) fn offered(&self) -> Games {
        let limits = self.scripts.limits();
        let mut games = Games::default();
        games.add_scripts(&self.home_scripts, limits);
        if let Some(folder) = self.store.games_folder() {
            games.add_packs(&folder, limits);
        }
        if let Some(pack) = pack_of(self.scripts.folder()) {
            games.add_pack(&pack, limits);
        }
        games
    }

    /// Plays another game, by its title.
    pub(in crate::app) fn pick_game(&mut self, title: &str) {
        let listed = self.browsing.as_ref().map(|browsing| browsing.games.clone());
        match listed.unwrap_or_else(|| self.offered()).titled(title) {
            Some(scripts) => drop(self.open_game(scripts.clone())),
            None => self.tell(&format!("There is no game {title} any more.")),
        }
    }

    /// Plays a pack from where it is, and says where it could be kept. What cannot be played is
    /// told, and the game goes on.
    pub fn open_pack(&mut self, path: &Path) {
        self.begin_command();
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let pack = Pack::open(&path).map_err(|error| error.to_string());
        let limits = self.scripts.limits();
        let scripts = pack.and_then(|pack| pack.game(limits).map_err(|error| error.to_string()));
        match scripts {
            Ok(scripts) => {
                if self.open_game(scripts)
                    && !self.is_at_home()
                    && let Some(folder) = self.store.games_folder()
                {
                    let folder = folder.display();
                    self.tell(&format!("To have it among the games, put the file into {folder}"));
                }
            }
            Err(why) => self.troubles.command = Some(pack_trouble(&why)),
        }
    }

    /// Whether the game is one that the next start finds: no pack, or one in the games folder.
    pub(in crate::app) fn is_at_home(&self) -> bool {
        let Some(pack) = pack_of(self.scripts.folder()) else { return true };
        let games = self.store.games_folder();
        games.zip(pack.parent()).is_some_and(|(games, folder)| is_same(&games, folder))
    }
}
