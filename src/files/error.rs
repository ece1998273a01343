//! What is wrong with a pack, and with what in it.

use std::io;
use std::path::{Path, PathBuf};

/// Why a pack cannot be opened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {what}", pack.display())]
pub struct PackFault {
    /// The file.
    pub pack: PathBuf,
    /// What is wrong; of something in it, first its name in quotes.
    pub what: String,
}

impl PackFault {
    /// Something is wrong with the pack as a whole.
    pub(in crate::files) fn new(pack: &Path, what: impl Into<String>) -> PackFault {
        PackFault { pack: pack.to_owned(), what: what.into() }
    }

    /// Something is wrong with one file in it. What its name has of control characters is
    /// escaped: it may be anybody's.
    pub(in crate::files) fn of(pack: &Path, name: &str, what: impl AsRef<str>) -> PackFault {
        PackFault::new(pack, format!("\"{}\" {}", name.escape_debug(), what.as_ref()))
    }
}

impl From<PackFault> for io::Error {
    fn from(fault: PackFault) -> io::Error {
        io::Error::new(io::ErrorKind::InvalidData, fault)
    }
}
