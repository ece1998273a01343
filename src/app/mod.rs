//! The window, its keys, and the files that are watched while someone plays.
//! [`Player`] is all of it that needs no window.

mod browsing;
mod caption;
mod cards;
mod choice;
mod clock;
mod dressing;
mod gallery;
mod games;
mod going;
mod input;
mod keymap;
mod listing;
mod open;
mod options;
mod panels;
mod player;
mod preview;
mod progress;
mod reload;
mod save;
mod setters;
mod standing;
mod store;
mod switching;
mod testing;
mod trouble;
mod viewing;
mod walking;
mod watch;
mod window;

pub use browsing::Pick;
pub use choice::take;
pub use games::{Games, Offered};
pub use input::{Command, Press, command};
pub use keymap::Keymap;
pub use listing::{Browser, Group, Listed, Origin, State};
pub use open::{OpenError, Opened, Wanted, load, open, shelf};
pub use player::Player;
pub use progress::{Best, Progress, Stand};
pub use store::{MAX_MOTION, Preferences, Store, StoreError};
pub use switching::{Home, Request, begin};
pub use watch::Watch;
pub use window::{RunError, WindowError, WindowSettings, run};
