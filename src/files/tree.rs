//! Files by their names, `scripts/snake.lua`, as a tree of folders. A folder is there when
//! something is in it. Knows nothing of what the files are.

use std::collections::BTreeMap;

/// A tree of files.
#[derive(Debug)]
pub(in crate::files) struct Tree<T> {
    files: BTreeMap<String, T>,
}

impl<T> Tree<T> {
    /// The tree of these files.
    pub fn new(files: BTreeMap<String, T>) -> Tree<T> {
        Tree { files }
    }

    /// The file of that name.
    pub fn get(&self, name: &str) -> Option<&T> {
        self.files.get(name)
    }

    /// Whether something is below that name; the root has none.
    pub fn is_dir(&self, name: &str) -> bool {
        self.below(name).next().is_some()
    }

    /// The names in a folder, without those of the folders above it, each once and in their
    /// order.
    pub fn list(&self, name: &str) -> Vec<&str> {
        let parts = self.below(name).map(|rest| rest.split('/').next().unwrap_or(rest));
        let mut names: Vec<&str> = parts.collect();
        names.dedup();
        names
    }

    /// What follows a folder's name and slash in the names of all that is in it.
    fn below(&self, name: &str) -> impl Iterator<Item = &str> {
        let start = if name.is_empty() { String::new() } else { format!("{name}/") };
        let from = self.files.range(start.clone()..).map(|(file, _)| file.as_str());
        from.map_while(move |file| file.strip_prefix(start.as_str()))
    }
}
