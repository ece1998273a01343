//! What a saved file does to the game being played: scripts, levels and pictures that
//! have changed are taken over, each only if it is good.

use std::time::Instant;

use crate::app::player::Player;
use crate::app::trouble::{refusal_trouble, script_trouble};
use crate::files;
use crate::level::Seen;
use crate::rules::LoadError;
use crate::session::{PlayedLevel, Refusal};

impl Player {
    /// Looks whether any file that is being used has changed, and takes it over.
    /// Returns whether anything is to be painted anew.
    pub fn files_changed(&mut self) -> bool {
        self.reload(false)
    }

    /// The folders in which files are being used, and those of pictures elsewhere.
    #[must_use]
    pub fn folders(&self) -> Vec<std::path::PathBuf> {
        let here = std::path::Path::new(".");
        let folder_of = |file: &std::path::Path| {
            let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
            folder.unwrap_or(here).to_owned()
        };
        let source = self.shelf.source();
        let levels = if files::is_dir(source) { source.to_owned() } else { folder_of(source) };
        let mut folders = vec![self.scripts.folder().to_owned(), levels];
        for seen in self.painter.seen().iter().chain(self.shelf.seen()) {
            let folder = folder_of(seen.path());
            if !folder.starts_with(self.scripts.folder()) && !folders.contains(&folder) {
                folders.push(folder);
            }
        }
        folders
    }

    /// Takes over what has changed, or everything `anyway`.
    pub(in crate::app) fn reload(&mut self, anyway: bool) -> bool {
        self.stop_walking();
        let is_stale = |seen: &[Seen]| anyway || seen.iter().any(Seen::is_stale);
        let script = match self.refused_script.is_empty() {
            // Asked anew each time: a script may require another file while it plays.
            true => is_stale(&self.session.game().seen()),
            false => is_stale(&self.refused_script),
        };
        let legend = self.session.game().declared().legend.clone();
        if script {
            self.reload_script();
        }
        let other_legend = legend != self.session.game().declared().legend;
        let levels = other_legend || is_stale(self.shelf.seen());
        if levels {
            self.reload_levels();
        }
        let skin = self.reload_skin(anyway);
        self.testing.saved(script, self.troubles.script.is_some(), &self.scripts);
        // The looks of a script that was taken over have come with it.
        let pictures = is_stale(self.painter.seen());
        if pictures {
            self.change_looks();
        }
        script || levels || skin || pictures
    }

    fn reload_script(&mut self) {
        let began = self.session.began();
        let started = Instant::now();
        let swapped = match self.scripts.load() {
            Ok(game) => {
                let seen = game.seen();
                let swapped = self.session.swap_rules(game);
                self.refused_script = if swapped.is_err() { seen } else { Vec::new() };
                swapped
            }
            Err(LoadError { error, seen }) => {
                self.refused_script = seen;
                Err(error)
            }
        };
        self.workbench.time_reload(started);
        let heading = "The last good script goes on.";
        self.troubles.script = swapped.err().map(|error| script_trouble(heading, &error));
        // What an older script did wrong must not hide what is wrong with this one.
        self.troubles.command = None;
        self.refused_levels.clear();
        if self.session.game().tick().is_none() {
            self.stop_time();
        }
        if self.session.began() != began {
            self.note_begun();
        }
        self.after_step();
    }

    fn reload_levels(&mut self) {
        let alphabet = self.session.game().declared().alphabet();
        let reopened = self.shelf.reopen(&alphabet).map_err(Refusal::Level);
        let result = reopened.and_then(|()| self.replace_level());
        if matches!(result, Ok(true)) {
            self.note_begun();
        }
        self.follow_in_browser();
        self.troubles.levels = result.err().map(|refusal| refusal_trouble(&refusal));
        if self.troubles.levels.is_none() {
            self.troubles.command = None;
        }
        self.after_step();
    }

    /// The level being played is now what stands at its number.
    fn replace_level(&mut self) -> Result<bool, Refusal> {
        let number = self.session.level().number;
        match self.shelf.level(number) {
            Some(level) => self.session.replace_level(PlayedLevel { level, number }),
            None => Ok(false),
        }
    }
}
