//! The thread that the game is played on, so that the window lives while a script works
//! (or the terminal, which is as good as a window here): what is to be done with the player
//! is handed over, one thing after the other. Knows no event.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::time::{Duration, Instant};

use crate::app::player::Player;
use crate::rules::stop_scripts;

/// How long the window waits for something to be done: nobody sees so short a time.
const PATIENCE: Duration = Duration::from_millis(50);

/// How long it waits for a game to be opened before it shows itself without one.
const OPENING: Duration = Duration::from_millis(400);

/// How long it waits at the end for what is still being done.
const ENDING: Duration = Duration::from_secs(1);

type Job = Box<dyn FnOnce(&mut Player) + Send>;

/// What the thread tells of itself.
#[derive(Default)]
struct State {
    /// Whether the window has waited in vain and is to be woken.
    awaited: AtomicBool,
    /// How many jobs are done, the first being to open the game.
    done: AtomicU64,
    gone: AtomicBool,
}

/// Wakes the window when the thread ends, also when a panic unwinds it.
struct Ending<W: Fn()> {
    state: Arc<State>,
    wake: W,
}

impl<W: Fn()> Ending<W> {
    /// Takes note of a job that is done.
    fn done(&self) {
        self.state.done.fetch_add(1, Ordering::SeqCst);
        if self.state.awaited.swap(false, Ordering::SeqCst) {
            (self.wake)();
        }
    }
}

impl<W: Fn()> Drop for Ending<W> {
    fn drop(&mut self) {
        self.state.gone.store(true, Ordering::SeqCst);
        (self.wake)();
    }
}

/// The thread, as the window sees it. `E` is why a game could not be opened.
pub(in crate::app) struct Worker<E> {
    jobs: Sender<Job>,
    state: Arc<State>,
    opened: Receiver<Result<(), E>>,
    /// How many jobs it was given, the first being to open the game.
    given: u64,
    /// Since when something is being done that the window no longer waits for.
    busy: Option<Instant>,
    is_open: bool,
}

/// The thread is gone: something in it has panicked, and has said so.
#[derive(Debug)]
pub(in crate::app) struct Gone;

impl<E: Send + 'static> Worker<E> {
    /// Begins to open a game. `wake` is called (from the thread) once something is done
    /// that the window has waited for in vain, and when the thread ends.
    pub fn new(
        open: impl FnOnce() -> Result<Player, E> + Send + 'static,
        wake: impl Fn() + Send + 'static,
    ) -> std::io::Result<Worker<E>> {
        let (jobs, to_do) = channel::<Job>();
        let (tell, opened) = channel();
        let state = Arc::new(State::default());
        let ending = Ending { state: Arc::clone(&state), wake };
        let work = move || {
            let (player, told) = match open() {
                Ok(player) => (Some(player), Ok(())),
                Err(error) => (None, Err(error)),
            };
            // Whoever no longer listens has gone.
            let _ = tell.send(told);
            ending.done();
            let Some(mut player) = player else { return };
            while let Ok(job) = to_do.recv() {
                job(&mut player);
                ending.done();
            }
        };
        std::thread::Builder::new().name("game".into()).spawn(work)?;
        let busy = Some(Instant::now());
        Ok(Worker { jobs, state, opened, given: 1, busy, is_open: false })
    }

    /// Waits a moment for the game to be opened. Nothing if it still is being opened.
    ///
    /// # Errors
    /// The thread is gone.
    pub fn wait_for_opening(&mut self) -> Result<Option<Result<(), E>>, Gone> {
        match self.opened.recv_timeout(OPENING) {
            Ok(told) => Ok(Some(self.note_opened(told))),
            Err(RecvTimeoutError::Disconnected) => Err(Gone),
            Err(RecvTimeoutError::Timeout) => {
                self.state.awaited.store(true, Ordering::SeqCst);
                self.woken()
            }
        }
    }

    /// Takes note of what the thread has done since the window waited in vain. Returns
    /// what became of a game that was being opened.
    ///
    /// # Errors
    /// The thread is gone.
    pub fn woken(&mut self) -> Result<Option<Result<(), E>>, Gone> {
        if !self.is_open {
            return match self.opened.try_recv() {
                Ok(told) => Ok(Some(self.note_opened(told))),
                Err(TryRecvError::Empty) => Ok(None),
                Err(TryRecvError::Disconnected) => Err(Gone),
            };
        }
        if self.state.gone.load(Ordering::SeqCst) {
            return Err(Gone);
        }
        // The window may be woken late, for what it has not waited for after all.
        if self.state.done.load(Ordering::SeqCst) < self.given {
            self.state.awaited.store(true, Ordering::SeqCst);
        }
        // It may have been done just before it could know that it was waited for.
        if self.state.done.load(Ordering::SeqCst) >= self.given {
            self.busy = None;
        }
        Ok(None)
    }

    fn note_opened(&mut self, told: Result<(), E>) -> Result<(), E> {
        (self.is_open, self.busy) = (true, None);
        told
    }

    /// Since when something is being done that the window no longer waits for.
    pub fn busy(&self) -> Option<Instant> {
        self.busy
    }

    /// Has something done that runs no script, and waits for it. Nothing if something else
    /// is still being done.
    ///
    /// # Errors
    /// The thread is gone.
    pub fn ask<T: Send + 'static>(
        &mut self,
        job: impl FnOnce(&mut Player) -> T + Send + 'static,
    ) -> Result<Option<T>, Gone> {
        match self.busy {
            Some(_) => Ok(None),
            None => self.hand_over(job)?.recv().map(Some).map_err(|_| Gone),
        }
    }

    /// Has something done that may run a script, and waits for it, but not long. Nothing
    /// if something else is still being done, or if this takes longer; then the window is
    /// woken when it is done, and what came of it is lost.
    ///
    /// # Errors
    /// The thread is gone.
    pub fn run<T: Send + 'static>(
        &mut self,
        job: impl FnOnce(&mut Player) -> T + Send + 'static,
    ) -> Result<Option<T>, Gone> {
        if self.busy.is_some() {
            return Ok(None);
        }
        let told = self.hand_over(job)?;
        match told.recv_timeout(PATIENCE) {
            Ok(result) => return Ok(Some(result)),
            Err(RecvTimeoutError::Disconnected) => return Err(Gone),
            Err(RecvTimeoutError::Timeout) => self.state.awaited.store(true, Ordering::SeqCst),
        }
        // It may have been done just before it could know that it was waited for.
        let result = told.try_recv().ok();
        match &result {
            Some(_) => self.state.awaited.store(false, Ordering::SeqCst),
            None => self.busy = Some(Instant::now()),
        }
        Ok(result)
    }

    fn hand_over<T: Send + 'static>(
        &mut self,
        job: impl FnOnce(&mut Player) -> T + Send + 'static,
    ) -> Result<Receiver<T>, Gone> {
        let (tell, told) = channel();
        let job = move |player: &mut Player| drop(tell.send(job(player)));
        self.jobs.send(Box::new(job)).map_err(|_| Gone)?;
        self.given += 1;
        Ok(told)
    }

    /// Stops the script that is running, as if its time were over.
    pub fn stop(&self) {
        stop_scripts();
    }

    /// Does a last thing, after what is being done was stopped.
    pub fn end(&mut self, job: impl FnOnce(&mut Player) + Send + 'static) {
        self.stop();
        if self.is_open
            && let Ok(told) = self.hand_over(job)
        {
            let _ = told.recv_timeout(ENDING);
        }
    }
}
