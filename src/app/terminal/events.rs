//! The loop: from what happens (keys, the mouse, saved files, time that has passed) to what
//! the player is to do, and to the next picture.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{Event, poll, read};

use crate::app::error::{RunError, TerminalError};
use crate::app::input::Press;
use crate::app::player::Player;
use crate::app::playing::{self, Ended, Playing, Waker};
use crate::app::terminal::picture::Picture;
use crate::app::terminal::screen::Screen;
use crate::app::worker::Worker;
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
    /// What is of the game and not of the terminal.
    Played(playing::Wake),
}

impl Waker for Sender<Wake> {
    fn wake(&self, what: playing::Wake) {
        // The loop is gone only when the program ends.
        let _ = self.send(Wake::Played(what));
    }
}

/// What happens in the terminal, and the thread on which the game is played.
pub(super) struct App<E> {
    pub game: Playing<E, Sender<Wake>>,
    pub screen: Screen,
    wake: Sender<Wake>,
    wakes: Receiver<Wake>,
    /// When the board last moved.
    stepped: Option<Instant>,
    /// When the picture is no longer true, if it ever is.
    pub due: Option<Instant>,
    /// What was pressed while a script was at work.
    pub waiting: VecDeque<Press>,
    /// Until then Escape does not leave: it was meant for a script.
    pub calm_until: Option<Instant>,
    /// Whether there may be something else to see than in the last picture.
    stale: bool,
    /// Whether the game is left.
    pub over: bool,
}

impl<E: Send + 'static> App<E> {
    /// Before anything is shown.
    pub fn new(
        worker: Worker<E>,
        (wake, wakes): (Sender<Wake>, Receiver<Wake>),
        screen: Screen,
    ) -> App<E> {
        App {
            game: Playing::new(worker, wake.clone()),
            screen,
            wake,
            wakes,
            stepped: None,
            due: None,
            waiting: VecDeque::new(),
            calm_until: None,
            stale: true,
            over: false,
        }
    }

    /// Plays until the game is left.
    ///
    /// # Errors
    /// The game could not be opened after all, or the terminal fails.
    pub fn play(mut self, terminal: &mut DefaultTerminal) -> Result<(), RunError<E>> {
        self.listen();
        while !self.over && self.game.failed.is_none() {
            if std::mem::take(&mut self.stale) {
                let shown = self.show(terminal);
                shown.map_err(|error| {
                    self.quit();
                    RunError::Terminal(TerminalError::Failed(error))
                })?;
            }
            self.wait();
        }
        self.game.failed.map_or(Ok(()), Err)
    }

    /// Has the terminal's events told, by a thread that sleeps until there is one.
    fn listen(&self) {
        // Another size is told from this on: none may be missed after the first picture.
        let _ = poll(Duration::ZERO);
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
        self.game.follow_errands();
        let size = terminal.size()?;
        let since_step = self.stepped.map_or(Duration::MAX, |stepped| stepped.elapsed());
        let sight = self.screen.sight(size.into(), self.game.started.elapsed(), since_step);
        let picture = self.game.ask(move |player| {
            take_printed().last().into_iter().for_each(|line| player.tell(line));
            player.keep_stand_if_due(sight.now);
            Picture::of(player, &sight)
        });
        if let Some(picture) = picture {
            self.screen.show(picture);
        }
        let is_busy = self.game.worker.busy().is_some();
        let true_for = if is_busy { Some(WORKING) } else { self.screen.true_for() };
        self.due = true_for.map(|left| Instant::now() + left);
        self.screen.working = self.told_of_work();
        terminal.draw(|frame| self.screen.draw(frame))?;
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
        if self.game.stopping {
            self.game.worker.stop();
        }
        if self.game.ask(|player| player.goes_on()) == Some(true)
            && self.game.run(Player::go_on) == Some(true)
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
            Wake::Played(playing::Wake::Files) => self.game.files_changed = true,
            Wake::Played(playing::Wake::Done) => self.done(),
            Wake::Played(playing::Wake::Errand) => {}
        }
        self.game.take_over_files();
    }

    /// The game is there: from now on its files are watched.
    pub fn opened(&mut self) {
        if let Err(why) = self.game.opened() {
            let text = format!("changes of files are not told here ({why}); F5 reads them");
            self.game.ask(move |player| player.tell(&text));
        }
    }

    /// Something is done that nobody waited for any longer.
    fn done(&mut self) {
        match self.game.done() {
            Some(Ended::Opening) => self.opened(),
            Some(Ended::Work { moved }) => {
                self.work_ends();
                self.note_moved(moved);
            }
            None => {}
        }
    }

    /// What was asked of the player has moved the board: that is shown from now on.
    pub fn note_moved(&mut self, moved: bool) {
        self.stepped = moved.then(Instant::now);
    }
}
