//! From the events of the window to what the player is to do.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use egui_winit::clipboard::Clipboard;
use winit::application::ApplicationHandler;
use winit::event::{StartCause, WindowEvent};
use winit::event_loop::{ActiveEventLoop, EventLoopProxy};
use winit::keyboard::ModifiersState;
use winit::window::WindowId;

use crate::app::error::{RunError, WindowError};
use crate::app::panels::{Edit, View};
use crate::app::player::Player;
use crate::app::watch::Watch;
use crate::app::window::WindowSettings;
use crate::app::window::hand::Hand;
use crate::app::window::keys::is_function_key;
use crate::app::window::overlay::Overlay;
use crate::app::window::presses::Waiting;
use crate::app::window::screen::Screen;
use crate::app::window::surface::Surface;
use crate::app::worker::{Gone, Worker};

/// What else than the window's own events there is to do.
#[derive(Debug)]
pub(super) enum Wake {
    /// Files may have changed.
    Files,
    /// Something is done that the window no longer waited for.
    Done,
    /// Rule tests have been run, or an animation is made.
    Errand,
}

/// The window's events, and the thread on which the game is played that they are for.
pub(super) struct App<E> {
    pub worker: Worker<E>,
    pub settings: WindowSettings,
    proxy: EventLoopProxy<Wake>,
    watch: Option<Watch>,
    pub surface: Option<Surface>,
    pub screen: Screen,
    /// The panels, while they are shown.
    pub overlay: Option<Overlay>,
    /// What the panels show.
    pub view: View,
    /// What was done in them and is still to be told.
    pub edits: Vec<Edit>,
    pub hand: Hand,
    /// Made when it is first wanted.
    pub clipboard: Option<Clipboard>,
    pub modifiers: ModifiersState,
    /// What waits for a script to be done.
    pub waiting: VecDeque<Waiting>,
    /// Since when scripts have been at work without a pause.
    pub spell: Option<Instant>,
    /// Whether what is being done is to be stopped, with all scripts that it runs.
    pub stopping: bool,
    /// Until then Escape does not leave.
    pub calm_until: Option<Instant>,
    pub started: Instant,
    /// When the board last moved.
    pub stepped: Option<Instant>,
    /// Whether the game goes on by itself: then each frame may take a step.
    pub goes_on: bool,
    /// Whether files have changed while something else was done.
    files_changed: bool,
    failed: Option<RunError<E>>,
}

impl<E: Send + 'static> App<E> {
    /// Before the window is there.
    pub fn new(worker: Worker<E>, settings: WindowSettings, proxy: EventLoopProxy<Wake>) -> App<E> {
        App {
            worker,
            settings,
            proxy,
            watch: None,
            surface: None,
            screen: Screen::default(),
            overlay: None,
            view: View::default(),
            edits: Vec::new(),
            hand: Hand::default(),
            clipboard: None,
            modifiers: ModifiersState::default(),
            waiting: VecDeque::new(),
            spell: Some(Instant::now()),
            stopping: false,
            calm_until: None,
            started: Instant::now(),
            stepped: None,
            goes_on: false,
            files_changed: false,
            failed: None,
        }
    }

    /// Why there was no window or no game, if there was none.
    pub fn failed(self) -> Option<RunError<E>> {
        self.failed
    }

    /// The game is there: from now on its files are watched.
    pub fn opened(&mut self) {
        let folders = self.ask(|player| player.folders()).unwrap_or_default();
        let proxy = self.proxy.clone();
        // The loop is gone only when the program ends.
        let wake = move || drop(proxy.send_event(Wake::Files));
        match Watch::new(&folders, wake) {
            Ok(watch) => self.watch = Some(watch),
            Err(error) => {
                eprintln!("changes of files are not told here ({error}); F5 reads them again");
            }
        }
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
        if let Some(since) = self.worker.busy() {
            self.spell.get_or_insert(since);
        }
        self.unless_gone(told)
    }

    fn unless_gone<T>(&mut self, told: Result<Option<T>, Gone>) -> Option<T> {
        told.unwrap_or_else(|_| {
            self.failed.get_or_insert(RunError::Window(WindowError::gone()));
            None
        })
    }

    pub fn redraw(&self) {
        if let Some(surface) = &self.surface {
            surface.window.request_redraw();
        }
    }
}

impl<E: Send + 'static> ApplicationHandler<Wake> for App<E> {
    fn new_events(&mut self, event_loop: &ActiveEventLoop, cause: StartCause) {
        if matches!(cause, StartCause::ResumeTimeReached { .. }) {
            self.come_due(event_loop);
        }
    }

    fn resumed(&mut self, event_loop: &ActiveEventLoop) {
        if self.surface.is_some() {
            return;
        }
        match Surface::open(event_loop, "Tilewright", self.settings.size) {
            Ok(surface) => {
                self.surface = Some(surface);
                self.redraw();
            }
            Err(error) => {
                self.failed = Some(RunError::Window(error));
                event_loop.exit();
            }
        }
    }

    fn user_event(&mut self, event_loop: &ActiveEventLoop, wake: Wake) {
        match wake {
            Wake::Files => self.files_changed = true,
            Wake::Done => {
                self.done();
                self.redraw();
            }
            Wake::Errand => {}
        }
        if self.take_over_files() {
            self.redraw();
        }
        self.follow_errands();
        if self.failed.is_some() {
            event_loop.exit();
        }
    }

    fn window_event(&mut self, event_loop: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        self.hand.follow(&event);
        if self.is_for_panels(&event) {
            self.hand.let_go();
            return self.redraw();
        }
        match event {
            WindowEvent::CloseRequested => self.quit(event_loop),
            WindowEvent::Focused(false) => {
                self.hand.let_go();
                self.ask(Player::stop_time);
            }
            WindowEvent::ModifiersChanged(modifiers) => self.modifiers = modifiers.state(),
            // What was held before the window had the focus is no press.
            WindowEvent::KeyboardInput { is_synthetic: true, .. } => {}
            WindowEvent::KeyboardInput { event, .. } => self.key(event_loop, &event),
            WindowEvent::DroppedFile(path) => self.dropped(&path),
            WindowEvent::Resized(size) => {
                if let Some(surface) = &mut self.surface {
                    surface.resize(size);
                }
                self.redraw();
            }
            WindowEvent::RedrawRequested => self.paint(event_loop),
            other => self.handle(&other),
        }
        if self.failed.is_some() {
            event_loop.exit();
        }
    }
}

impl<E: Send + 'static> App<E> {
    /// Something is done that the window no longer waited for.
    fn done(&mut self) {
        let woken = self.worker.woken();
        match self.unless_gone(woken) {
            Some(Ok(())) => self.opened(),
            Some(Err(error)) => self.failed = Some(RunError::Game(error)),
            None if self.worker.busy().is_none() => {
                self.work_ends();
                self.watch_files(true);
                let moved = self.ask(Player::take_moved);
                self.stepped(moved.unwrap_or(false));
            }
            None => {}
        }
    }

    /// Has the player look at files that have changed. Returns whether anything is to be
    /// painted anew.
    fn take_over_files(&mut self) -> bool {
        if !self.files_changed || self.worker.busy().is_some() {
            return false;
        }
        self.files_changed = false;
        self.watch_files(false);
        let changed = self.run(Player::files_changed);
        self.watch_files(true);
        changed.unwrap_or(true)
    }

    /// Has the rule tests run after a save, and an animation made that was asked for, and shows
    /// what has come of them.
    pub fn follow_errands(&mut self) {
        let proxy = self.proxy.clone();
        // The loop is gone only when the program ends.
        let wake = move || drop(proxy.send_event(Wake::Errand));
        let follow =
            |player: &mut Player| player.follow_tests(wake.clone()) | player.follow_animation(wake);
        if self.ask(follow) == Some(true) {
            self.redraw();
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

    /// Hands an event to the panels while they are shown; whether it was theirs alone.
    fn is_for_panels(&mut self, event: &WindowEvent) -> bool {
        let (Some(surface), Some(overlay)) = (&self.surface, &mut self.overlay) else {
            return false;
        };
        if matches!(event, WindowEvent::RedrawRequested) {
            return false;
        }
        let (consumed, looks_different) = overlay.event(&surface.window, event, self.hand.at);
        if looks_different {
            surface.window.request_redraw();
        }
        consumed && !is_function_key(event)
    }

    /// Something was asked of the player; what moved is shown from now on.
    pub fn stepped(&mut self, moved: bool) {
        self.stepped = moved.then(Instant::now);
        self.redraw();
    }

    /// How long ago the board last moved.
    pub fn since_step(&self, now: Instant) -> Duration {
        self.stepped.map_or(Duration::MAX, |stepped| now - stepped)
    }
}
