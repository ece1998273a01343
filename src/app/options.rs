//! What a player sets while playing, and files that are dropped on the game. What
//! succeeds is kept for the next time.

use std::path::Path;
use std::time::Duration;

use crate::app::choice;
use crate::app::player::Player;
use crate::app::store::{MAX_MOTION, Preferences, StoreError};
use crate::app::trouble::setting_trouble;
use crate::rules::{Param, ParamKind, Setting};
use crate::session::{Refusal, Set};

impl Player {
    /// Sets a parameter of the game, and keeps that. What it cannot be set to is told,
    /// and the game goes on.
    pub fn set(&mut self, name: &str, setting: Setting) {
        self.troubles.command = None;
        self.message.clear();
        let folder = self.scripts.own_folder();
        let checked = match self.session.game().declared().param(name) {
            Ok(param) => choice::checked(param, &folder, setting),
            Err(error) => Err(error),
        };
        let setting = match checked {
            Ok(setting) => setting,
            Err(error) => {
                self.troubles.command = Some(setting_trouble(&Refusal::Param(error)));
                return;
            }
        };
        match self.session.set(name, setting.clone()) {
            Err(refusal) => self.troubles.command = Some(setting_trouble(&refusal)),
            Ok(set) => {
                if set == Set::Began {
                    self.note_begun();
                }
                let kept = self.store.keep(self.scripts.name(), name, &setting);
                self.note_kept(kept);
            }
        }
        self.after_step();
    }

    /// Sets how long a thing takes from one cell to the next, and keeps that.
    pub fn set_motion(&mut self, motion: Duration) {
        self.preferences = Preferences { motion: motion.min(MAX_MOTION) };
        let kept = self.store.keep_preferences(self.preferences);
        self.note_kept(kept);
    }

    /// Takes a file that was dropped on the window: a picture, if the game has a use
    /// for one.
    pub fn dropped(&mut self, path: &Path) {
        let is_picture = |param: &&Param| matches!(param.kind, ParamKind::Picture { .. });
        let params = &self.session.game().declared().params;
        let name = params.iter().find(is_picture).map(|param| param.name.clone());
        match (name, path.to_str()) {
            (Some(name), Some(path)) => self.set(&name, Setting::Text(path.to_owned())),
            _ => {
                let title = &self.session.game().declared().title;
                self.message = format!("{title} has no use for {}.", path.display());
            }
        }
    }

    fn note_kept(&mut self, kept: Result<(), StoreError>) {
        if let Err(error) = kept {
            self.message = error.to_string();
        }
    }
}
