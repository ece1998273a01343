//! What is to be kept on disk and is not yet: what was set just now, and what the disk did not
//! take, which is tried again for as long as the game is played. Knows no file format.

use std::collections::BTreeMap;

use crate::app::player::Player;
use crate::app::progress::Stand;
use crate::app::store::StoreError;
use crate::rules::Settings;

/// What is not yet kept on disk.
#[derive(Debug, Default)]
pub(in crate::app) struct Unkept {
    /// Parameters that were set.
    pub settings: Settings,
    /// Whether that is so of what is set for all games.
    pub preferences: bool,
    /// Whether that is so of the keys.
    pub keymap: bool,
    /// Whether that is so of the skin.
    pub skin: bool,
    /// Whether that is so of what was solved.
    pub progress: bool,
    /// What was played on levels that were left, by their keys.
    pub left: BTreeMap<String, Stand>,
    /// Whether the disk has not taken something: then all of this is tried again now and then.
    pub failed: bool,
}

impl Player {
    /// Keeps on disk what was set since this was last done; where the disk takes nothing, once
    /// all is tried again.
    pub fn keep_settings(&mut self) {
        if !self.unkept.failed {
            self.keep_unkept();
        }
    }

    fn keep_unkept(&mut self) {
        let game = self.scripts.key().to_owned();
        if !self.unkept.settings.is_empty() {
            let settings = std::mem::take(&mut self.unkept.settings);
            let kept = self.store.keep(&game, &settings);
            if !self.note_kept(kept) {
                self.unkept.settings = settings;
            }
        }
        if self.unkept.preferences {
            let kept = self.store.keep_preferences(self.preferences);
            let slant = self.store.keep_isometric(&game, self.preferences.isometric);
            let kept = [kept, slant].map(|kept| self.note_kept(kept));
            self.unkept.preferences = kept.contains(&false);
        }
        if self.unkept.keymap {
            let kept = self.store.keep_keymap(&game, &self.keymap);
            self.unkept.keymap = !self.note_kept(kept);
        }
        if self.unkept.skin {
            let kept = self.store.keep_skin(&game, self.skin());
            self.unkept.skin = !self.note_kept(kept);
        }
        if self.unkept.progress {
            self.keep_progress();
        }
        for left in std::mem::take(&mut self.unkept.left) {
            self.keep_left(Some(left));
        }
    }

    /// Keeps what was solved.
    pub(in crate::app) fn keep_progress(&mut self) {
        let first = self.session.game().declared().score.first().cloned();
        let kept = self.store.keep_progress(self.scripts.key(), &self.progress, first.as_ref());
        let kept = kept.map(|progress| {
            // Another window may have added to it.
            if self.store.keeps() {
                self.progress = progress;
            }
        });
        self.unkept.progress = !self.note_kept(kept);
    }

    /// Keeps where the player is, and tries again what could not be kept. Once it is, that is
    /// said: what is on screen may still say the contrary.
    pub(in crate::app) fn keep_all(&mut self) {
        let had_failed = std::mem::take(&mut self.unkept.failed);
        if had_failed {
            self.keep_unkept();
        }
        self.keep_stand();
        if had_failed && !self.unkept.failed {
            "What could not be kept is kept now.".clone_into(&mut self.message);
        }
    }

    /// Says why something could not be kept. Returns whether there is nothing to try again.
    pub(in crate::app) fn note_kept(&mut self, kept: Result<(), StoreError>) -> bool {
        let Err(error) = kept else { return true };
        let told = error.to_string();
        if !self.message.contains(&told) {
            self.tell(&told);
        }
        let is_done = error.is_put_aside() || matches!(error, StoreError::Newer { .. });
        self.unkept.failed |= !is_done;
        is_done
    }
}
