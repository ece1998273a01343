//! Tilewright plays grid puzzles whose rules are Lua files.
//!
//! The rooms of this house, in the order in which they may use each other; a room
//! uses only rooms above it:
//!
//! - [`files`]: files on the disk, in packs and in the program
//! - [`grid`]: cells, history, random numbers
//! - [`level`]: level files
//! - [`rules`]: everything Lua
//! - [`session`]: one game being played
//! - [`view`]: from a session to pixels
//! - [`app`]: the window or terminal, its keys, files that change
//! - [`cli`]: the command line
//!
//! # A key press
//! `app` turns the key into a command; `session` opens a turn; `rules` lends the
//! board to the script's `act`, whose calls edit it through the turn. An error
//! cancels the turn, and nothing has happened; else it is committed to the journal
//! and `won` is asked. `view` paints what moved. Undo swaps the turn's changes back
//! without asking the rule.
//!
//! # A save
//! `app` hears of a change and compares the files with what it has read. A changed
//! script is run in a new VM; only if that succeeds, and the script can live with
//! the board as it stands, does it replace the old one. Board and history stay.

pub mod app;
pub mod cli;
pub mod files;
pub mod grid;
pub mod level;
pub mod rules;
pub mod session;
pub mod view;
