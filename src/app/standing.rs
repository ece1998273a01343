//! Where the player is, kept so that the next start goes on there: the level with its whole
//! history, played again. Knows no file format.

use std::path::Path;
use std::time::Duration;

use crate::app::choice::take;
use crate::app::input::Command;
use crate::app::player::Player;
use crate::app::progress::Stand;
use crate::level::Shelf;
use crate::session::read_steps;

/// After so long it is written again while somebody plays.
const OFTEN: Duration = Duration::from_secs(3);

/// The longest recording that is kept, in bytes: it has to be played again at the start.
const LONGEST: usize = 4 << 20;

impl Stand {
    /// The number of the level in a shelf, wherever it stands by now; nothing if it is gone.
    #[must_use]
    pub fn number_in(&self, shelf: &Shelf) -> Option<usize> {
        let Some(key) = &self.key else {
            return shelf.levels().first().filter(|level| level.is_made()).map(|_| 1);
        };
        let is_it = |number: usize| shelf.level(number).is_some_and(|level| level.key() == *key);
        let mut numbers = std::iter::once(self.number).chain(1..=shelf.levels().len());
        numbers.find(|number| is_it(*number))
    }
}

impl Player {
    /// Where the player is now.
    #[must_use]
    pub fn stand(&self) -> Stand {
        let session = &self.session;
        let level = session.level();
        let begun = session.beginning();
        let walks = session.walks().filter(|walk| walk.start >= begun.turn);
        let source = self.shelf.source();
        Stand {
            source: (!self.shelf.is_own()).then(|| {
                let whole = std::path::absolute(source).unwrap_or_else(|_| source.to_owned());
                whole.to_string_lossy().into_owned()
            }),
            number: level.number,
            key: (!level.level.is_made()).then(|| level.level.key()),
            seed: begun.seed,
            settings: begun.settings,
            history: session.recording(begun.turn),
            done: session.journal().done() - begun.turn,
            walks: walks.map(|walk| (walk.start - begun.turn, walk.end - begun.turn)).collect(),
        }
    }

    /// Keeps where the player is, if that has changed and can be kept.
    pub fn keep_stand(&mut self) {
        if !std::mem::take(&mut self.moved_on) || self.shelf.source().as_os_str().is_empty() {
            return;
        }
        self.stand_kept = self.now;
        let stand = self.stand();
        if stand.history.len() > LONGEST {
            return;
        }
        if let Err(error) = self.store.keep_stand(self.scripts.name(), &stand) {
            self.message = error.to_string();
        }
    }

    /// The same now and then while somebody plays.
    pub(in crate::app) fn keep_stand_often(&mut self) {
        if self.now >= self.stand_kept + OFTEN {
            self.keep_stand();
        }
    }

    /// The game that is played, to be the one that the next start begins with.
    pub fn note_game(&mut self) {
        if let Err(error) = self.store.keep_last_game(self.scripts.name()) {
            self.tell(&error.to_string());
        }
    }

    /// Plays a history again on a level that stands at its start. What cannot be played is
    /// told, and the level begins.
    pub fn resume(&mut self, stand: &Stand) {
        let steps = match read_steps(&stand.history) {
            Ok(steps) => steps,
            Err(error) => return self.tell(&format!("where you were cannot be read: {error}")),
        };
        let folder = self.scripts.own_folder();
        for (step, at) in steps.iter().zip(1..) {
            match take(&mut self.session, &folder, step) {
                Ok(true) => continue,
                Ok(false) => {
                    self.tell(&format!("step {at} of what you played does nothing by now"))
                }
                Err(error) => {
                    self.tell(&format!("step {at} of what you played fails by now: {error}"));
                }
            }
            break;
        }
        for (from, to) in &stand.walks {
            self.session.restore_walk(*from..*to);
        }
        while self.session.journal().done() > stand.done {
            if !matches!(self.session.undo(), Ok(true)) {
                break;
            }
        }
        self.after_step();
        self.change_looks();
        // A board that was made and is won is done with.
        if self.session.is_won() && self.session.level().level.is_made() {
            self.command(&Command::New);
        }
    }

    /// The collection is another one from now on: its file is named among the last ones.
    pub(in crate::app) fn note_source(&mut self) {
        let source = self.shelf.source();
        if self.shelf.is_own() || source.as_os_str().is_empty() {
            return;
        }
        let whole = std::path::absolute(source).unwrap_or_else(|_| Path::new(source).to_owned());
        if let Err(error) = self.store.note_recent(self.scripts.name(), &whole) {
            self.tell(&error.to_string());
        }
    }
}
