//! Skins: in which of its looks a game is shown. A skin that is saved is taken over while it
//! is worn; one with a mistake leaves the looks as they were.

use crate::app::player::Player;
use crate::app::trouble::script_trouble;
use crate::level::Seen;
use crate::rules::Skin;
use crate::view::Trouble;

/// What the game's own looks are called among its skins.
pub(in crate::app) const OWN: &str = "plain";

impl Player {
    /// Shows the game in a skin from now on, or in its own looks. Returns whether it could.
    pub fn wear(&mut self, skin: Option<&str>) -> bool {
        let read = skin.map(|name| self.scripts.skin(name)).transpose();
        match read {
            Ok(skin) => {
                self.note_unknown(skin.as_ref());
                self.painter.skin = skin;
                self.refused_skin = None;
                self.troubles.skin = None;
                self.change_looks();
                true
            }
            Err(error) => {
                let heading = "This skin cannot be worn; the looks stay as they are.";
                self.troubles.skin = Some(script_trouble(heading, &error.error));
                self.refused_skin = skin.map(|skin| (skin.to_owned(), error.seen));
                false
            }
        }
    }

    /// Says which looks of a skin are for no tile of the game: a slip, most likely.
    fn note_unknown(&mut self, skin: Option<&Skin>) {
        let tiles = &self.session.game().declared().tiles;
        let is_known = |name: &&String| tiles.iter().any(|tile| tile.name == **name);
        let names = skin.into_iter().flat_map(|skin| skin.looks.keys());
        let unknown: Vec<String> = names.filter(|name| !is_known(name)).cloned().collect();
        if !unknown.is_empty() {
            let title = self.session.game().declared().title.clone();
            self.tell(&format!(
                "{title} has no tile {}, which this look is for",
                unknown.join(", ")
            ));
        }
    }

    /// The name of the skin that is worn.
    #[must_use]
    pub fn skin(&self) -> Option<&str> {
        self.painter.skin.as_ref().map(|skin| skin.name.as_str())
    }

    /// Wears another skin, keeps that, and says so. Returns whether it could.
    pub(in crate::app) fn choose_skin(&mut self, skin: Option<&str>) -> bool {
        if !self.wear(skin) {
            return false;
        }
        let title = self.painter.skin.as_ref().map_or(OWN, |skin| skin.title.as_str());
        self.tell(&format!("Look: {title}"));
        self.unkept.skin = true;
        self.keep_settings();
        true
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
        let others = skins.iter().skip(at.map_or(0, |at| at + 1)).map(|name| Some(name.as_str()));
        let mut refused = None;
        for next in others.chain([None]) {
            if self.choose_skin(next) {
                break;
            }
            refused = refused.or(self.troubles.skin.take());
        }
        // One that cannot be worn is told, and passed over.
        self.troubles.skin = refused.map(|trouble| {
            let heading = "This skin cannot be worn, and was passed over.".to_owned();
            Trouble { heading, ..trouble }
        });
    }

    /// Wears the skin that was kept.
    pub(in crate::app) fn wear_kept(&mut self) {
        match self.store.skin(self.scripts.key()) {
            Ok(Some(skin)) => drop(self.wear(Some(&skin))),
            Ok(None) => {}
            Err(error) => self.tell(&error.to_string()),
        }
    }

    /// Takes a skin over that was saved while it is worn. Returns whether one was.
    pub(in crate::app) fn reload_skin(&mut self, anyway: bool) -> bool {
        let is_stale = |seen: &[Seen]| anyway || seen.iter().any(Seen::is_stale);
        // What was refused is tried again only once it has changed.
        let refused = self.refused_skin.as_ref();
        let worn = self.painter.skin.as_ref();
        let name = match (refused, worn) {
            (Some((name, seen)), _) if is_stale(seen) => name.clone(),
            (refused, Some(skin)) if is_stale(&skin.seen) => {
                // The same file, still as it was when it was refused.
                if refused.is_some_and(|(name, _)| *name == skin.name) {
                    return false;
                }
                skin.name.clone()
            }
            _ => return false,
        };
        self.wear(Some(&name));
        true
    }
}
