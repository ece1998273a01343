//! The window, its keys, and the files that are watched while someone plays.
//! [`Player`] is all of it that needs no window.

mod input;
mod player;
mod trouble;
mod watch;
mod window;

pub use input::{Command, Press, command};
pub use player::{OpenError, Player, open};
pub use watch::Watch;
pub use window::{Settings, WindowError, run};
