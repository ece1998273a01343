//! A game that is played on a thread of its own, with the files that it is made of watched, as
//! a loop of events has it: in a window and in a terminal alike. Knows no event.

use std::time::Instant;

use crate::app::error::RunError;
use crate::app::player::Player;
use crate::app::watch::Watch;
use crate::app::worker::{Gone, Worker};

/// What a loop is woken for beside its own events.
#[derive(Debug)]
pub(in crate::app) enum Wake {
    /// Files may have changed.
    Files,
    /// Something is done that the loop no longer waited for.
    Done,
    /// Rule tests have been run, or an animation is made.
    Errand,
}

/// A way to wake a loop from any thread.
pub(in crate::app) trait Waker: Clone + Send + 'static {
    /// Wakes it, unless it is gone: that is only when the program ends.
    fn wake(&self, what: Wake);
}

/// What has come of something that the loop no longer waited for.
pub(in crate::app) enum Ended {
    /// The game is there.
    Opening,
    /// Something is done with it, by which the board moved or not.
    Work { moved: bool },
}

/// The game, as the loop has it.
pub(in crate::app) struct Playing<E, W> {
    pub worker: Worker<E>,
    waker: W,
    watch: Option<Watch>,
    pub started: Instant,
    /// Whether files have changed while something else was done.
    pub files_changed: bool,
    /// Whether what is being done is to be stopped, with all scripts that it runs.
    pub stopping: bool,
    pub failed: Option<RunError<E>>,
}

impl<E: Send + 'static, W: Waker> Playing<E, W> {
    /// Before the game is there.
    pub fn new(worker: Worker<E>, waker: W) -> Playing<E, W> {
        Playing {
            worker,
            waker,
            watch: None,
            started: Instant::now(),
            files_changed: false,
            stopping: false,
            failed: None,
        }
    }

    /// The game is there: from now on its files are watched.
    ///
    /// # Errors
    /// The system does not tell of changes; why not, in words.
    pub fn opened(&mut self) -> Result<(), String> {
        let folders = self.ask(|player| player.folders()).unwrap_or_default();
        let waker = self.waker.clone();
        let watch = Watch::new(&folders, move || waker.wake(Wake::Files));
        self.watch = Some(watch.map_err(|error| error.to_string())?);
        Ok(())
    }

    /// Asks the player something that runs no script, if nothing else is being done.
    pub fn ask<T: Send + 'static>(
        &mut self,
        job: impl FnOnce(&mut Player) -> T + Send + 'static,
    ) -> Option<T> {
        let told = self.worker.ask(job);
        self.unless_gone(told)
    }

    /// Has the player do something that may run a script, if nothing else is being done,
    /// and waits a moment for what comes of it.
    pub fn run<T: Send + 'static>(
        &mut self,
        job: impl FnOnce(&mut Player) -> T + Send + 'static,
    ) -> Option<T> {
        let now = self.started.elapsed();
        let told = self.worker.run(move |player| {
            player.tell_time(now);
            job(player)
        });
        self.unless_gone(told)
    }

    fn unless_gone<T>(&mut self, told: Result<Option<T>, Gone>) -> Option<T> {
        told.unwrap_or_else(|Gone| {
            self.failed.get_or_insert(RunError::Gone);
            None
        })
    }

    /// Something is done that the loop no longer waited for. Nothing if something still is
    /// being done, or if the game could not be opened.
    pub fn done(&mut self) -> Option<Ended> {
        let woken = self.worker.woken();
        match self.unless_gone(woken) {
            Some(Ok(())) => Some(Ended::Opening),
            Some(Err(error)) => {
                self.failed = Some(RunError::Game(error));
                None
            }
            None if self.worker.busy().is_none() => {
                self.watch_files(true);
                let moved = self.ask(Player::take_moved).unwrap_or(false);
                Some(Ended::Work { moved })
            }
            None => None,
        }
    }

    /// Has the player look at files that have changed. Returns whether there may be anything
    /// else to see.
    pub fn take_over_files(&mut self) -> bool {
        if !self.files_changed || self.worker.busy().is_some() {
            return false;
        }
        self.files_changed = false;
        self.watch_files(false);
        let changed = self.run(Player::files_changed);
        self.watch_files(true);
        changed.unwrap_or(true)
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

    /// Has the rule tests run after a save, and an animation made that was asked for. Returns
    /// whether there is something new to show.
    pub fn follow_errands(&mut self) -> bool {
        let waker = self.waker.clone();
        let wake = move || waker.wake(Wake::Errand);
        let follow =
            |player: &mut Player| player.follow_tests(wake.clone()) | player.follow_animation(wake);
        self.ask(follow) == Some(true)
    }

    /// Stops the script that is at work.
    pub fn stop(&mut self) {
        self.stopping = true;
        self.worker.stop();
    }

    /// Keeps where the player is, before the loop ends.
    pub fn end(&mut self) {
        self.worker.end(|player| {
            player.keep_settings();
            player.keep_all();
        });
    }
}
