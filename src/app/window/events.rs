//! From the events of the window to what the player is to do.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use egui_winit::clipboard::Clipboard;
use winit::application::ApplicationHandler;
use winit::event::{StartCause, WindowEvent};
use winit::event_loop::{ActiveEventLoop, EventLoopProxy};
use winit::keyboard::ModifiersState;
use winit::window::WindowId;

use crate::app::error::RunError;
use crate::app::panels::{Edit, View};
use crate::app::player::Player;
use crate::app::playing::{Ended, Playing, Wake, Waker};
use crate::app::window::WindowSettings;
use crate::app::window::hand::Hand;
use crate::app::window::keys::is_function_key;
use crate::app::window::overlay::Overlay;
use crate::app::window::presses::Waiting;
use crate::app::window::screen::Screen;
use crate::app::window::surface::Surface;
use crate::app::worker::Worker;

impl Waker for EventLoopProxy<Wake> {
    fn wake(&self, what: Wake) {
        // The loop is gone only when the program ends.
        let _ = self.send_event(what);
    }
}

/// The window's events, and the thread on which the game is played that they are for.
pub(super) struct App<E> {
    pub game: Playing<E, EventLoopProxy<Wake>>,
    pub settings: WindowSettings,
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
    /// How many presses and clicks were too many to wait for a script.
    pub missed: u32,
    /// Since when scripts have been at work without a pause.
    pub spell: Option<Instant>,
    /// Until then Escape does not leave.
    pub calm_until: Option<Instant>,
    /// When the board last moved.
    pub stepped: Option<Instant>,
    /// Whether the game goes on by itself: then each frame may take a step.
    pub goes_on: bool,
}

impl<E: Send + 'static> App<E> {
    /// Before the window is there.
    pub fn new(worker: Worker<E>, settings: WindowSettings, proxy: EventLoopProxy<Wake>) -> App<E> {
        App {
            game: Playing::new(worker, proxy),
            settings,
            surface: None,
            screen: Screen::default(),
            overlay: None,
            view: View::default(),
            edits: Vec::new(),
            hand: Hand::default(),
            clipboard: None,
            modifiers: ModifiersState::default(),
            waiting: VecDeque::new(),
            missed: 0,
            spell: Some(Instant::now()),
            calm_until: None,
            stepped: None,
            goes_on: false,
        }
    }

    /// Why there was no window or no game, if there was none.
    pub fn failed(self) -> Option<RunError<E>> {
        self.game.failed
    }

    /// The game is there: from now on its files are watched.
    pub fn opened(&mut self) {
        if let Err(why) = self.game.opened() {
            eprintln!("changes of files are not told here ({why}); F5 reads them again");
        }
    }

    /// As [`Playing::ask`].
    pub fn ask<T: Send + 'static>(
        &mut self,
        job: impl FnOnce(&mut Player) -> T + Send + 'static,
    ) -> Option<T> {
        self.game.ask(job)
    }

    /// As [`Playing::run`].
    pub fn run<T: Send + 'static>(
        &mut self,
        job: impl FnOnce(&mut Player) -> T + Send + 'static,
    ) -> Option<T> {
        let done = self.game.run(job);
        self.note_work();
        done
    }

    /// Takes note of a script that is at work by now.
    fn note_work(&mut self) {
        if let Some(since) = self.game.worker.busy() {
            self.spell.get_or_insert(since);
        }
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
                self.game.failed = Some(RunError::Window(error));
                event_loop.exit();
            }
        }
    }

    fn user_event(&mut self, event_loop: &ActiveEventLoop, wake: Wake) {
        match wake {
            Wake::Files => self.game.files_changed = true,
            Wake::Done => {
                self.done();
                self.redraw();
            }
            Wake::Errand => {}
        }
        // Rule tests wait until the first frame under the new rules is there.
        match self.game.take_over_files() {
            true => self.redraw(),
            false => self.follow_errands(),
        }
        self.note_work();
        if self.game.failed.is_some() {
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
                self.surface.iter_mut().for_each(|surface| surface.resize(size));
                self.redraw();
            }
            WindowEvent::ScaleFactorChanged { scale_factor, .. } => {
                self.surface.iter_mut().for_each(|surface| surface.scale_factor = scale_factor);
                self.redraw();
            }
            WindowEvent::RedrawRequested => self.paint(event_loop),
            other => self.handle(&other),
        }
        if self.game.failed.is_some() {
            event_loop.exit();
        }
    }
}

impl<E: Send + 'static> App<E> {
    /// Something is done that the window no longer waited for.
    fn done(&mut self) {
        match self.game.done() {
            Some(Ended::Opening) => self.opened(),
            Some(Ended::Work { moved }) => {
                self.work_ends();
                self.stepped(moved);
            }
            None => {}
        }
    }

    /// Shows what has come of rule tests and animations.
    pub fn follow_errands(&mut self) {
        if self.game.follow_errands() {
            self.redraw();
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
