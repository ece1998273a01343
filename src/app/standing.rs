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

/// The level's number; how many turns are done, how many there are, and with how many of them
/// the board began; how many walks there were.
type Mark = (usize, [usize; 3], usize);

/// Where the player was when that was last kept.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::app) struct Kept {
    /// Nothing where that is to be kept in any case.
    mark: Option<Mark>,
    /// When it was.
    pub at: Duration,
    /// Whether the player was told that it is too long to be kept.
    too_long: bool,
    /// Whether the level that is played came from no file.
    pasted: bool,
}

impl Kept {
    /// A level of that shelf has begun: that is to be kept, whatever the history.
    pub fn level_changed(&mut self, shelf: &Shelf) {
        (self.mark, self.too_long) = (None, false);
        self.pasted = shelf.is_from_text();
    }
}

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
        if !self.is_to_be_kept() {
            return;
        }
        self.kept.at = self.now;
        let stand = self.stand();
        if stand.history.len() > LONGEST {
            if !std::mem::replace(&mut self.kept.too_long, true) {
                self.tell("This history is too long to be kept for the next start.");
            }
            return;
        }
        let kept = self.store.keep_stand(self.scripts.key(), &stand);
        if self.note_kept(kept) {
            self.note_kept_here();
        }
    }

    /// Whether anything has changed since that was last kept. What is pasted has no place to
    /// go on at.
    fn is_to_be_kept(&self) -> bool {
        !self.shelf.is_from_text() && self.kept.mark != Some(self.mark())
    }

    /// What changes whenever the history does.
    fn mark(&self) -> Mark {
        let journal = self.session.journal();
        let turns = [journal.done(), journal.len(), self.session.began()];
        (self.session.level().number, turns, self.session.walks().count())
    }

    /// Where the player is now needs not be kept.
    pub(in crate::app) fn note_kept_here(&mut self) {
        self.kept.mark = Some(self.mark());
    }

    /// What is left when another level begins: a level of a file, unless it is solved.
    pub(in crate::app) fn left_now(&self) -> Option<(String, Stand)> {
        // What is pasted has no place of its own, and may be a copy of a level that has one.
        if self.kept.pasted {
            return None;
        }
        let level = &self.session.level().level;
        let mut stand = self.stand();
        if self.session.is_won() || stand.history.len() > LONGEST {
            stand.history = String::new();
        }
        (!level.is_made()).then(|| (level.key(), stand))
    }

    /// Keeps what was played on a level that was left.
    pub(in crate::app) fn keep_left(&mut self, left: Option<(String, Stand)>) {
        let Some((key, stand)) = left else { return };
        let kept = self.store.keep_left(self.scripts.key(), &key, &stand);
        if self.note_kept(kept) {
            self.unkept.left.remove(&key);
        } else {
            self.unkept.left.insert(key, stand);
        }
    }

    /// Goes on with a level that was left before it was solved.
    pub(in crate::app) fn take_up(&mut self, key: &str) {
        // What is pasted is to begin as it is.
        if self.shelf.is_from_text() {
            return;
        }
        let unkept = self.unkept.left.get(key).cloned();
        let kept = || self.store.left(self.scripts.key(), key);
        // One that is empty only says that the file is to go.
        let unkept = unkept.map(|stand| Some(stand).filter(|stand| !stand.history.is_empty()));
        match unkept.map_or_else(kept, Ok) {
            Ok(Some(stand)) => {
                // What cannot be played again by now is not worth a word.
                if self.play_again(&stand.history).is_ok() {
                    self.restore_cursor(&stand);
                    self.tell("Where you left this level");
                }
            }
            Ok(None) => {}
            Err(error) => self.tell(&error.to_string()),
        }
    }

    /// When the stand is to be kept, if it is, on the clock that [`Player::tell_time`] tells.
    #[must_use]
    pub fn keeping_due(&self) -> Option<Duration> {
        let waits = self.is_to_be_kept() || self.unkept.failed;
        (self.store.keeps() && waits).then(|| self.kept.at + OFTEN)
    }

    /// The same now and then while somebody plays.
    pub(in crate::app) fn keep_stand_often(&mut self) {
        self.keep_stand_if_due(self.now);
    }

    /// The same at a time since the start. Returns whether there is something new to tell.
    pub fn keep_stand_if_due(&mut self, now: Duration) -> bool {
        if self.keeping_due().is_none_or(|due| now < due) {
            return false;
        }
        let before = self.message.clone();
        self.now = self.now.max(now);
        self.kept.at = self.now;
        self.keep_all();
        self.message != before
    }

    /// Keeps which game is played, to be the one that the next start begins with, and from
    /// which file.
    pub fn note_start(&mut self) {
        self.note_source();
        // The next start would not find a pack that lies about anywhere.
        if !self.is_at_home() {
            return;
        }
        if let Err(error) = self.store.keep_last_game(self.scripts.key()) {
            self.tell(&error.to_string());
        }
    }

    /// Plays a history again on a level that stands at its start. What cannot be played is
    /// told, and the level begins.
    pub fn resume(&mut self, stand: &Stand) {
        if let Err(why) = self.play_again(&stand.history) {
            // It is not to be written over by what could be played of it.
            let aside = self.store.put_stand_aside(self.scripts.key());
            let aside = aside.map(|aside| format!("; it is kept aside as {}", aside.display()));
            self.tell(&format!("{why}{}", aside.unwrap_or_default()));
        }
        self.restore_cursor(stand);
        self.after_step();
        self.change_looks();
        self.note_kept_here();
        // A board that was made and is won is done with.
        if self.session.is_won() && self.session.level().level.is_made() {
            self.command(&Command::New);
        }
    }

    /// Brings back which turns were walks, and takes back what was undone.
    fn restore_cursor(&mut self, stand: &Stand) {
        for (from, to) in &stand.walks {
            self.session.restore_walk(*from..*to);
        }
        while self.session.journal().done() > stand.done {
            if !matches!(self.session.undo(), Ok(true)) {
                break;
            }
        }
    }

    /// Plays a recording; what is wrong with it, in words, if it cannot be played.
    fn play_again(&mut self, history: &str) -> Result<(), String> {
        let steps = read_steps(history);
        let steps = steps.map_err(|error| format!("where you were cannot be read: {error}"))?;
        let folder = self.scripts.own_folder();
        for (step, at) in steps.iter().zip(1..) {
            match take(&mut self.session, &folder, step) {
                Ok(true) => {}
                Ok(false) => {
                    return Err(format!("step {at} of what you played does nothing by now"));
                }
                Err(error) => {
                    return Err(format!("step {at} of what you played fails by now: {error}"));
                }
            }
        }
        Ok(())
    }

    /// The collection is another one from now on: its file is named among the last ones.
    pub(in crate::app) fn note_source(&mut self) {
        let source = self.shelf.source();
        if self.shelf.is_own() || self.shelf.is_from_text() {
            return;
        }
        let whole = std::path::absolute(source).unwrap_or_else(|_| Path::new(source).to_owned());
        if let Err(error) = self.store.note_recent(self.scripts.key(), &whole) {
            self.tell(&error.to_string());
        }
    }
}
