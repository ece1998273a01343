//! The board as a level file, for a player who wants to keep a map or give it away.

use std::path::Path;

use crate::app::player::Player;
use crate::rules::level_text;

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
        let text = level_text(session.game(), session.board(), Some(&title));
        let saved = text.map_err(|error| error.to_string()).and_then(|text| {
            let saved = self.store.save_level(self.scripts.name(), &title, &text);
            saved.map_err(|error| error.to_string())
        });
        self.message = match saved {
            Ok(path) => told(&path),
            Err(why) => why,
        };
    }
}

fn told(path: &Path) -> String {
    // The name first: what is too long for the bar is cut at its end.
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let folder = path.parent().unwrap_or(path).display();
    format!("Saved as {name} in {folder}")
}
