//! A file as it was when it was read, to tell later whether a save changed
//! anything. Knows no format.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};

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
        if path.is_dir() {
            return Seen::with(path, Some(listing(path).as_bytes()));
        }
        Seen::with(path, std::fs::read(path).ok().as_deref())
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
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names.join("\n")
}
