//! The loop: from what happens (keys, the mouse, saved files, time that has passed) to what
//! the player is to do, and to the next picture.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{Event, read};

use crate::app::error::{RunError, TerminalError};
use crate::app::input::Press;
use crate::app::player::Player;
use crate::app::terminal::picture::Picture;
use crate::app::terminal::screen::Screen;
use crate::app::watch::Watch;
use crate::app::worker::{Gone, Worker};
use crate::rules::take_printed;

/// The time between two pictures while a script works.
const WORKING: Duration = Duration::from_millis(100);

/// Something that happens.
#[derive(Debug)]
pub(super) enum Wake {
    /// A key, the mouse, another size.
    Event(Event),
    /// The terminal tells nothing more: it has been closed.
    Closed,
    /// Files may have changed.
    Files,
    /// Something is done that nobody waited for any longer.
    Done,
    /// Rule tests have been run.
    Tested,
}

/// What happens in the terminal, and the thread on which the game is played.
pub(super) struct App<E> {
    pub worker: Worker<E>,
    pub screen: Screen,
    wake: Sender<Wake>,
    wakes: Receiver<Wake>,
    watch: Option<Watch>,
    pub started: Instant,
    /// When the board last moved.
    stepped: Option<Instant>,
    /// When the picture is no longer true, if it ever is.
    due: Option<Instant>,
    /// What was pressed while a script was at work.
    pub waiting: VecDeque<Press>,
    /// Whether what is being done is to be stopped, with all scripts that it runs.
    pub stopping: bool,
    /// Until then Escape does not leave: it was meant for a script.
    pub calm_until: Option<Instant>,
    /// Whether files have changed while something else was done.
    files_changed: bool,
    /// Whether there may be something else to see than in the last picture.
    stale: bool,
    /// Whether the game is left.
    pub over: bool,
    failed: Option<RunError<E>>,
}

impl<E: Send + 'static> App<E> {
    /// Before anything is shown.
    pub fn new(
        worker: Worker<E>,
        (wake, wakes): (Sender<Wake>, Receiver<Wake>),
        screen: Screen,
    ) -> App<E> {
        App {
            worker,
            screen,
            wake,
            wakes,
            watch: None,
            started: Instant::now(),
            stepped: None,
            due: None,
            waiting: VecDeque::new(),
            stopping: false,
            calm_until: None,
            files_changed: false,
            stale: true,
            over: false,
            failed: None,
        }
    }

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

    /// Plays until the game is left.
    ///
    /// # Errors
    /// The game could not be opened after all, or the terminal fails.
    pub fn play(mut self, terminal: &mut DefaultTerminal) -> Result<(), RunError<E>> {
        self.listen();
        while !self.over && self.failed.is_none() {
            if std::mem::take(&mut self.stale) {
                let shown = self.show(terminal);
                shown.map_err(|error| RunError::Terminal(TerminalError::Failed(error)))?;
            }
            self.wait();
        }
        self.failed.map_or(Ok(()), Err)
    }

    /// Has the terminal's events told, by a thread that sleeps until there is one.
    fn listen(&self) {
        let wake = self.wake.clone();
        let listen = move || {
            while let Ok(event) = read() {
                if wake.send(Wake::Event(event)).is_err() {
                    return;
                }
            }
            // The loop is gone only when the program ends.
            let _ = wake.send(Wake::Closed);
        };
        if std::thread::Builder::new().name("keys".into()).spawn(listen).is_err() {
            let _ = self.wake.send(Wake::Closed);
        }
    }

    /// Takes a picture, unless a script is at work, and draws it.
    fn show(&mut self, terminal: &mut DefaultTerminal) -> std::io::Result<()> {
        let size = terminal.size()?;
        let since_step = self.stepped.map_or(Duration::MAX, |stepped| stepped.elapsed());
        let sight = self.screen.sight(size.into(), self.started.elapsed(), since_step);
        let printed = take_printed();
        let picture = self.ask(move |player| {
            printed.last().into_iter().for_each(|line| player.tell(line));
            player.keep_stand_if_due(sight.now);
            Picture::of(player, &sight)
        });
        if let Some(picture) = picture {
            self.screen.show(picture);
        }
        let is_busy = self.worker.busy().is_some();
        let true_for = if is_busy { Some(WORKING) } else { self.screen.true_for() };
        self.due = true_for.map(|left| Instant::now() + left);
        self.screen.working = self.told_of_work();
        terminal.draw(|frame| self.screen.draw(frame))?;
        self.follow_tests();
        Ok(())
    }

    /// Sleeps until something happens, and sees to that and to whatever else has happened.
    fn wait(&mut self) {
        let first = match self.due {
            None => self.wakes.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(due) => self.wakes.recv_timeout(due.saturating_duration_since(Instant::now())),
        };
        let mut next = match first {
            Ok(wake) => Some(wake),
            // This keeps a way to wake itself, so that nobody else can be gone.
            Err(_) => return self.come_due(),
        };
        while let Some(wake) = next.take().filter(|_| !self.over) {
            self.see_to(wake);
            next = self.wakes.try_recv().ok();
        }
        self.catch_up();
    }

    /// Time has passed: the next step of a walk or a tick may be due. (What else is due is seen
    /// to with the next picture.)
    fn come_due(&mut self) {
        self.stale = true;
        if self.stopping {
            self.worker.stop();
        }
        if self.ask(|player| player.goes_on()) == Some(true)
            && self.run(Player::go_on) == Some(true)
        {
            self.stepped = Some(Instant::now());
        }
    }

    fn see_to(&mut self, wake: Wake) {
        // A hand that moves a mouse tells that very often.
        self.stale |= !matches!(&wake, Wake::Event(event) if self.is_nothing(event));
        match wake {
            Wake::Event(event) => self.event(event),
            Wake::Closed => self.quit(),
            Wake::Files => self.files_changed = true,
            Wake::Done => self.done(),
            Wake::Tested => {}
        }
        self.take_over_files();
    }

    /// Something is done that nobody waited for any longer.
    fn done(&mut self) {
        let woken = self.worker.woken();
        match self.unless_gone(woken) {
            Some(Ok(())) => self.opened(),
            Some(Err(error)) => self.failed = Some(RunError::Game(error)),
            None if self.worker.busy().is_none() => {
                self.work_ends();
                self.watch_files(true);
                let moved = self.ask(Player::take_moved);
                self.note_moved(moved.unwrap_or(false));
            }
            None => {}
        }
    }

    /// Has the player look at files that have changed.
    fn take_over_files(&mut self) {
        if self.files_changed && self.worker.busy().is_none() {
            self.files_changed = false;
            self.watch_files(false);
            self.run(Player::files_changed);
            self.watch_files(true);
        }
    }

    /// What was asked of the player has moved the board: that is shown from now on.
    pub fn note_moved(&mut self, moved: bool) {
        self.stepped = moved.then(Instant::now);
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
    fn follow_tests(&mut self) {
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
        told.unwrap_or_else(|_| {
            self.failed.get_or_insert(RunError::Terminal(TerminalError::Ended));
            None
        })
    }
}
