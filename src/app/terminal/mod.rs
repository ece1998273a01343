//! The terminal, where there is no display: the only folder that knows ratatui. It turns
//! keys and clicks into commands and shows the board in characters; it sleeps while nothing
//! changes, and lives while a script works.

mod around;
mod draw;
mod events;
mod keys;
mod list;
mod palette;
mod paper;
mod picture;
mod place;
mod presses;
mod rows;
mod screen;
mod tty;

use std::sync::mpsc::channel;

use crate::app::error::{RunError, TerminalError};
use crate::app::player::Player;
use crate::app::playing::{self, Waker};
use crate::app::worker::Worker;

pub use palette::Palette;
pub use picture::{Picture, Sight};
pub use screen::Screen;
pub use tty::{is_there, lacks_display};

use events::App;
use tty::Tty;

/// Opens a game, in a thread of its own, and plays it in the terminal until it is left. Of a
/// game that cannot be opened at once the terminal shows nothing.
///
/// # Errors
/// The game cannot be opened, or there is no terminal.
pub fn run<E: Send + 'static>(
    open: impl FnOnce() -> Result<Player, E> + Send + 'static,
) -> Result<(), RunError<E>> {
    if !is_there() {
        return Err(RunError::Terminal(TerminalError::NotThere));
    }
    let (wake, wakes) = channel();
    let done = wake.clone();
    let woken = move || done.wake(playing::Wake::Done);
    let failed = |error: std::io::Error| RunError::Terminal(TerminalError::Failed(error));
    let mut worker = Worker::new(open, woken).map_err(failed)?;
    let opened = worker.wait_for_opening().map_err(|_| RunError::Gone)?;
    let opened = opened.transpose().map_err(RunError::Game)?;
    let mut app = App::new(worker, (wake, wakes), Screen::new(Palette::of_environment()));
    let mut tty = Tty::open().map_err(failed)?;
    if opened.is_some() {
        app.opened();
    }
    app.play(&mut tty.terminal)
}
