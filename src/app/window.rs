//! The window: the only file that knows winit and pixels. It turns events into
//! commands and shows what the player paints; it sleeps while nothing changes.

use std::sync::Arc;
use std::time::{Duration, Instant};

use pixels::{Pixels, SurfaceTexture};
use winit::application::ApplicationHandler;
use winit::dpi::{LogicalSize, PhysicalSize};
use winit::event::{ElementState, KeyEvent, StartCause, WindowEvent};
use winit::event_loop::{ActiveEventLoop, ControlFlow, EventLoop};
use winit::keyboard::{Key, ModifiersState, NamedKey};
use winit::window::{Window, WindowId};

use crate::app::input::{Command, Press, command};
use crate::app::player::Player;
use crate::app::watch::Watch;
use crate::view::{Frame, Moment};

/// How a window begins.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Width and height in points.
    pub size: (u32, u32),
    /// Whether a line about each frame goes to standard output, for tests and
    /// for reports of faults.
    pub trace: bool,
}

/// Why there is no window.
#[derive(Debug, thiserror::Error)]
pub enum WindowError {
    /// The system has no display to open a window on.
    #[error(
        "there is no display to open a window on ({0}); show, shot and replay work without one"
    )]
    NoDisplay(String),
    /// There is a display, but nothing that draws.
    #[error("no usable graphics driver ({0}); show, shot and replay work without one")]
    NoDriver(String),
}

/// The time between two frames while something moves.
const MOVING: Duration = Duration::from_millis(16);

/// Files may have changed.
#[derive(Debug)]
struct FilesChanged;

/// Opens a window and plays until it is closed.
///
/// # Errors
/// There is no display or no graphics driver.
pub fn run(player: Player, settings: Settings) -> Result<(), WindowError> {
    let no_display = |error: winit::error::EventLoopError| {
        // The library puts its own source file before what matters.
        let told = error.to_string();
        let reason = told.rsplit(": ").next().unwrap_or_default();
        WindowError::NoDisplay(reason.trim_end_matches('.').to_owned())
    };
    let event_loop = EventLoop::<FilesChanged>::with_user_event().build().map_err(no_display)?;
    let proxy = event_loop.create_proxy();
    // The loop is gone only when the program ends.
    let wake = move || drop(proxy.send_event(FilesChanged));
    let watch = Watch::new(&player.folders(), wake);
    if let Err(error) = &watch {
        eprintln!("changes of files are not told here ({error}); F5 reads them again");
    }
    let mut app = App {
        player,
        settings,
        watch: watch.ok(),
        surface: None,
        modifiers: ModifiersState::default(),
        started: Instant::now(),
        stepped: None,
        frames: 0,
        failed: None,
    };
    event_loop.run_app(&mut app).map_err(no_display)?;
    app.failed.map_or(Ok(()), Err)
}

/// A window and the buffer that is shown in it.
struct Surface {
    window: Arc<Window>,
    pixels: Pixels<'static>,
    size: PhysicalSize<u32>,
    /// What the window is called.
    title: String,
}

struct App {
    player: Player,
    settings: Settings,
    watch: Option<Watch>,
    surface: Option<Surface>,
    modifiers: ModifiersState,
    started: Instant,
    /// When the board last moved.
    stepped: Option<Instant>,
    frames: u64,
    failed: Option<WindowError>,
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
        match open(event_loop, &self.player.title(), self.settings.size) {
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
        if let Some(watch) = &mut self.watch {
            watch.refresh();
        }
        if self.player.files_changed() {
            self.redraw();
        }
    }

    fn window_event(&mut self, event_loop: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        match event {
            WindowEvent::CloseRequested => event_loop.exit(),
            WindowEvent::ModifiersChanged(modifiers) => self.modifiers = modifiers.state(),
            WindowEvent::KeyboardInput { event, .. } => self.key(event_loop, &event),
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
            Some(Command::Quit) => event_loop.exit(),
            Some(command) => {
                let moved = self.player.command(&command);
                self.stepped = moved.then(Instant::now);
                self.redraw();
            }
        }
    }

    fn paint(&mut self, event_loop: &ActiveEventLoop) {
        let Some(surface) = &mut self.surface else {
            return;
        };
        let title = self.player.title();
        if surface.title != title {
            surface.window.set_title(&title);
            surface.title = title;
        }
        let PhysicalSize { width, height } = surface.size;
        let now = Instant::now();
        let moment = Moment {
            since_step: self.stepped.map_or(Duration::MAX, |stepped| now - stepped),
            since_start: now - self.started,
        };
        let scale = hundredths(surface.window.scale_factor());
        let Some(mut frame) = Frame::new(width, height, surface.pixels.frame_mut()) else {
            return;
        };
        let true_for = self.player.paint(&mut frame, scale, moment);
        if let Err(error) = surface.pixels.render() {
            // A surface may be lost for a moment; sizing it anew brings it back.
            let size = surface.size;
            surface.resize(size);
            eprintln!("a frame could not be shown: {error}");
        }
        event_loop.set_control_flow(match true_for {
            None => ControlFlow::Wait,
            Some(left) => ControlFlow::WaitUntil(now + left.max(MOVING)),
        });
        self.frames += 1;
        self.trace(true_for == Some(Duration::ZERO));
    }

    fn trace(&self, moving: bool) {
        if !self.settings.trace {
            return;
        }
        let caption = self.player.caption(100);
        let trouble = caption.trouble.map(|t| format!("{} {}", t.place, t.message));
        println!(
            "frame {}; size {}; level {}; turns {}; solved {}; moving {moving}; status {}; \
             message {}; trouble {}",
            self.frames,
            self.surface
                .as_ref()
                .map(|s| format!("{}x{}", s.size.width, s.size.height))
                .unwrap_or_default(),
            self.player.session().level().number,
            self.player.session().journal().done(),
            self.player.session().is_solved(),
            caption.status,
            caption.message,
            trouble.unwrap_or_default().replace('\n', " "),
        );
    }
}

impl Surface {
    /// Follows the window. A window of no size (minimised) keeps its last buffer.
    fn resize(&mut self, size: PhysicalSize<u32>) {
        if size.width == 0 || size.height == 0 {
            return;
        }
        let buffer = self.pixels.resize_buffer(size.width, size.height);
        let surface = self.pixels.resize_surface(size.width, size.height);
        match buffer.and(surface) {
            Ok(()) => self.size = size,
            Err(error) => eprintln!("the window cannot be that large: {error}"),
        }
    }
}

fn open(
    event_loop: &ActiveEventLoop,
    title: &str,
    (width, height): (u32, u32),
) -> Result<Surface, WindowError> {
    let attributes = Window::default_attributes()
        .with_title(title)
        .with_inner_size(LogicalSize::new(width, height))
        .with_min_inner_size(LogicalSize::new(160, 120));
    let window = event_loop.create_window(attributes);
    let window = window.map_err(|error| WindowError::NoDisplay(error.to_string()))?;
    let window = Arc::new(window);
    let size = window.inner_size();
    let size = PhysicalSize::new(size.width.max(1), size.height.max(1));
    let texture = SurfaceTexture::new(size.width, size.height, Arc::clone(&window));
    let pixels = Pixels::new(size.width, size.height, texture);
    let pixels = pixels.map_err(|error| WindowError::NoDriver(error.to_string()))?;
    Ok(Surface { window, pixels, size, title: title.to_owned() })
}

/// A key's name as scripts and settings write it.
fn key_name(key: &Key) -> Option<String> {
    let name = match key {
        Key::Character(text) => return Some(text.to_lowercase()),
        Key::Named(NamedKey::ArrowLeft) => "left",
        Key::Named(NamedKey::ArrowUp) => "up",
        Key::Named(NamedKey::ArrowRight) => "right",
        Key::Named(NamedKey::ArrowDown) => "down",
        Key::Named(other) => return Some(format!("{other:?}").to_lowercase()),
        _ => return None,
    };
    Some(name.to_owned())
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // a few hundred at most
fn hundredths(factor: f64) -> u32 {
    (factor * 100.0).round().clamp(50.0, 1000.0) as u32
}
