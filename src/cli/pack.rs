//! `tilewright pack`: a folder as `tilewright new` makes it, in one file. What does not play is
//! not packed.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use crate::app::{Wanted, open};
use crate::cli::Failure;
use crate::cli::args::Pack as Arguments;
use crate::files::{self, Beside, PACK_ENDING, below, has_pack_ending, zipped};
use crate::rules::{Limits, MANIFEST, Pack, ScriptError, Scripts, Settings};
use crate::session::{check_levels, check_rule_tests};
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
    let pack = Pack::in_folder(folder)?;
    pack.manifest.warnings.iter().for_each(|warning| eprintln!("tilewright: warning: {warning}"));
    let out = out(arguments, &pack)?;
    let is_there = is_pack_or_free(&out)?;
    holds(&pack)?;
    let content = Content::of(folder)?;
    let unwritten = |error: std::io::Error| Failure::of_file(&out, &error);
    let bytes = zipped(&content.files).map_err(unwritten)?;
    let beside = Beside::new(&out, &bytes).and_then(Beside::for_all).map_err(unwritten)?;
    plays_alone(beside.path()).map_err(|why| Failure::of_file(&out, &why))?;
    if is_there { beside.replace() } else { beside.create() }.map_err(unwritten)?;
    content.say(&out, bytes.len())?;
    Ok(())
}

/// The file to write.
fn out(arguments: &Arguments, pack: &Pack) -> Result<PathBuf, Failure> {
    let own = || PathBuf::from(format!("{}.{PACK_ENDING}", pack.manifest.name));
    let out = arguments.out.clone().unwrap_or_else(own);
    match has_pack_ending(&out) {
        true => Ok(out),
        false => {
            let what = format!("expected a name that ends with .{PACK_ENDING}");
            Err(Failure::of_file(&out, &what))
        }
    }
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
fn holds(pack: &Pack) -> Result<(), Failure> {
    let faults = faults(pack)?;
    if faults.is_empty() {
        return Ok(());
    }
    let mut said = faults.iter().fold(String::new(), |said, fault| format!("{said}{fault}\n"));
    writeln!(said, "this does not play as it should, and is not packed")?;
    // Whoever has stopped reading is no fault.
    let _ = std::io::stdout().write_all(said.as_bytes());
    Err(Failure::FoundFaults)
}

/// Whether what was packed plays without the folder: nobody else has more than that. It is not
/// in its place yet, which is none of the reader's business.
fn plays_alone(written: &Path) -> Result<(), String> {
    let pack = Pack::open(written).map_err(|error| error.to_string());
    let faults = pack.and_then(|pack| faults(&pack).map_err(|error| error.to_string()));
    let why = match faults {
        Ok(faults) => faults.into_iter().next(),
        Err(why) => Some(why),
    };
    let shown = written.display().to_string();
    let readable = |why: String| why.replace(&format!("{shown}/"), "").replace(&shown, "the pack");
    why.map_or(Ok(()), |why| Err(format!("the pack alone does not play: {}", readable(why))))
}

/// What is wrong with the games of a pack.
fn faults(pack: &Pack) -> Result<Vec<String>, ScriptError> {
    let games = pack.games(Limits::default())?;
    Ok(games.iter().flat_map(|game| faults_of(game, &pack.levels(game.name()))).collect())
}

/// What is wrong with a game: its script, levels, rule tests, pictures and skins.
fn faults_of(scripts: &Scripts, levels: &Path) -> Vec<String> {
    let remembered = Settings::new();
    let (own, number, seed, set, stand) = (true, 1, 0, &[][..], None);
    let wanted = Wanted { levels, own, number, seed, remembered: &remembered, set, stand };
    let opened = match open(scripts, &wanted) {
        Ok(opened) => opened,
        Err(error) => return vec![error.to_string()],
    };
    // Not only the first level: whoever gets the pack opens them all.
    let found = match scripts.load() {
        Ok(game) => [check_levels(game, &opened.shelf), check_rule_tests(scripts)].concat(),
        Err(error) => return vec![error.to_string()],
    };
    let (_, pictures) = Painter::new(&opened.session, &scripts.own_folder());
    let found = found.iter().map(ToString::to_string);
    let pictures = pictures.iter().map(ToString::to_string);
    let skins = scripts.skins().into_iter().filter_map(|name| scripts.skin(&name).err());
    found.chain(pictures).chain(skins.map(|error| error.to_string())).collect()
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
