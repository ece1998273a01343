//! A file as it was when it was read, to tell later whether a save changed
//! anything. Knows no format.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};

use crate::files;

/// One file that was read or looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    path: PathBuf,
    /// A hash of the content; nothing when there was no such file.
    content: Option<u64>,
}

impl Seen {
    /// Looks at a file now; of a folder, at the names in it.
    #[must_use]
    pub fn now(path: &Path) -> Seen {
        if files::is_dir(path) {
            return Seen::with(path, Some(listing(path).as_bytes()));
        }
        Seen::with(path, files::read(path).ok().as_deref())
    }

    /// A file with that content, or one that is not there.
    #[must_use]
    pub fn with(path: &Path, content: Option<&[u8]>) -> Seen {
        let content = content.map(|bytes| {
            let mut hasher = DefaultHasher::new();
            bytes.hash(&mut hasher);
            hasher.finish()
        });
        Seen { path: path.to_owned(), content }
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether the file is another now.
    #[must_use]
    pub fn is_stale(&self) -> bool {
        Seen::now(&self.path) != *self
    }
}

fn listing(folder: &Path) -> String {
    let paths = files::list(folder).unwrap_or_default();
    let names = paths.iter().filter_map(|path| path.file_name());
    let names: Vec<String> = names.map(|name| name.to_string_lossy().into_owned()).collect();
    names.join("\n")
}
