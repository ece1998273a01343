//! From a file's bytes to levels: rows of characters or numbers with titles, notes and
//! solutions. Knows no game: what a character means is the business of a
//! script's legend.

mod about;
mod bytes;
mod collection;
mod csv;
mod cursor;
mod decode;
mod error;
mod hsb;
mod key;
mod line;
mod list;
mod maps;
mod numbers;
mod repeat;
mod seen;
mod shelf;
mod slc;
mod text;
mod xml;

pub use bytes::bytes_of;
pub use collection::{Alphabet, Collection, Level, Symbol};
pub use decode::text as decode;
pub use error::{LevelError, Place};
pub use repeat::{Growth, expand_repeats};
pub use seen::Seen;
pub use shelf::{Shelf, Shelved, read, read_board};
