//! All files in a folder on the disk and in those below it, for whoever puts them into a pack.

use std::io;
use std::path::Path;

/// Something in a folder or below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Below {
    /// Its path from the folder, with forward slashes.
    pub name: String,
    /// Whether it is an ordinary file: no link, and nothing that only looks like a file.
    pub is_file: bool,
}

/// All files in a folder and below it, in the order of their names. What begins with a dot is
/// left out, and links are not followed.
///
/// # Errors
/// A folder cannot be read, or a name is no Unicode text.
pub fn below(folder: &Path) -> io::Result<Vec<Below>> {
    let mut all = Vec::new();
    collect(folder, "", &mut all)?;
    all.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(all)
}

fn collect(folder: &Path, above: &str, all: &mut Vec<Below>) -> io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        let name = entry.file_name().into_string().map_err(|_| {
            let what = format!("{}: this name is no Unicode text", path.display());
            io::Error::new(io::ErrorKind::InvalidData, what)
        })?;
        let kind = entry.file_type()?;
        match (name.starts_with('.'), kind.is_dir()) {
            (true, _) => {}
            (false, true) => collect(&path, &format!("{above}{name}/"), all)?,
            (false, false) => {
                all.push(Below { name: format!("{above}{name}"), is_file: kind.is_file() });
            }
        }
    }
    Ok(())
}
