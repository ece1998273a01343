//! Reads a file whole, unless it is far too large for a level file. Knows no format.

use std::path::Path;

use crate::files;
use crate::level::decode::{MAX_BYTES, too_large};
use crate::level::error::{LevelError, Place};

/// The bytes of a file.
///
/// # Errors
/// The system does not give it, or it is larger than 64 MiB.
pub fn bytes_of(path: &Path) -> Result<Vec<u8>, LevelError> {
    let unreadable = |why: String| LevelError::Unreadable { path: path.to_owned(), why };
    let refuse = || LevelError::at(Place::new(path, 1, 1), too_large());
    let bytes = files::read_at_most(path, MAX_BYTES);
    bytes.map_err(|error| unreadable(error.to_string()))?.ok_or_else(refuse)
}
