//! The packs that were opened, each once as long as its file is the same.

use std::collections::HashMap;
use std::fs::Metadata;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::SystemTime;

use crate::files::error::PackFault;
use crate::files::pack::Pack;

/// So many are kept at most.
const MOST: usize = 32;

/// What tells a file from the one that was in its place before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stamp {
    modified: Option<SystemTime>,
    /// A file that was renamed into its place may be as old as the one before.
    created: Option<SystemTime>,
    length: u64,
}

impl Stamp {
    fn of(about: &Metadata) -> Stamp {
        let (modified, created) = (about.modified().ok(), about.created().ok());
        Stamp { modified, created, length: about.len() }
    }
}

type Opened = Result<Arc<Pack>, PackFault>;

static OPENED: LazyLock<Mutex<HashMap<PathBuf, (Stamp, Opened)>>> = LazyLock::new(Mutex::default);

/// The pack at that path, as it is now.
///
/// # Errors
/// The file cannot be read, or is no pack, or one that may not be.
pub fn open_pack(path: &Path) -> Result<Arc<Pack>, PackFault> {
    let about = std::fs::metadata(path);
    let about = about.map_err(|error| PackFault::new(path, error.to_string()))?;
    let stamp = Stamp::of(&about);
    let mut all = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((known, opened)) = all.get(path)
        && *known == stamp
    {
        return opened.clone();
    }
    let opened = Pack::open(path).map(Arc::new);
    if all.len() >= MOST {
        all.clear();
    }
    all.insert(path.to_owned(), (stamp, opened.clone()));
    opened
}
