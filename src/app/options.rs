//! What a player sets while playing, and files that are dropped on the game. What
//! succeeds is kept for the next time.

use std::path::Path;

use crate::app::caption;
use crate::app::choice;
use crate::app::keymap::Keymap;
use crate::app::panels::{Edit, Options, View};
use crate::app::player::Player;
use crate::app::store::{MAX_MOTION, Preferences};
use crate::app::trouble::setting_trouble;
use crate::files::{has_pack_ending, is_pack};
use crate::grid::seed_of;
use crate::level::Shelf;
use crate::rules::{Param, ParamKind, Setting, Settings};
use crate::session::{Refusal, Set};

impl Player {
    /// Sets a parameter of the game, and keeps that. What it cannot be set to is told,
    /// and the game goes on.
    pub fn set(&mut self, name: &str, setting: Setting) {
        self.change(name, setting);
        self.keep_settings();
    }

    /// The same, to be kept with [`Player::keep_settings`].
    pub fn change(&mut self, name: &str, setting: Setting) {
        self.begin_command();
        let folder = self.scripts.own_folder();
        let checked = match self.session.game().declared().param(name) {
            Ok(param) => choice::checked(param, &folder, setting),
            Err(error) => Err(error),
        };
        let set = checked.map_err(Refusal::Param).and_then(|setting| {
            let set = self.session.set(name, setting.clone())?;
            self.unkept.settings.insert(name.to_owned(), setting);
            Ok(set)
        });
        match set {
            Err(refusal) => self.troubles.command = Some(setting_trouble(&refusal)),
            Ok(Set::Began) => self.note_begun(),
            Ok(Set::Same | Set::GoesOn) => {}
        }
        self.after_step();
    }

    /// What the panels show.
    #[must_use]
    pub(in crate::app) fn view(&mut self) -> View {
        View { options: self.options(), bench: self.bench(), browser: self.browser() }
    }

    /// What the options show, while they are shown.
    fn options(&self) -> Option<Options> {
        if !self.shows_options() {
            return None;
        }
        let game = self.session.game();
        let made = self.session.level().level.is_made();
        Some(Options {
            params: self.params(),
            preferences: self.preferences,
            seed: made.then(|| self.session.board().seed()),
            key: caption::options_key(game),
            trouble: self.trouble().map(|trouble| trouble.message.clone()),
            skins: self.scripts.skins(),
            skin: self.skin().map(str::to_owned),
            keymap: self.keymap.clone(),
        })
    }

    /// The parameters and what each is set to.
    pub(in crate::app) fn params(&self) -> Vec<(Param, Setting)> {
        let game = self.session.game();
        let set =
            |param: &Param| game.settings().get(&param.name).unwrap_or(&param.default).clone();
        game.declared().params.iter().map(|param| (param.clone(), set(param))).collect()
    }

    /// Does what was done in the options, to be kept with [`Player::keep_settings`].
    pub(in crate::app) fn edit(&mut self, edits: Vec<Edit>) {
        for edit in edits {
            match edit {
                Edit::Set(name, setting) => self.change(&name, setting),
                Edit::Prefer(preferences) => self.prefer(preferences),
                Edit::Seed(seed) => self.begin_seed(seed_of(&seed)),
                Edit::Skin(skin) => drop(self.choose_skin(skin.as_deref())),
                Edit::Keys(keymap) => self.change_keys(keymap),
                Edit::Pick(pick) => self.pick(&pick),
                Edit::Try(line) => drop(self.try_line(&line)),
                Edit::Jump(done) => drop(self.jump(done)),
                Edit::Retrace => self.retrace(),
            }
        }
    }

    /// Sets what is set for all games, to be kept with [`Player::keep_settings`].
    pub fn prefer(&mut self, preferences: Preferences) {
        let motion = preferences.motion.min(MAX_MOTION);
        self.preferences = Preferences { motion, ..preferences };
        self.unkept.preferences = true;
        self.painter.isometric = preferences.isometric;
    }

    /// Sets which keys ask for what in this game, and keeps that.
    pub fn change_keys(&mut self, keymap: Keymap) {
        self.keymap = keymap;
        self.unkept.keymap = true;
        self.keep_settings();
    }

    /// Keeps, too, what a step through the history has set: what is on screen is what the
    /// next time begins with.
    pub(in crate::app) fn keep_undone(&mut self, before: &Settings) {
        let settings = self.session.game().settings();
        let changed = settings.iter().filter(|(name, setting)| before.get(*name) != Some(setting));
        let changed: Settings = changed.map(|(name, is)| (name.clone(), is.clone())).collect();
        if !changed.is_empty() {
            self.unkept.settings.extend(changed);
            self.keep_settings();
        }
    }

    /// Takes a file that was dropped on the window: a pack, levels, or a picture if the game
    /// has a use for one.
    pub fn dropped(&mut self, path: &Path) {
        if is_pack(path) || has_pack_ending(path) {
            return self.open_pack(path);
        }
        if Shelf::is_level_file(path) {
            self.begin_command();
            self.open_file(path);
            return;
        }
        let is_picture = |param: &&Param| matches!(param.kind, ParamKind::Picture { .. });
        let params = &self.session.game().declared().params;
        let name = params.iter().find(is_picture).map(|param| param.name.clone());
        match (name, path.to_str()) {
            (Some(name), Some(path)) => self.set(&name, Setting::Text(path.to_owned())),
            (Some(_), None) => {
                self.message = format!("{}: this name is no Unicode text.", path.display());
            }
            (None, _) => {
                let title = &self.session.game().declared().title;
                self.message = format!("{title} has no use for {}.", path.display());
            }
        }
    }
}
