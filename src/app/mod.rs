//! The window, its keys, and the files that are watched while someone plays.
//! [`Player`] is all of it that needs no window.

mod caption;
mod choice;
mod clock;
mod input;
mod open;
mod options;
mod panels;
mod player;
mod reload;
mod save;
mod store;
mod trouble;
mod viewing;
mod watch;
mod window;

pub use choice::take;
pub use input::{Command, Press, command};
pub use open::{OpenError, Opened, Wanted, load, open, shelf};
pub use player::Player;
pub use store::{MAX_MOTION, Preferences, Store, StoreError};
pub use watch::Watch;
pub use window::{RunError, WindowError, WindowSettings, run};
