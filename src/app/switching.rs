//! How a player comes to have a place to keep things, and to another game in the same window.
//! Knows no level of its own.

use std::path::PathBuf;

use crate::app::open::{Opened, Wanted, open};
use crate::app::player::Player;
use crate::app::store::Store;
use crate::grid::SEEDS;
use crate::rules::Scripts;

impl Player {
    /// The same, with a place to keep what the player sets, and what is set for all
    /// games there.
    #[must_use]
    pub fn with_store(mut self, store: Store) -> Player {
        match store.preferences() {
            Ok(preferences) => self.preferences = preferences,
            Err(error) => self.tell(&error.to_string()),
        }
        match store.keymap(self.scripts.name()) {
            Ok(keymap) => self.keymap = keymap,
            Err(error) => self.tell(&error.to_string()),
        }
        match store.progress(self.scripts.name()) {
            Ok(progress) => self.progress = progress,
            Err(error) => self.tell(&error.to_string()),
        }
        self.painter.isometric = self.preferences.isometric;
        self.store = store;
        self.wear_kept();
        self
    }

    /// The same, with the folder that has a folder of levels for each game.
    #[must_use]
    pub fn with_levels(mut self, root: PathBuf) -> Player {
        self.levels_root = root;
        self
    }

    /// The folder of the game's own levels.
    pub(in crate::app) fn own_levels(&self) -> PathBuf {
        self.levels_root.join(self.scripts.name())
    }

    /// Another game is played from now on, in the same window.
    pub(in crate::app) fn become_game(&mut self, scripts: Scripts, opened: Opened) {
        let player = Player::new(scripts, opened).with_store(self.store.clone());
        let (now, options, taken, pointer) = (self.now, self.options, self.taken, self.pointer);
        let root = std::mem::take(&mut self.levels_root);
        *self = player.with_levels(root);
        (self.now, self.stand_kept, self.options) = (now, now, options);
        (self.taken, self.pointer) = (taken, pointer);
        self.clock.begin(0, now);
    }

    /// Plays another game from its own levels.
    pub(in crate::app) fn open_game(&mut self, name: &str) {
        let scripts = Scripts::new(self.scripts.folder(), name, self.scripts.limits());
        let levels = self.levels_root.join(name);
        let remembered = self.store.settings(name).unwrap_or_default();
        let seed = self.session.board().random().below(SEEDS);
        let stand = self.store.stand(name).ok().flatten().filter(|stand| stand.source.is_none());
        let wanted = Wanted {
            levels: &levels,
            own: true,
            number: 1,
            seed,
            remembered: &remembered,
            set: &[],
            stand: stand.as_ref(),
        };
        match open(&scripts, &wanted) {
            Ok(opened) => {
                let stand = stand.filter(|_| opened.stands);
                self.keep_stand();
                self.keep_settings();
                self.become_game(scripts, opened);
                stand.iter().for_each(|stand| self.resume(stand));
            }
            Err(error) => self.tell(&error.to_string()),
        }
    }
}
