//! Reads a file whole, unless it is far too large for a level file. Knows no format.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use crate::level::decode::{MAX_BYTES, too_large};
use crate::level::error::{LevelError, Place};

/// The bytes of a file.
///
/// # Errors
/// The system does not give it, or it is larger than 64 MiB.
pub fn bytes_of(path: &Path) -> Result<Vec<u8>, LevelError> {
    let unreadable = |why: String| LevelError::Unreadable { path: path.to_owned(), why };
    let refuse = || LevelError::at(Place::new(path, 1, 1), too_large());
    let about = std::fs::metadata(path).map_err(|error| unreadable(error.to_string()))?;
    if about.len() > MAX_BYTES as u64 {
        return Err(refuse());
    }
    let file = File::open(path).map_err(|error| unreadable(error.to_string()))?;
    // What is no ordinary file, as a pipe, does not tell its size, and may have no end.
    let mut bytes = Vec::new();
    let read = file.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes);
    read.map_err(|error| unreadable(error.to_string()))?;
    match bytes.len() > MAX_BYTES {
        true => Err(refuse()),
        false => Ok(bytes),
    }
}
