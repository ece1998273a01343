//! Everything Lua: the sandbox, the API that scripts see, and a game as its
//! script declares it. No other room names mlua.
//!
//! A [`Game`] is made by [`Scripts::load`] in a fresh VM, joined to a board with
//! [`Game::bind`], and then asked: [`Game::start`], [`Game::act`],
//! [`Game::won`]. None of them commits anything; that is the session's.

mod action;
mod api;
mod bind;
mod budget;
mod call;
mod declaration;
mod duplicates;
mod error;
mod functions;
mod game;
mod host;
mod layout;
mod loader;
mod look;
mod machine;
mod source;
mod words;

pub use action::{Action, BadRecording, read_recording};
pub use api::{Access, FIELDS, FUNCTIONS, Field, Function, LUA_FUNCTIONS};
pub use budget::Limits;
pub use declaration::{Declaration, Legend, TileKind};
pub use error::ScriptError;
pub use game::{Game, LevelInfo};
pub use layout::{lay_out, level_rows, text_view};
pub use loader::{LoadError, Scripts, default_game, games_in};
pub use look::{Color, Look, Part, Shape};
