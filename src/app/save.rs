//! What a player wants to keep or to give away: the board as a level file or a picture, and
//! what was played as a recording.

use std::convert::identity;

use crate::app::player::Player;
use crate::app::store::{Saved, Store};
use crate::level::Shelf;
use crate::rules::{lay_out, level_text};
use crate::session::Refusal;

impl Player {
    /// Saves the board as a level file beside the settings, and says where.
    pub(in crate::app) fn save_level(&mut self) {
        let (session, title) = (&self.session, self.own_title());
        let text = level_text(session.game(), session.board(), &[("Title", &title)]);
        let text = text.map(String::into_bytes).map_err(|error| error.to_string());
        self.message = self.saved(Saved::Level, text);
    }

    /// Saves what was played as a recording, and says where.
    pub(in crate::app) fn save_recording(&mut self) {
        let title = self.own_title();
        let text = self.session.as_rule_test(self.scripts.name(), &title);
        let text = text.map(String::into_bytes).map_err(|error| error.to_string());
        self.message = self.saved(Saved::Recording, text);
    }

    /// Saves the board as a picture, and says where.
    pub(in crate::app) fn save_picture(&mut self) {
        let picture = self.picture().map_err(|error| error.to_string());
        self.message = self.saved(Saved::Picture, picture);
    }

    /// Saves something, unless there is a reason not to. Returns what is said of that.
    fn saved(&self, what: Saved, bytes: Result<Vec<u8>, String>) -> String {
        let named = (self.scripts.key(), self.own_title());
        bytes.map_or_else(identity, |bytes| saved(&self.store, what, (named.0, &named.1), &bytes))
    }

    /// The level, or the seed, as a title of its own.
    pub(in crate::app) fn own_title(&self) -> String {
        let session = &self.session;
        let title = &session.game().declared().title;
        match (&session.level().level.title, session.level().level.is_made()) {
            (_, true) => format!("{title}, seed {}", session.board().seed()),
            (Some(own), false) => own.clone(),
            (None, false) => format!("{title}, level {}", session.level().number),
        }
    }
}

impl Player {
    /// The level as text, as it began, with what was played on it so far; of a board that the
    /// game made, the board as it stands. If it cannot be written, that is told.
    pub fn copy(&mut self) -> Option<String> {
        self.begin_command();
        let text = self.copied();
        match text {
            Ok(text) => {
                self.message = "The level is copied, with what you have played.".to_owned();
                Some(text)
            }
            Err(why) => {
                self.message = why;
                None
            }
        }
    }

    fn copied(&self) -> Result<String, String> {
        let (session, game) = (&self.session, self.session.game());
        let level = &session.level().level;
        if level.is_made() {
            let title = format!("{}, seed {}", game.declared().title, session.board().seed());
            let text = level_text(game, session.board(), &[("Title", &title)]);
            return text.map_err(|error| error.to_string());
        }
        let board = lay_out(game, session.board(), level, session.board().seed());
        let board = board.map_err(|error| error.to_string())?;
        let played = session.played();
        let about = [("Title", level.title.as_deref()), ("Author", level.author.as_deref())];
        let about = about.into_iter().filter_map(|(key, value)| Some((key, value?)));
        let played = Some(("Solution", played.as_str())).filter(|(_, steps)| !steps.is_empty());
        let about: Vec<(&str, &str)> = about.chain(played).collect();
        level_text(game, &board, &about).map_err(|error| error.to_string())
    }

    /// Plays a level from a text. What is no level is told, and nothing happens.
    pub fn paste(&mut self, text: &str) {
        self.begin_command();
        let alphabet = self.session.game().declared().alphabet();
        let shelf = Shelf::from_text(text, &alphabet).map_err(Refusal::Level);
        if self.take_shelf(shelf) {
            let count = self.shelf.levels().len();
            let levels = if count == 1 { "The level" } else { "The first of the levels" };
            self.tell(&format!("{levels} from the clipboard"));
        }
    }
}

/// Saves something of a game and a title. Returns what is said of that.
pub(in crate::app) fn saved(
    store: &Store,
    what: Saved,
    named: (&str, &str),
    bytes: &[u8],
) -> String {
    let path = match store.save_new(what, named, bytes) {
        Ok(path) => path,
        Err(error) => return error.to_string(),
    };
    // The name first: what is too long for the bar is cut at its end.
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let folder = path.parent().unwrap_or(&path).display();
    match what {
        Saved::Recording => {
            format!("Saved as {name} (`tilewright replay` plays it) in {folder}")
        }
        _ => format!("Saved as {name} in {folder}"),
    }
}
