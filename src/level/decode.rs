//! From bytes to lines of text, whatever encoding and line ends a person's file
//! has. Knows no format.

use std::path::Path;

use crate::level::error::{LevelError, Place};

/// The largest file that is read, in bytes.
pub(in crate::level) const MAX_BYTES: usize = 64 << 20;

/// Decodes text that is UTF-8 (with or without a byte-order mark) or else
/// Latin-1, and splits it at LF, CR LF or CR.
///
/// # Errors
/// The file is empty, too large, or holds a NUL byte, which no text does.
pub(in crate::level) fn lines(bytes: &[u8], path: &Path) -> Result<Vec<String>, LevelError> {
    let refuse = |what: String| LevelError::at(Place::new(path, 1, 1), what);
    if bytes.len() > MAX_BYTES {
        let most = MAX_BYTES >> 20;
        return Err(refuse(format!("the file is larger than {most} MiB")));
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Err(refuse("the file is empty; expected a level".into()));
    }
    if let Some(at) = bytes.iter().position(|&byte| byte == 0) {
        let line = bytes[..at].iter().filter(|&&byte| byte == b'\n').count() + 1;
        let what = "this is not text (it holds a NUL byte); expected a level file";
        return Err(LevelError::at(Place::new(path, line, 1), what));
    }
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
    };
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    Ok(text.lines().map(str::to_owned).collect())
}
