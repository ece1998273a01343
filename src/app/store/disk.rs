//! Files of the store that are missing, damaged or locked. Knows no format.

use std::path::{Path, PathBuf};

pub(in crate::app) use crate::files::{create, replace};

/// Whether there is no such file, nor perhaps a folder for it.
pub(in crate::app) fn is_missing(error: &std::io::Error) -> bool {
    matches!(error.kind(), std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory)
}

/// Gives a damaged file a name that nothing has yet; nothing if that fails.
pub(in crate::app) fn put_aside(path: &Path) -> Option<PathBuf> {
    let names = (1..100).map(|number| match number {
        1 => path.with_extension("toml.damaged"),
        _ => path.with_extension(format!("toml.damaged{number}")),
    });
    let aside = names.into_iter().find(|aside| !aside.exists())?;
    std::fs::rename(path, &aside).ok().map(|()| aside)
}

/// A lock beside a file, for as long as it is kept; other programs of this kind wait for it.
pub(in crate::app) struct Lock {
    _file: std::fs::File,
}

impl Lock {
    /// Locks a file. Where that cannot be had, nothing is locked: what is kept matters more.
    pub fn of(path: &Path) -> Option<Lock> {
        std::fs::create_dir_all(path.parent()?).ok()?;
        let file = std::fs::File::create(path.with_extension("lock")).ok()?;
        file.lock().ok().map(|()| Lock { _file: file })
    }
}
