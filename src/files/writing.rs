//! Files that are written as a whole or not at all: beside, made sure that they are on the
//! disk, and renamed; and the bytes of a pack. Knows no other format.

use std::collections::BTreeMap;
use std::io::{self, Cursor, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use tempfile::NamedTempFile;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

/// What the name of a file begins and ends with for as long as it is being written.
const UNFINISHED: (&str, &str) = (".tilewright-", ".tmp");

/// An unfinished file that nobody has written to for so long was left by a program that was
/// killed.
const FORGOTTEN: Duration = Duration::from_secs(60 * 60);

/// A whole new file, still beside the place that it is for; gone if nobody puts it there.
#[derive(Debug)]
pub struct Beside {
    file: NamedTempFile,
    place: PathBuf,
}

impl Beside {
    /// Writes it.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn new(place: &Path, bytes: &[u8]) -> io::Result<Beside> {
        let folder = place.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        std::fs::create_dir_all(folder)?;
        sweep(folder);
        let (begin, end) = UNFINISHED;
        let file = tempfile::Builder::new().prefix(begin).suffix(end).tempfile_in(folder);
        let mut file = file.map_err(without_path)?;
        file.as_file_mut().write_all(bytes)?;
        Ok(Beside { file, place: place.to_owned() })
    }

    /// Where it is for now.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.file.path()
    }

    /// Lets others read it: a file that was made for a moment is its owner's alone.
    ///
    /// # Errors
    /// The system does not allow that.
    pub fn for_all(self) -> io::Result<Beside> {
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            self.file.as_file().set_permissions(std::fs::Permissions::from_mode(0o644))?;
        }
        Ok(self)
    }

    /// Puts it into its place, whatever is there.
    ///
    /// # Errors
    /// It cannot be put there; then all is as it was.
    pub fn replace(self) -> io::Result<()> {
        self.file.as_file().sync_all()?;
        self.file.persist(&self.place).map_err(|error| error.error)?;
        Ok(())
    }

    /// Puts it into its place if nothing is there.
    ///
    /// # Errors
    /// It cannot be put there, or there is something by now; then all is as it was.
    pub fn create(self) -> io::Result<()> {
        self.file.as_file().sync_all()?;
        self.file.persist_noclobber(&self.place).map_err(|error| error.error)?;
        Ok(())
    }
}

/// What the system said, without the name of the unfinished file, which nobody knows.
fn without_path(error: io::Error) -> io::Error {
    match error.to_string().split_once(" at path ") {
        Some((said, _)) => io::Error::new(error.kind(), said),
        None => error,
    }
}

/// Removes the unfinished files in a folder that programs have left there which were killed, so
/// that they do not become more and more.
fn sweep(folder: &Path) {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    for path in entries.map(|entry| entry.path()).filter(|path| is_forgotten(path)) {
        // What cannot be removed does no harm.
        let _ = std::fs::remove_file(path);
    }
}

/// Whether a file is an unfinished one that nobody will finish.
fn is_forgotten(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str());
    let (begin, end) = UNFINISHED;
    let written = || path.symlink_metadata().and_then(|file| file.modified()).ok();
    name.is_some_and(|name| name.starts_with(begin) && name.ends_with(end))
        && written().and_then(|at| at.elapsed().ok()).is_some_and(|ago| ago >= FORGOTTEN)
}

/// Puts a whole new file into the place of another.
///
/// # Errors
/// It cannot be written; then all is as it was.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    Beside::new(path, bytes)?.replace()
}

/// Puts a whole new file where there is none yet; others may read it.
///
/// # Errors
/// It cannot be written, or there is one by now; then all is as it was.
pub fn create(path: &Path, bytes: &[u8]) -> io::Result<()> {
    Beside::new(path, bytes)?.for_all()?.create()
}

/// The bytes of a pack with these files. The same files give the same bytes: they stand in the
/// order of their names, and none has a time.
///
/// # Errors
/// There are more, or larger ones, than a zip file has room for.
pub fn zipped(files: &BTreeMap<String, Vec<u8>>) -> io::Result<Vec<u8>> {
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644);
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        zip.start_file(name.as_str(), options)?;
        zip.write_all(bytes)?;
    }
    Ok(zip.finish()?.into_inner())
}
