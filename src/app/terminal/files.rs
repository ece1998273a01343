//! Files that are saved while a game is played: they are watched, taken over, and the rule tests
//! are run. Knows no key.

use std::time::Instant;

use crate::app::player::Player;
use crate::app::terminal::events::{App, Wake};
use crate::app::watch::Watch;

impl<E: Send + 'static> App<E> {
    /// The game is there: from now on its files are watched.
    pub fn opened(&mut self) {
        let folders = self.ask(|player| player.folders()).unwrap_or_default();
        match Watch::new(&folders, self.waker(|| Wake::Files)) {
            Ok(watch) => self.watch = Some(watch),
            Err(error) => {
                let text = format!("changes of files are not told here ({error}); F5 reads them");
                self.ask(move |player| player.tell(&text));
            }
        }
    }

    /// Has the player look at files that have changed.
    pub fn take_over_files(&mut self) {
        if self.files_changed && self.worker.busy().is_none() {
            self.files_changed = false;
            self.watch_files(false);
            self.run(Player::files_changed);
            self.watch_files(true);
        }
    }

    /// Watches the folders of the files that are in use now; `others` only if they are
    /// others than before.
    pub fn watch_files(&mut self, others: bool) {
        let folders = self.ask(|player| player.folders());
        match (&mut self.watch, folders) {
            (Some(watch), Some(folders)) if others => watch.follow_others(&folders),
            (Some(watch), Some(folders)) => watch.follow(&folders),
            _ => {}
        }
    }

    /// Has the rule tests run after a save, and what has come of them shown.
    pub fn follow_tests(&mut self) {
        let wake = self.waker(|| Wake::Tested);
        if self.ask(|player| player.follow_tests(wake)) == Some(true) {
            // What is new is shown at once.
            self.due = Some(Instant::now());
        }
    }

    fn waker(&self, what: fn() -> Wake) -> impl Fn() + Send + 'static {
        let wake = self.wake.clone();
        // The loop is gone only when the program ends.
        move || drop(wake.send(what()))
    }
}
