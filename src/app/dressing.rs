//! Skins: in which of its looks a game is shown. A skin that is saved is taken over while it
//! is worn; one with a mistake leaves the looks as they were.

use crate::app::player::Player;
use crate::app::trouble::script_trouble;
use crate::level::Seen;

/// What the game's own looks are called among its skins.
pub(in crate::app) const OWN: &str = "plain";

impl Player {
    /// Shows the game in a skin from now on, or in its own looks. Returns whether it could.
    pub fn wear(&mut self, skin: Option<&str>) -> bool {
        let read = skin.map(|name| self.scripts.skin(name)).transpose();
        match read {
            Ok(skin) => {
                self.painter.skin = skin;
                self.refused_skin = Vec::new();
                self.troubles.skin = None;
                self.change_looks();
                true
            }
            Err(error) => {
                let heading = "This skin cannot be worn; the looks stay as they are.";
                self.troubles.skin = Some(script_trouble(heading, &error.error));
                self.refused_skin = error.seen;
                false
            }
        }
    }

    /// The name of the skin that is worn.
    #[must_use]
    pub fn skin(&self) -> Option<&str> {
        self.painter.skin.as_ref().map(|skin| skin.name.as_str())
    }

    /// Wears another skin, keeps that, and says so.
    pub(in crate::app) fn choose_skin(&mut self, skin: Option<&str>) {
        if !self.wear(skin) {
            return;
        }
        let title = self.painter.skin.as_ref().map_or(OWN, |skin| skin.title.as_str());
        self.message = format!("Look: {title}");
        if let Err(error) = self.store.keep_skin(self.scripts.name(), self.skin()) {
            self.message = error.to_string();
        }
    }

    /// Wears the next of the game's skins; after the last one its own looks.
    pub(in crate::app) fn next_skin(&mut self) {
        let skins = self.scripts.skins();
        if skins.is_empty() {
            let folder = self.scripts.skins_folder();
            self.message = format!("There are no other looks in {}", folder.display());
            return;
        }
        let at = self.skin().and_then(|skin| skins.iter().position(|name| name == skin));
        let next = at.map_or(0, |at| at + 1);
        self.choose_skin(skins.get(next).map(String::as_str));
    }

    /// Wears the skin that was kept.
    pub(in crate::app) fn wear_kept(&mut self) {
        match self.store.skin(self.scripts.name()) {
            Ok(Some(skin)) => drop(self.wear(Some(&skin))),
            Ok(None) => {}
            Err(error) => self.tell(&error.to_string()),
        }
    }

    /// Takes a skin over that was saved while it is worn. Returns whether one was.
    pub(in crate::app) fn reload_skin(&mut self, anyway: bool) -> bool {
        let worn = self.painter.skin.iter().flat_map(|skin| &skin.seen);
        let mut seen = worn.chain(&self.refused_skin);
        let name = self.skin().map(str::to_owned);
        if name.is_none() || !(anyway || seen.any(Seen::is_stale)) {
            return false;
        }
        self.wear(name.as_deref());
        true
    }
}
