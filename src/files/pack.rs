//! A pack: a zip file that is checked as a whole when it is opened, and then read in memory.
//! The only file that reads zip. Knows nothing of where a path leads.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::io::{self, Cursor, Read};
use std::path::Path;
use std::sync::Arc;

use zip::CompressionMethod;
use zip::read::{ZipArchive, ZipFileEntry};
use zip::result::ZipError;

use crate::files::error::PackFault;
use crate::files::name;
use crate::files::tree::Tree;

/// The most that a pack may have in it, files and folders.
const MAX_ENTRIES: usize = 2_000;

/// The largest file in a pack, in bytes.
const MAX_FILE: u64 = 64 << 20;

/// The most that all files of a pack may come to, in bytes; a pack itself is not larger.
const MAX_ALL: u64 = 256 << 20;

/// How a file may be packed.
const PACKED: [CompressionMethod; 2] = [CompressionMethod::Stored, CompressionMethod::Deflated];

/// Files in one file, or in the program.
#[derive(Debug)]
pub struct Pack {
    files: Tree<Stored>,
}

/// A zip file in memory; copies of it share that.
type Zip = ZipArchive<Cursor<Arc<[u8]>>>;

/// How a file is stored.
#[derive(Debug)]
enum Stored {
    /// In a zip file, at that place among its entries.
    Zipped(Zip, usize),
    /// As it is, in the program.
    Plain(Cow<'static, [u8]>),
}

/// Whether a file is a pack by what it begins with, which no other file does that is played.
#[must_use]
pub fn is_pack(path: &Path) -> bool {
    let mut start = [0; 4];
    // From a pipe nothing may ever come.
    let mut read = || File::open(path).and_then(|mut file| file.read_exact(&mut start));
    path.is_file() && read().is_ok() && [b"PK\x03\x04", b"PK\x05\x06"].contains(&&start)
}

impl Pack {
    /// Whether there is a file or folder of that name.
    pub(in crate::files) fn has(&self, name: &str) -> bool {
        self.is_file(name) || self.is_dir(name)
    }

    /// Files that the program has in itself, by their names.
    pub(in crate::files) fn of_program(
        files: impl Iterator<Item = (String, Cow<'static, [u8]>)>,
    ) -> Pack {
        let files = files.map(|(name, bytes)| (name, Stored::Plain(bytes)));
        Pack { files: Tree::new(files.collect()) }
    }

    /// Opens a pack. All of it is checked, and unpacked once to see how large it becomes, for
    /// what it says of that may be wrong.
    ///
    /// # Errors
    /// It cannot be read, is no zip file, or has something in it that no pack may have.
    pub(in crate::files) fn open(path: &Path) -> Result<Pack, PackFault> {
        let zip = ZipArchive::new(Cursor::new(whole(path)?)).map_err(|error| {
            PackFault::new(path, format!("this is no pack: it is no whole zip file ({error})"))
        })?;
        if zip.len() > MAX_ENTRIES {
            let what = format!("{} files are in it; expected at most {MAX_ENTRIES}", zip.len());
            return Err(PackFault::new(path, what));
        }
        // All but the last of them are out of sight.
        if zip.has_duplicate_names() {
            return Err(PackFault::new(path, "a file is in it twice"));
        }
        let mut opening = Opening { path, zip: &zip, known: HashMap::new(), left: MAX_ALL };
        let mut files = BTreeMap::new();
        for index in 0..zip.len() {
            if let Some(name) = opening.file(index)? {
                files.insert(name, Stored::Zipped(zip.clone(), index));
            }
        }
        no_file_is_a_folder(path, &files)?;
        Ok(Pack { files: Tree::new(files) })
    }

    /// The content of a file.
    pub(in crate::files) fn read(&self, name: &str) -> io::Result<Vec<u8>> {
        match self.files.get(name).ok_or(io::ErrorKind::NotFound)? {
            Stored::Plain(bytes) => Ok(bytes.to_vec()),
            Stored::Zipped(zip, index) => {
                let mut bytes = Vec::new();
                unpack(zip, *index, MAX_FILE, &mut bytes)?;
                Ok(bytes)
            }
        }
    }

    /// Whether there is such a file.
    pub(in crate::files) fn is_file(&self, name: &str) -> bool {
        self.files.get(name).is_some()
    }

    /// Whether there is such a folder.
    pub(in crate::files) fn is_dir(&self, name: &str) -> bool {
        self.files.is_dir(name)
    }

    /// The names in a folder.
    pub(in crate::files) fn list(&self, name: &str) -> io::Result<Vec<&str>> {
        match self.is_dir(name) {
            true => Ok(self.files.list(name)),
            false => Err(io::ErrorKind::NotFound.into()),
        }
    }
}

/// The bytes of a pack.
fn whole(path: &Path) -> Result<Arc<[u8]>, PackFault> {
    let unreadable = |error: io::Error| PackFault::new(path, error.to_string());
    let file = File::open(path).map_err(unreadable)?;
    let mut bytes = Vec::new();
    file.take(MAX_ALL + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    match bytes.len() as u64 > MAX_ALL {
        true => Err(PackFault::new(path, format!("it is larger than {} MiB", MAX_ALL >> 20))),
        false => Ok(bytes.into()),
    }
}

/// Unpacks a file, or as much of it as one byte over `most`. Returns how much that was.
fn unpack(zip: &Zip, index: usize, most: u64, into: &mut impl io::Write) -> io::Result<u64> {
    let mut zip = zip.clone();
    io::copy(&mut zip.by_index(index)?.take(most + 1), into)
}

/// What is known of a pack while it is being opened.
struct Opening<'a> {
    path: &'a Path,
    zip: &'a Zip,
    /// The names so far, and in small letters first: some systems do not tell them apart.
    known: HashMap<String, String>,
    /// How many bytes may still be unpacked.
    left: u64,
}

impl Opening<'_> {
    /// The name of an entry if it is a file, checked like everything else of it.
    fn file(&mut self, index: usize) -> Result<Option<String>, PackFault> {
        let unreadable = |error: ZipError| PackFault::new(self.path, error.to_string());
        let entry = self.zip.by_index_data(index).map_err(unreadable)?;
        let name = entry.name().map_err(unreadable)?.into_owned();
        let refuse = |what: &str| PackFault::of(self.path, &name, what);
        if let Some(what) = name::fault(&name) {
            return Err(refuse(&what));
        }
        if is_special(&entry) {
            return Err(refuse("is a link; expected files and folders"));
        }
        if entry.encrypted() {
            return Err(refuse("is encrypted"));
        }
        let plain = name.trim_end_matches('/');
        if let Some(other) = self.known.insert(plain.to_lowercase(), plain.to_owned()) {
            return Err(match other == plain {
                true => refuse("is there twice"),
                false => refuse(&format!("and \"{other}\" differ only in small and large letters")),
            });
        }
        if name.ends_with('/') {
            return Ok(None);
        }
        if !PACKED.contains(&entry.compression()) {
            return Err(refuse("is packed in another way than by deflate"));
        }
        self.count(index, &name)?;
        Ok(Some(name))
    }

    /// Unpacks a file to nowhere, to see that it can be and how large it becomes.
    fn count(&mut self, index: usize, name: &str) -> Result<(), PackFault> {
        let refuse = |what: String| PackFault::of(self.path, name, what);
        let most = MAX_FILE.min(self.left);
        let size = unpack(self.zip, index, most, &mut io::sink());
        let size = size.map_err(|error| refuse(format!("is damaged ({error})")))?;
        if size > MAX_FILE {
            return Err(refuse(format!("becomes larger than {} MiB", MAX_FILE >> 20)));
        }
        self.left = self.left.checked_sub(size).ok_or_else(|| {
            let what = format!("with all before it becomes larger than {} MiB", MAX_ALL >> 20);
            refuse(what)
        })?;
        Ok(())
    }
}

/// Whether an entry is something else than a file or a folder, as a link is.
fn is_special(entry: &ZipFileEntry<'_>) -> bool {
    const KIND: u32 = 0o170_000;
    let kind = entry.unix_mode().unwrap_or_default() & KIND;
    ![0, 0o100_000, 0o040_000].contains(&kind)
}

/// A file cannot be the folder of another one.
fn no_file_is_a_folder(path: &Path, files: &BTreeMap<String, Stored>) -> Result<(), PackFault> {
    let is_in_a_file = |name: &&String| {
        let folders = name.match_indices('/').map(|(end, _)| &name[..end]);
        folders.into_iter().any(|folder| files.contains_key(folder))
    };
    match files.keys().find(is_in_a_file) {
        Some(name) => Err(PackFault::of(path, name, "is in a file and not in a folder")),
        None => Ok(()),
    }
}
