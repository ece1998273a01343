//! `tilewright pack`: a folder as `tilewright new` makes it, in one file. What does not play is
//! not packed.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use crate::app::{Wanted, open};
use crate::cli::Failure;
use crate::cli::args::Pack as Arguments;
use crate::files::{self, Beside, below, zipped};
use crate::rules::{
    Limits, MANIFEST, Manifest, PACK_ENDING, Pack, Scripts, Settings, default_game, games_in,
    has_pack_ending,
};
use crate::view::Painter;

/// What belongs into a pack: the endings of its files in each folder, in small letters.
const CONTENT: [(&str, &[&str]); 2] = [
    ("scripts", &["lua", "txt", "png", "jpg", "jpeg"]),
    ("levels", &["xsb", "sok", "txt", "slc", "hsb", "csv", "json"]),
];

/// What only an editor reads.
const DEFINITIONS: &str = "scripts/library/";

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let folder = &arguments.folder;
    let manifest = Manifest::read(&folder.join(MANIFEST))?;
    manifest.warnings.iter().for_each(|warning| eprintln!("tilewright: warning: {warning}"));
    let out = match &arguments.out {
        Some(out) if has_pack_ending(out) => out.clone(),
        Some(out) => {
            let what = format!("expected a name that ends with .{PACK_ENDING}");
            return Err(Failure::of_file(out, &what));
        }
        None => PathBuf::from(format!("{}.{PACK_ENDING}", manifest.name)),
    };
    let is_there = is_pack_or_free(&out)?;
    holds(folder, &manifest)?;
    let content = Content::of(folder)?;
    let bytes = zipped(&content.files).map_err(|error| Failure::of_file(&out, &error))?;
    let size = bytes.len();
    let unwritten = |error: std::io::Error| Failure::of_file(&out, &error);
    let beside = Beside::new(&out, &bytes).and_then(Beside::for_all).map_err(unwritten)?;
    // Somebody else has only what is in the pack.
    plays(beside.path()).map_err(|why| Failure::of_file(&out, &why))?;
    if is_there { beside.replace() } else { beside.create() }.map_err(unwritten)?;
    content.say(&out, size)?;
    Ok(())
}

/// Whether there is such a file already. What is no pack is nobody's to write over.
fn is_pack_or_free(out: &Path) -> Result<bool, Failure> {
    match Pack::open(out) {
        Ok(_) => Ok(true),
        Err(_) if !files::exists(out) => Ok(false),
        Err(_) => Err(Failure::of_file(out, &"this is there, and is no pack; it stays as it is")),
    }
}

/// Whether all games of the folder play. What is wrong is told.
fn holds(folder: &Path, manifest: &Manifest) -> Result<(), Failure> {
    let scripts = folder.join("scripts");
    let games = games_in(&scripts);
    if !games.contains(&manifest.name) {
        default_game(&scripts, Limits::default())?;
    }
    let games = games.iter().map(|name| Scripts::new(&scripts, name, Limits::default()));
    let faults: Vec<String> =
        games.flat_map(|game| faults(&game, &folder.join("levels"))).collect();
    if faults.is_empty() {
        return Ok(());
    }
    let mut said = faults.iter().fold(String::new(), |said, fault| format!("{said}{fault}\n"));
    writeln!(said, "this does not play as it should, and is not packed")?;
    // Whoever has stopped reading is no fault.
    let _ = std::io::stdout().write_all(said.as_bytes());
    Err(Failure::FoundFaults)
}

/// What is wrong with a game: its script, levels, first board, pictures and skins.
fn faults(scripts: &Scripts, levels: &Path) -> Vec<String> {
    let levels = levels.join(scripts.name());
    let opened = match begin(scripts, &levels) {
        Ok(opened) => opened,
        Err(why) => return vec![why],
    };
    let (_, pictures) = Painter::new(&opened.session, &scripts.own_folder());
    let refused = opened.shelf.refused().iter().map(ToString::to_string);
    let pictures = pictures.iter().map(ToString::to_string);
    let skins = scripts.skins().into_iter().filter_map(|name| scripts.skin(&name).err());
    refused.chain(pictures).chain(skins.map(|error| error.to_string())).collect()
}

/// The first level of a game as it begins.
fn begin(scripts: &Scripts, levels: &Path) -> Result<crate::app::Opened, String> {
    let remembered = Settings::new();
    let wanted = Wanted {
        levels,
        own: true,
        number: 1,
        seed: 0,
        remembered: &remembered,
        set: &[],
        stand: None,
    };
    open(scripts, &wanted).map_err(|error| error.to_string())
}

/// Whether a pack plays that is written, but not in its place yet.
fn plays(pack: &Path) -> Result<(), String> {
    let without_path = |why: String| {
        why.replace(&format!("{}/", pack.display()), "")
            .replace(&format!("{}: ", pack.display()), "")
    };
    let games = Pack::open(pack).map_err(|error| without_path(error.to_string()))?;
    let games = games.games(Limits::default());
    let games = games.map_err(|error| without_path(error.to_string()))?;
    let faults = games.iter().flat_map(|game| faults(game, &pack.join("levels")));
    match faults.into_iter().next() {
        Some(fault) => Err(format!("without the rest of the folder: {}", without_path(fault))),
        None => Ok(()),
    }
}

/// What goes into a pack, and what does not.
#[derive(Default)]
struct Content {
    files: BTreeMap<String, Vec<u8>>,
    left_out: Vec<String>,
}

impl Content {
    /// Reads what belongs into a pack.
    fn of(folder: &Path) -> Result<Content, Failure> {
        let mut content = Content::default();
        content.read(folder, MANIFEST.to_owned())?;
        for (within, endings) in CONTENT {
            let found = match below(&folder.join(within)) {
                // A game that makes its own boards has no levels.
                Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
                found => found.map_err(|error| Failure::of_file(&folder.join(within), &error))?,
            };
            for found in found {
                let name = format!("{within}/{}", found.name);
                let ending = Path::new(&name).extension().and_then(|ending| ending.to_str());
                let ending = ending.unwrap_or_default().to_ascii_lowercase();
                match found.is_file && endings.contains(&ending.as_str()) {
                    _ if name.starts_with(DEFINITIONS) => {}
                    true => content.read(folder, name)?,
                    false => content.left_out.push(name),
                }
            }
        }
        Ok(content)
    }

    fn read(&mut self, folder: &Path, name: String) -> Result<(), Failure> {
        let path = folder.join(&name);
        let bytes = files::read(&path).map_err(|error| Failure::of_file(&path, &error))?;
        self.files.insert(name, bytes);
        Ok(())
    }

    fn say(&self, out: &Path, size: usize) -> std::fmt::Result {
        let mut said = String::new();
        let (out, count, size) = (out.display(), self.files.len(), size.div_ceil(1000));
        writeln!(said, "{out}: {count} files, {size} KB. Play it with")?;
        writeln!(said, "  tilewright play {out}")?;
        if !self.left_out.is_empty() {
            let names = self.left_out.join(", ");
            writeln!(said, "Left out, for no game reads it: {names}")?;
        }
        // Whoever has stopped reading is no fault.
        let _ = std::io::stdout().write_all(said.as_bytes());
        Ok(())
    }
}
