//! The storage: cells, history, random numbers. Knows no Lua, no level file and
//! no pixel.
//!
//! A [`Board`] is edited only through a [`Turn`], which either becomes part of a
//! [`Journal`] or leaves no trace.

mod board;
mod census;
mod change;
mod choose;
mod fingerprint;
mod hash;
mod journal;
mod mask;
mod names;
mod path;
mod random;
mod stamp;
mod topology;
mod turn;

pub use board::{Board, State, Value};
pub use change::Change;
pub use choose::{Choice, MaskChoice};
pub use hash::Hash;
pub use journal::Journal;
pub use mask::{Neighbours, full_corners, full_mask, mask};
pub use names::{LayerId, Names, Tile, TooMany, VarId};
pub use random::{Random, SEEDS, seed_of};
pub use stamp::new_stamp;
pub use topology::{Cell, Direction, Tiling, Topology};
pub use turn::{MOST_WAITING, Turn};
