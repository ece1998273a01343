//! The window: the only folder that knows winit and pixels. It turns events into
//! commands and shows what the player paints; it sleeps while nothing changes.

mod error;
mod events;
mod keys;
mod overlay;
mod surface;
mod trace;

use winit::event_loop::EventLoop;

use crate::app::player::Player;
use crate::app::watch::Watch;

pub use error::WindowError;

use events::{App, FilesChanged};

/// How a window begins.
#[derive(Clone, Copy, Debug)]
pub struct WindowSettings {
    /// Width and height in points.
    pub size: (u32, u32),
    /// Whether a line about each frame goes to standard output, for tests and
    /// for reports of faults.
    pub trace: bool,
}

/// Opens a window and plays until it is closed.
///
/// # Errors
/// There is no display or no graphics driver.
pub fn run(player: Player, settings: WindowSettings) -> Result<(), WindowError> {
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
    let mut app = App::new(player, settings, watch.ok());
    event_loop.run_app(&mut app).map_err(no_display)?;
    app.failed().map_or(Ok(()), Err)
}
