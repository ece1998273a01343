//! The window or terminal, its keys, and the files that are watched while someone plays.
//! [`Player`] is all of it that needs no window.

mod animating;
mod bench;
mod browsing;
mod caption;
mod cards;
mod choice;
mod clock;
mod dressing;
mod errand;
mod error;
mod film;
mod gallery;
mod games;
mod gif;
mod going;
mod input;
mod keeping;
mod keymap;
mod listing;
mod obeying;
mod open;
mod options;
mod panels;
mod player;
mod playing;
mod preview;
mod progress;
mod reload;
mod save;
mod setters;
mod standing;
mod store;
mod switching;
mod terminal;
mod testing;
mod ticking;
mod trouble;
mod viewing;
mod walking;
mod watch;
mod window;
mod workbench;
mod worker;

pub use browsing::Pick;
pub use choice::take;
pub use error::{RunError, TerminalError, WindowError};
pub use film::{Film, FilmError};
pub use games::{Games, Offered};
pub use input::{Command, Press, command};
pub use keymap::Keymap;
pub use listing::{Browser, Group, Listed, Origin, State};
pub use open::{OpenError, Opened, Wanted, load, open, open_recording, shelf};
pub use player::Player;
pub use progress::{Best, Progress, Stand};
pub use store::{MAX_MOTION, Preferences, Store, StoreError};
pub use switching::{Home, Request, begin};
pub use terminal::{
    Palette, Picture, Screen, Sight, is_there as is_terminal, lacks_display, run as run_in_terminal,
};
pub use watch::Watch;
pub use window::{WindowSettings, run};
