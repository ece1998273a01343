//! `pack.toml`: what a pack says of itself. Knows no script.

use std::path::{Path, PathBuf};

use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::files;
use crate::files::PackFault;
use crate::level::Place;
use crate::rules::api::API_VERSION;
use crate::rules::error::ScriptError;
use crate::rules::naming::is_name_of_a_game;

/// The name of the file.
pub const MANIFEST: &str = "pack.toml";

/// The largest one, in bytes.
const MAX_BYTES: usize = 64 << 10;

/// The longest name of a pack.
const MAX_NAME: usize = 60;

/// Whatever may be said.
const KEYS: [&str; 6] = ["name", "title", "author", "version", "api", "description"];

/// What a pack says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Manifest {
    /// Its name, of the letters that names of games have.
    pub name: String,
    /// What a player reads instead.
    pub title: Option<String>,
    /// Who made it; may be empty.
    pub author: String,
    /// Which version of it this is, in any form.
    pub version: String,
    /// What it is about.
    pub description: Option<String>,
    /// What is in the file and means nothing, in words.
    pub warnings: Vec<String>,
}

/// The same as it stands in the file.
#[derive(Deserialize)]
struct Written {
    name: Spanned<String>,
    title: Option<String>,
    author: String,
    version: String,
    api: Spanned<u32>,
    description: Option<String>,
}

/// Why a pack cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PackError {
    /// The file is no pack, or one that may not be.
    #[error(transparent)]
    Fault(#[from] PackFault),
    /// There is no `pack.toml`, or it cannot be read.
    #[error("{}: {why}", path.display())]
    Unread {
        /// The `pack.toml`.
        path: PathBuf,
        /// Why it is not read.
        why: String,
    },
    /// Something in `pack.toml` is not as it should be.
    #[error("{place}: {what}")]
    Malformed {
        /// Where.
        place: Place,
        /// What is there and what was expected.
        what: String,
    },
    /// It is for a newer program.
    #[error(
        "{place}: this pack needs API {needed}; this program has API {API_VERSION}: \
         a newer Tilewright plays it"
    )]
    Newer {
        /// Where that is said.
        place: Place,
        /// The API version that the pack needs.
        needed: i64,
    },
}

impl Manifest {
    /// Reads the `pack.toml` of a pack, after a look at the pack as a whole.
    ///
    /// # Errors
    /// As [`PackError`] has it.
    pub fn of_pack(pack: &Path) -> Result<Manifest, PackError> {
        files::open_pack(pack)?;
        Manifest::read(&pack.join(MANIFEST))
    }

    /// Reads a `pack.toml`.
    ///
    /// # Errors
    /// It cannot be read, has not what it must have, or is for a newer program.
    pub fn read(path: &Path) -> Result<Manifest, PackError> {
        let text = text(path)?;
        let malformed = |error: &toml::de::Error| {
            let at = error.span().unwrap_or_default().start;
            PackError::Malformed { place: place(path, &text, at), what: readable(error.message()) }
        };
        let table = DeTable::parse(&text).map_err(|error| malformed(&error))?;
        // First of all, for whatever else is in it may be another thing by then.
        if let Some((needed, at)) = api_of(table.get_ref())
            && needed > i64::from(API_VERSION)
        {
            return Err(PackError::Newer { place: place(path, &text, at), needed });
        }
        let written = toml::from_str::<Written>(&text).map_err(|error| malformed(&error))?;
        written.check(|at, what| PackError::Malformed { place: place(path, &text, at), what })?;
        let unknown = table.get_ref().keys().filter(|key| !KEYS.contains(&key.get_ref().as_ref()));
        let warnings = unknown.map(|key| {
            let place = place(path, &text, key.span().start);
            format!("{place}: \"{}\" means nothing; expected {}", key.get_ref(), KEYS.join(", "))
        });
        let warnings = warnings.collect();
        let Written { name, title, author, version, description, .. } = written;
        let name = name.into_inner();
        Ok(Manifest { name, title, author, version, description, warnings })
    }

    /// All of it that a player may want to know, in one line.
    #[must_use]
    pub fn about(&self) -> String {
        let title = self.title.as_ref().unwrap_or(&self.name);
        let author = Some(&self.author).filter(|author| !author.is_empty());
        let author = author.map(|author| format!(" by {author}")).unwrap_or_default();
        let description = self.description.iter().map(|said| format!(": {said}"));
        let description: String = description.collect();
        format!("{title} {}{author}{description}", self.version)
    }
}

impl Written {
    /// What no type says.
    fn check<E>(&self, refuse: impl Fn(usize, String) -> E) -> Result<(), E> {
        let name = self.name.get_ref();
        if !is_name_of_a_game(name) || name.len() > MAX_NAME {
            let what = format!(
                "\"{}\" is no name for a pack; expected at most {MAX_NAME} letters from A to z, \
                 digits, _ and -",
                name.escape_debug()
            );
            return Err(refuse(self.name.span().start, what));
        }
        if *self.api.get_ref() == 0 {
            let what = "there is no API 0; expected 1 or more".to_owned();
            return Err(refuse(self.api.span().start, what));
        }
        Ok(())
    }
}

impl From<PackError> for ScriptError {
    fn from(error: PackError) -> ScriptError {
        // The message has the place in it, with its column.
        ScriptError { message: error.to_string(), ..ScriptError::default() }
    }
}

fn text(path: &Path) -> Result<String, PackError> {
    let unread = |why: String| PackError::Unread { path: path.to_owned(), why };
    let bytes = files::read_at_most(path, MAX_BYTES).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => {
            unread("there is none; a pack needs one, with its name, author, version and api".into())
        }
        _ => unread(error.to_string()),
    })?;
    let too_large = || unread(format!("it is larger than {} KiB", MAX_BYTES >> 10));
    let text = String::from_utf8(bytes.ok_or_else(too_large)?);
    text.map_err(|_| unread("this is not UTF-8; save the file as UTF-8".to_owned()))
}

/// The API version that is asked for, whatever else is there, and where that stands.
fn api_of(table: &DeTable<'_>) -> Option<(i64, usize)> {
    let value = table.get("api")?;
    let DeValue::Integer(number) = value.get_ref() else { return None };
    let number = i64::from_str_radix(number.as_str(), number.radix()).ok()?;
    Some((number, value.span().start))
}

/// What is wrong, with what was expected.
fn readable(message: &str) -> String {
    match message.starts_with("missing field") {
        true => format!("{message}; a pack needs name, author, version and api"),
        false => message.lines().collect::<Vec<_>>().join(", "),
    }
}

fn place(path: &Path, text: &str, at: usize) -> Place {
    let before = text.get(..at).unwrap_or(text);
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    Place::new(path, before.matches('\n').count() + 1, column)
}
