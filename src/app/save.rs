//! The board as a level file, for a player who wants to keep a map or give it away.

use std::path::Path;

use crate::app::player::Player;
use crate::level::Shelf;
use crate::rules::{lay_out, level_text};
use crate::session::Refusal;

impl Player {
    /// Saves the board as a level file beside the settings, and says where.
    pub(in crate::app) fn save_level(&mut self) {
        let session = &self.session;
        let title = &session.game().declared().title;
        let title = match (&session.level().level.title, session.level().level.is_made()) {
            (_, true) => format!("{title}, seed {}", session.board().seed()),
            (Some(own), false) => own.clone(),
            (None, false) => format!("{title}, level {}", session.level().number),
        };
        let text = level_text(session.game(), session.board(), &[("Title", &title)]);
        let saved = text.map_err(|error| error.to_string()).and_then(|text| {
            let saved = self.store.save_level(self.scripts.key(), &title, &text);
            saved.map_err(|error| error.to_string())
        });
        self.message = match saved {
            Ok(path) => told(&path),
            Err(why) => why,
        };
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

fn told(path: &Path) -> String {
    // The name first: what is too long for the bar is cut at its end.
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let folder = path.parent().unwrap_or(path).display();
    format!("Saved as {name} in {folder}")
}
