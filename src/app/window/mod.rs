//! The window: the only folder that knows winit and pixels. It turns events into
//! commands and shows what the player paints; it sleeps while nothing changes, and lives
//! while a script works.

mod blit;
mod events;
mod hand;
mod keys;
mod overlay;
mod presses;
mod rescue;
mod screen;
mod surface;
mod trace;

use std::sync::mpsc::channel;
use std::sync::{Mutex, PoisonError};

use winit::error::EventLoopError;
use winit::event_loop::{EventLoop, EventLoopProxy};

use crate::app::error::{RunError, WindowError};
use crate::app::player::Player;
use crate::app::playing::{Wake, Waker};
use crate::app::worker::Worker;

use events::App;

/// How a window begins.
#[derive(Clone, Copy, Debug)]
pub struct WindowSettings {
    /// Width and height in points.
    pub size: (u32, u32),
    /// Whether a line about each frame goes to standard output, for tests and
    /// for reports of faults.
    pub trace: bool,
}

/// Opens a game, in a thread of its own, and a window to play it in until it is closed. A
/// game that cannot be opened at once has no window.
///
/// # Errors
/// The game cannot be opened, or there is no display or no graphics driver.
pub fn run<E: Send + 'static>(
    open: impl FnOnce() -> Result<Player, E> + Send + 'static,
    settings: WindowSettings,
) -> Result<(), RunError<E>> {
    // The window's loop comes to be only once the game has had its moment to fail.
    let (tell, proxy) = channel();
    let wakes: Mutex<Option<EventLoopProxy<Wake>>> = None.into();
    let wake = move || {
        let mut known = wakes.lock().unwrap_or_else(PoisonError::into_inner);
        if known.is_none() {
            *known = proxy.recv().ok();
        }
        known.iter().for_each(|proxy| proxy.wake(Wake::Done));
    };
    let no_thread = |error: std::io::Error| WindowError::NoThread(error.to_string());
    let mut worker = Worker::new(open, wake).map_err(no_thread).map_err(RunError::Window)?;
    let opened = worker.wait_for_opening().map_err(|_| RunError::Gone)?;
    let opened = opened.transpose().map_err(RunError::Game)?;
    let event_loop = EventLoop::<Wake>::with_user_event().build();
    let event_loop = event_loop.map_err(no_display).map_err(RunError::Window)?;
    // The thread waits for this before it wakes anybody.
    let _ = tell.send(event_loop.create_proxy());
    let mut app = App::new(worker, settings, event_loop.create_proxy());
    if opened.is_some() {
        app.opened();
    }
    event_loop.run_app(&mut app).map_err(no_display).map_err(RunError::Window)?;
    app.failed().map_or(Ok(()), Err)
}

fn no_display(error: EventLoopError) -> WindowError {
    // The library puts its own source file before what matters.
    let told = error.to_string();
    let reason = told.rsplit(": ").next().unwrap_or_default();
    WindowError::NoDisplay(reason.trim_end_matches('.').to_owned())
}
