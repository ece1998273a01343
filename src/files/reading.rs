//! What the standard library does with files, for files wherever they are.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::files::leads::{Leads, pack_of};
use crate::files::pack::Pack;

/// The content of a file.
///
/// # Errors
/// There is no such file, or it cannot be read; as the system says it, or why the pack that it
/// is in is none.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    match Leads::of(path)? {
        Leads::Disk => std::fs::read(path),
        Leads::Inside(pack, name) => pack.read(&name),
    }
}

/// The content of a file of UTF-8 text.
///
/// # Errors
/// As [`read`]; or it is no such text.
pub fn read_to_string(path: &Path) -> io::Result<String> {
    String::from_utf8(read(path)?)
        .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

/// The content of a file; nothing if that is more than `most` bytes.
///
/// # Errors
/// As [`read`].
pub fn read_at_most(path: &Path, most: usize) -> io::Result<Option<Vec<u8>>> {
    let Leads::Disk = Leads::of(path)? else {
        return Ok(Some(read(path)?).filter(|bytes| bytes.len() <= most));
    };
    let file = File::open(path)?;
    if file.metadata()?.len() > most as u64 {
        return Ok(None);
    }
    // What is no ordinary file, as a pipe, does not tell its size, and may have no end.
    let mut bytes = Vec::new();
    file.take(most as u64 + 1).read_to_end(&mut bytes)?;
    Ok(Some(bytes).filter(|bytes| bytes.len() <= most))
}

/// What is in a folder, in the order of the names.
///
/// # Errors
/// There is no such folder, or it cannot be read.
pub fn list(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths: Vec<PathBuf> = match Leads::of(folder)? {
        Leads::Disk => std::fs::read_dir(folder)?.flatten().map(|entry| entry.path()).collect(),
        Leads::Inside(pack, name) => {
            pack.list(&name)?.into_iter().map(|name| folder.join(name)).collect()
        }
    };
    paths.sort();
    Ok(paths)
}

/// Whether there is a folder; a pack as such is a file.
#[must_use]
pub fn is_dir(path: &Path) -> bool {
    asked(path, Path::is_dir, Pack::is_dir)
}

/// Whether there is an ordinary file.
#[must_use]
pub fn is_file(path: &Path) -> bool {
    asked(path, Path::is_file, Pack::is_file)
}

/// Whether there is anything.
#[must_use]
pub fn exists(path: &Path) -> bool {
    asked(path, Path::exists, Pack::has)
}

/// What is to be known of a path, on the disk or by a name in a pack.
fn asked(path: &Path, disk: fn(&Path) -> bool, inside: fn(&Pack, &str) -> bool) -> bool {
    match Leads::of(path) {
        Ok(Leads::Disk) => disk(path),
        Ok(Leads::Inside(pack, name)) => inside(&pack, &name),
        Err(_) => false,
    }
}

/// Where something really is, whatever links lead there. In a pack there are none.
///
/// # Errors
/// There is nothing.
pub fn real(path: &Path) -> io::Result<PathBuf> {
    let Leads::Inside(inside, name) = Leads::of(path)? else {
        return path.canonicalize();
    };
    match pack_of(path) {
        _ if !inside.has(&name) => Err(io::ErrorKind::NotFound.into()),
        Some(pack) => Ok(pack.canonicalize()?.join(name)),
        // The program's own files.
        None => Ok(path.to_owned()),
    }
}

/// Whether two paths lead to the same place.
#[must_use]
pub fn is_same(one: &Path, other: &Path) -> bool {
    one == other || real(one).ok().is_some_and(|one| real(other).ok() == Some(one))
}
