//! From the events of the window to commands, and from what the player paints to the
//! screen.

use std::path::Path;
use std::time::{Duration, Instant};

use winit::application::ApplicationHandler;
use winit::dpi::{PhysicalPosition, PhysicalSize};
use winit::event::{
    ElementState, KeyEvent, MouseButton, StartCause, Touch, TouchPhase, WindowEvent,
};
use winit::event_loop::{ActiveEventLoop, ControlFlow};
use winit::keyboard::ModifiersState;
use winit::window::WindowId;

use crate::app::input::{Command, Press, command};
use crate::app::player::Player;
use crate::app::watch::Watch;
use crate::app::window::WindowSettings;
use crate::app::window::error::WindowError;
use crate::app::window::keys::key_name;
use crate::app::window::overlay::{Drawing, Overlay};
use crate::app::window::surface::Surface;
use crate::app::window::trace;
use crate::rules::Button;
use crate::view::{Frame, Moment};

/// The time between two frames while something moves.
const MOVING: Duration = Duration::from_millis(16);

/// Files may have changed.
#[derive(Debug)]
pub(super) struct FilesChanged;

/// The window's events, and the player that they are for.
pub(super) struct App {
    player: Player,
    settings: WindowSettings,
    watch: Option<Watch>,
    surface: Option<Surface>,
    /// The panels, while they are shown.
    overlay: Option<Overlay>,
    /// Where the mouse is, in pixels of the window.
    pointer: PhysicalPosition<f64>,
    modifiers: ModifiersState,
    started: Instant,
    /// When the board last moved.
    stepped: Option<Instant>,
    frames: u64,
    failed: Option<WindowError>,
}

impl App {
    /// Before the window is there.
    pub fn new(player: Player, settings: WindowSettings, watch: Option<Watch>) -> App {
        App {
            player,
            settings,
            watch,
            surface: None,
            overlay: None,
            pointer: PhysicalPosition::default(),
            modifiers: ModifiersState::default(),
            started: Instant::now(),
            stepped: None,
            frames: 0,
            failed: None,
        }
    }

    /// Why there was no window, if there was none.
    pub fn failed(self) -> Option<WindowError> {
        self.failed
    }
}

impl ApplicationHandler<FilesChanged> for App {
    fn new_events(&mut self, _: &ActiveEventLoop, cause: StartCause) {
        if matches!(cause, StartCause::ResumeTimeReached { .. }) {
            self.redraw();
        }
    }

    fn resumed(&mut self, event_loop: &ActiveEventLoop) {
        if self.surface.is_some() {
            return;
        }
        match Surface::open(event_loop, &self.player.title(), self.settings.size) {
            Ok(surface) => {
                self.surface = Some(surface);
                self.redraw();
            }
            Err(error) => {
                self.failed = Some(error);
                event_loop.exit();
            }
        }
    }

    fn user_event(&mut self, _: &ActiveEventLoop, _: FilesChanged) {
        self.watch_files();
        if self.player.files_changed() {
            self.redraw();
        }
    }

    fn window_event(&mut self, event_loop: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        self.player.tell_time(self.started.elapsed());
        if let WindowEvent::CursorMoved { position, .. } = &event {
            self.pointer = *position;
        }
        if self.is_for_panels(&event) {
            return self.redraw();
        }
        match event {
            WindowEvent::CloseRequested => self.quit(event_loop),
            WindowEvent::ModifiersChanged(modifiers) => self.modifiers = modifiers.state(),
            // What was held before the window had the focus is no press.
            WindowEvent::KeyboardInput { is_synthetic: true, .. } => {}
            WindowEvent::KeyboardInput { event, .. } => self.key(event_loop, &event),
            WindowEvent::MouseInput { state: ElementState::Pressed, button, .. } => {
                self.click(self.pointer, button);
            }
            WindowEvent::Touch(Touch { phase: TouchPhase::Started, location, .. }) => {
                self.click(location, MouseButton::Left);
            }
            WindowEvent::DroppedFile(path) => self.dropped(&path),
            WindowEvent::Resized(size) => {
                if let Some(surface) = &mut self.surface {
                    surface.resize(size);
                }
                self.redraw();
            }
            WindowEvent::RedrawRequested => self.paint(event_loop),
            _ => {}
        }
    }
}

impl App {
    fn redraw(&self) {
        if let Some(surface) = &self.surface {
            surface.window.request_redraw();
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
        let (consumed, looks_different) = overlay.event(&surface.window, event, self.pointer);
        if looks_different {
            surface.window.request_redraw();
        }
        consumed
    }

    /// Watches the folders of the files that are in use now.
    fn watch_files(&mut self) {
        if let Some(watch) = &mut self.watch {
            watch.follow(&self.player.folders());
        }
    }

    fn key(&mut self, event_loop: &ActiveEventLoop, event: &KeyEvent) {
        if event.state != ElementState::Pressed {
            return;
        }
        let Some(key) = key_name(&event.logical_key) else {
            return;
        };
        let press = Press {
            key,
            control: self.modifiers.control_key() || self.modifiers.super_key(),
            shift: self.modifiers.shift_key(),
        };
        let keys = &self.player.session().game().declared().keys;
        match command(&press, keys) {
            None => {}
            // Escape leaves what is over the board first.
            Some(Command::Quit) if press.key == "escape" && self.leaves_something() => {
                self.redraw();
            }
            Some(Command::Quit) => self.quit(event_loop),
            // A held key goes on playing; whatever else it means, it means once.
            Some(command) if event.repeat && !command.repeats() => {}
            Some(command) => {
                let moved = self.player.command(&command);
                self.stepped(moved);
            }
        }
    }

    fn quit(&mut self, event_loop: &ActiveEventLoop) {
        self.player.keep_settings();
        event_loop.exit();
    }

    fn leaves_something(&mut self) -> bool {
        if self.player.shows_options() {
            self.player.command(&Command::Options);
            return true;
        }
        self.player.dismiss()
    }

    fn click(&mut self, at: PhysicalPosition<f64>, button: MouseButton) {
        let button = match button {
            MouseButton::Left => Button::Left,
            MouseButton::Right => Button::Right,
            MouseButton::Middle => Button::Middle,
            _ => return,
        };
        let moved = self.player.click(at.x, at.y, button);
        self.stepped(moved);
    }

    fn dropped(&mut self, path: &Path) {
        self.player.dropped(path);
        self.watch_files();
        self.redraw();
    }

    /// Something was asked of the player; what moved is shown from now on.
    fn stepped(&mut self, moved: bool) {
        self.stepped = moved.then(Instant::now);
        self.redraw();
    }

    fn paint(&mut self, event_loop: &ActiveEventLoop) {
        let panels = self.panels();
        let Some(surface) = &mut self.surface else {
            return;
        };
        surface.set_title(self.player.title());
        let PhysicalSize { width, height } = surface.size;
        let now = Instant::now();
        let moment = Moment {
            since_step: self.stepped.map_or(Duration::MAX, |stepped| now - stepped),
            motion: self.player.preferences().motion,
            since_start: now - self.started,
        };
        let scale = surface.scale();
        let Some(mut frame) = Frame::new(width, height, surface.pixels.frame_mut()) else {
            return;
        };
        let true_for = self.player.paint(&mut frame, scale, moment);
        let panels_due = panels.as_ref().and_then(|panels| panels.due);
        if let Err(error) = show(surface, panels.zip(self.overlay.as_mut())) {
            // A surface may be lost for a moment; sizing it anew brings it back.
            let size = surface.size;
            surface.resize(size);
            eprintln!("a frame could not be shown: {error}");
        }
        let due = true_for.into_iter().chain(panels_due).min();
        event_loop.set_control_flow(match due {
            None => ControlFlow::Wait,
            Some(left) => ControlFlow::WaitUntil(now + left.max(MOVING)),
        });
        self.frames += 1;
        if self.settings.trace {
            let moving = true_for == Some(Duration::ZERO);
            let panels = self.overlay.as_ref().map(Overlay::panels);
            let (frame, size) = (self.frames, (width, height));
            let shown = trace::Shown { frame, panels, size, moving };
            trace::print(&shown, &self.player);
        }
    }

    /// Runs the panels, if they are to be shown.
    fn panels(&mut self) -> Option<Drawing> {
        let window = &self.surface.as_ref()?.window;
        if !self.player.shows_options() {
            if self.overlay.take().is_some() {
                Overlay::leave(window);
                self.player.keep_settings();
            }
            return None;
        }
        let pointer = self.pointer;
        let overlay = self.overlay.get_or_insert_with(|| Overlay::new(window, pointer));
        let drawing = overlay.run(window, &mut self.player);
        if drawing.changed
            && let Some(watch) = &mut self.watch
        {
            watch.follow_others(&self.player.folders());
        }
        Some(drawing)
    }
}

/// Brings the buffer to the screen, with panels over it.
fn show(surface: &Surface, panels: Option<(Drawing, &mut Overlay)>) -> Result<(), pixels::Error> {
    let Some((drawing, overlay)) = panels else {
        return surface.pixels.render();
    };
    let format = surface.pixels.render_texture_format();
    let size = [surface.size.width, surface.size.height];
    surface.pixels.render_with(|encoder, target, context| {
        context.scaling_renderer.render(encoder, target);
        overlay.draw(drawing, encoder, target, context, (format, size));
        Ok(())
    })
}
