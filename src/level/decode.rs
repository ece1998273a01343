//! From bytes to text, whatever encoding and line ends a person's file has. Knows no
//! format.

use std::path::Path;

use crate::level::cursor::Cursor;
use crate::level::error::{LevelError, Place};

/// The largest file that is read, in bytes.
pub(in crate::level) const MAX_BYTES: usize = 64 << 20;

/// Decodes text that is UTF-8 (with or without a byte-order mark), UTF-16 with its mark,
/// or else Latin-1. Every line of it ends with LF.
///
/// # Errors
/// The file is empty, too large, or holds a NUL, which no text does.
pub fn text(bytes: &[u8], path: &Path) -> Result<String, LevelError> {
    let refuse = |what: String| LevelError::at(Place::new(path, 1, 1), what);
    if bytes.len() > MAX_BYTES {
        return Err(refuse(too_large()));
    }
    let text = with_any_line_ends(bytes);
    if text.trim().is_empty() {
        return Err(refuse("the file is empty; expected a level".into()));
    }
    let text = match text.contains('\r') {
        true => text.replace("\r\n", "\n").replace('\r', "\n"),
        false => text,
    };
    if let Some(at) = text.find('\0') {
        let (line, column) = Cursor::new(&text).go(at);
        let what = "this is not text (it holds a NUL byte); expected a level file";
        return Err(LevelError::at(Place::new(path, line, column), what));
    }
    Ok(text)
}

/// The same, split at its line ends.
///
/// # Errors
/// As [`text`].
pub(in crate::level) fn lines(bytes: &[u8], path: &Path) -> Result<Vec<String>, LevelError> {
    Ok(text(bytes, path)?.lines().map(str::to_owned).collect())
}

/// What is said of a file over [`MAX_BYTES`].
pub(in crate::level) fn too_large() -> String {
    format!("the file is larger than {} MiB", MAX_BYTES >> 20)
}

fn with_any_line_ends(bytes: &[u8]) -> String {
    if let Some(text) = utf_16(bytes) {
        return text;
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
    }
}

/// The text of a file that begins with the byte-order mark of UTF-16.
fn utf_16(bytes: &[u8]) -> Option<String> {
    let (low_first, bytes) = match bytes {
        [0xff, 0xfe, rest @ ..] => (true, rest),
        [0xfe, 0xff, rest @ ..] => (false, rest),
        _ => return None,
    };
    // A last byte without its other half is left out.
    let (pairs, _) = bytes.as_chunks::<2>();
    let units = pairs.iter().map(|pair| match low_first {
        true => u16::from_le_bytes(*pair),
        false => u16::from_be_bytes(*pair),
    });
    let characters = char::decode_utf16(units);
    Some(characters.map(|read| read.unwrap_or(char::REPLACEMENT_CHARACTER)).collect())
}
