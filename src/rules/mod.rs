//! Everything Lua: the sandbox, the API that scripts see, and a game as its
//! script declares it. No other room names mlua.
//!
//! A [`Game`] is made by [`Scripts::load`] in a fresh VM, joined to a board with
//! [`Game::bind`], and then asked: [`Game::start`], [`Game::act`],
//! [`Game::won`]. None of them commits anything; that is the session's.

mod about;
mod action;
mod api;
mod bind;
mod budget;
mod call;
mod check;
mod chunks;
mod console;
mod declaration;
mod declared;
mod declaring;
mod duplicates;
mod edges_table;
mod error;
mod excerpt;
mod fault;
mod fields;
mod finder;
mod finding;
mod functions;
mod game;
mod host;
mod kinds;
mod layout;
mod lint;
mod list;
mod loader;
mod look;
mod look_table;
mod machine;
mod manifest;
mod missing;
mod named;
mod naming;
mod packs;
mod params;
mod params_table;
mod printed;
mod require;
mod run;
mod running;
mod skin;
mod slots;
mod source;
mod suggest;
mod tokens;
mod trace;
mod words;

pub use about::LevelInfo;
pub use action::{Action, BadRecording, Button, COMMANDS, read_recording, read_recording_within};
pub use api::{
    API_VERSION, Access, FIELDS, FUNCTIONS, Field, Function, LUA_FUNCTIONS, LUA_METHODS, METHODS,
    Owner, definitions, limits, reference,
};
pub use budget::{Limits, stop_scripts};
pub use check::{Checked, NamedPicture, check_default};
pub use declaration::{Declaration, TileKind};
pub use declared::Declared;
pub use error::ScriptError;
pub use excerpt::Excerpt;
pub use fields::{KEY_NAMES, Legend};
pub use finding::Finding;
pub use game::{Acted, Game, Plan};
pub use layout::{Unwritable, lay_out, level_rows, level_text, size_of, text_view};
pub use loader::{LoadError, Scripts, default_game, games_in};
pub use look::{Color, Edges, Fit, Look, Part, Piece, Shape};
pub use manifest::{MANIFEST, Manifest, PackError};
pub use naming::is_name_of_a_game;
pub use packs::{Pack, packs_in};
pub use params::{Kind as ParamKind, MAX_PICTURE, Param, ParamError, Setting, Settings, is_inside};
pub use printed::{hold_printed, take_printed};
pub use require::helpers_in;
pub use skin::Skin;
pub use suggest::did_you_mean;
pub use trace::{Frame, Trace};
