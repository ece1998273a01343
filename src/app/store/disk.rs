//! Files that are written as a whole or not at all: beside, made sure that they are on the
//! disk, and renamed. Knows no format.

use std::io::Write;
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

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

/// Puts a whole new file into the place of another.
pub(in crate::app) fn replace(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let beside = written_beside(path, bytes)?;
    beside.as_file().sync_all()?;
    beside.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// Puts a whole new file where there is none yet; others may read it.
pub(in crate::app) fn create(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let beside = written_beside(path, bytes)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        beside.as_file().set_permissions(std::fs::Permissions::from_mode(0o644))?;
    }
    beside.as_file().sync_all()?;
    beside.persist_noclobber(path).map_err(|error| error.error)?;
    Ok(())
}

fn written_beside(path: &Path, bytes: &[u8]) -> std::io::Result<NamedTempFile> {
    let folder = path.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)?;
    let mut beside = NamedTempFile::new_in(folder)?;
    beside.write_all(bytes)?;
    Ok(beside)
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
