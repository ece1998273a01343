//! Where a path leads: to the disk, or through a pack to something in it. Knows no zip.

use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use crate::files::opened::open_pack;
use crate::files::pack::{Pack, is_pack};
use crate::files::stock::{STOCK, stock_pack};

/// Where a path leads.
pub(in crate::files) enum Leads {
    /// To the disk.
    Disk,
    /// To what has that name in a pack.
    Inside(Arc<Pack>, String),
}

impl Leads {
    /// Follows a path.
    ///
    /// # Errors
    /// It leads through a file that is no pack, or out of one.
    pub fn of(path: &Path) -> io::Result<Leads> {
        if let (Ok(inside), Some(stock)) = (path.strip_prefix(STOCK), stock_pack()) {
            return Ok(Leads::Inside(stock, name_of(inside)?));
        }
        let Some(pack) = pack_of(path) else { return Ok(Leads::Disk) };
        let inside = path.strip_prefix(&pack).unwrap_or(path);
        Ok(Leads::Inside(open_pack(&pack)?, name_of(inside)?))
    }
}

/// What the name of a pack ends with.
pub const PACK_ENDING: &str = "tilewright";

/// Whether a name is that of a pack.
#[must_use]
pub fn has_pack_ending(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case(PACK_ENDING))
}

/// The pack that a path leads through: the file on the disk that is above it. What is called a
/// pack and is none is a damaged one; through any other file no path leads.
#[must_use]
pub fn pack_of(path: &Path) -> Option<PathBuf> {
    let above = path.ancestors().skip(1);
    let mut known = above.filter_map(|above| Some((above, std::fs::metadata(above).ok()?)));
    let (above, about) = known.next()?;
    // A name is asked for sooner than what is in a file.
    let may_be_one = about.is_file() && (has_pack_ending(above) || is_pack(above));
    may_be_one.then(|| above.to_owned())
}

/// The folder on the disk in which a change of what is at `path` shows: that of the pack, if
/// it leads through one; none for the program's own files.
#[must_use]
pub fn watched(path: &Path) -> Option<PathBuf> {
    if path.starts_with(STOCK) && stock_pack().is_some() {
        return None;
    }
    let Some(pack) = pack_of(path) else { return Some(path.to_owned()) };
    let folder = pack.parent().filter(|folder| !folder.as_os_str().is_empty());
    Some(folder.unwrap_or(Path::new(".")).to_owned())
}

/// The name in a pack, with forward slashes on all systems.
fn name_of(inside: &Path) -> io::Result<String> {
    let parts = inside.components().filter(|part| *part != Component::CurDir);
    let parts = parts.map(|part| match part {
        Component::Normal(part) => part.to_str(),
        _ => None,
    });
    let parts: Option<Vec<&str>> = parts.collect();
    parts.map(|parts| parts.join("/")).ok_or_else(|| io::ErrorKind::NotFound.into())
}
