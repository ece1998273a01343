//! From a script's files to a game that can be played, or to an error and the
//! game that was. Knows where scripts are; a fresh VM for every load, so that
//! nothing of the old script is left.

use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use mlua::Value;

use crate::files;
use crate::level::Seen;
use crate::rules::budget::Limits;
use crate::rules::duplicates::{Twice, doubles};
use crate::rules::error::ScriptError;
use crate::rules::fault::{Found, Mistakes};
use crate::rules::game::Game;
use crate::rules::machine::Machine;
use crate::rules::manifest::{MANIFEST, Manifest};
use crate::rules::naming::is_name_of_a_game;
use crate::rules::source::Sources;
use crate::rules::tokens::tokens;

/// The largest script, in bytes.
pub(in crate::rules) const MAX_SCRIPT: usize = 4 << 20;

/// Where one game's script is.
#[derive(Clone, Debug)]
pub struct Scripts {
    folder: PathBuf,
    name: String,
    key: String,
    limits: Limits,
    /// What the pack says of itself that the folder is in, if it is in one.
    pack: Option<Arc<Manifest>>,
}

/// Why there is no game, and the files to watch until there is one.
#[derive(Debug, thiserror::Error)]
#[error("{error}")]
pub struct LoadError {
    /// What is wrong.
    pub error: ScriptError,
    /// Every file that was looked at.
    pub seen: Vec<Seen>,
}

impl Scripts {
    /// The game `name` in a folder of scripts: `NAME.lua` or `NAME/init.lua`.
    #[must_use]
    pub fn new(folder: &Path, name: &str, limits: Limits) -> Scripts {
        let pack = files::pack_of(folder).and_then(|pack| Manifest::of_pack(&pack).ok());
        let key = match &pack {
            Some(pack) => format!("{}.{name}", pack.name),
            None => name.to_owned(),
        };
        let (folder, name) = (folder.to_owned(), name.to_owned());
        Scripts { folder, name, key, limits, pack: pack.map(Arc::new) }
    }

    /// The name of the game.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What the pack says of itself that the game is in, if it is in one.
    #[must_use]
    pub fn pack(&self) -> Option<&Manifest> {
        self.pack.as_deref()
    }

    /// Under which name is kept what a player does in this game: its own; for one of a pack
    /// that of the pack before it, with a dot, which no name has.
    #[must_use]
    pub fn key(&self) -> &str {
        &self.key
    }

    /// The folder of scripts.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// What its calls may take.
    #[must_use]
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// The file of the script, which need not be there.
    #[must_use]
    pub fn main_file(&self) -> PathBuf {
        match self.own_folder() == self.folder {
            true => self.folder.join(format!("{}.lua", self.name)),
            false => self.own_folder().join("init.lua"),
        }
    }

    /// The folder that the game's own files are in: pictures and what it requires.
    #[must_use]
    pub fn own_folder(&self) -> PathBuf {
        let own = self.folder.join(&self.name);
        if files::is_file(&own.join("init.lua")) { own } else { self.folder.clone() }
    }

    /// The file of the game's rule tests, which need not be there: `tests/NAME.txt` beside
    /// `NAME.lua`, or `tests.txt` in the game's own folder.
    #[must_use]
    pub fn tests_file(&self) -> PathBuf {
        match self.own_folder() == self.folder {
            true => self.folder.join("tests").join(format!("{}.txt", self.name)),
            false => self.own_folder().join("tests.txt"),
        }
    }

    /// The files of the game's rule tests that are there: that one, and in their order all
    /// `.txt` files of the folder beside it that is called as it is without its ending.
    #[must_use]
    pub fn tests_files(&self) -> Vec<PathBuf> {
        let file = self.tests_file();
        let entries = files::list(&self.tests_folder()).into_iter().flatten();
        let is_text = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "txt");
        let mut found: Vec<PathBuf> = entries.filter(|path| is_text(path)).collect();
        found.insert(0, file);
        found.retain(|path| files::is_file(path));
        found
    }

    /// The folder of further rule tests, as recordings are, which need not be there:
    /// `tests/NAME` beside `NAME.lua`, or `tests` in the game's own folder.
    #[must_use]
    pub fn tests_folder(&self) -> PathBuf {
        self.tests_file().with_extension("")
    }

    /// Reads, checks and runs the script in a new VM.
    ///
    /// # Errors
    /// The script is missing, is no text, has a mistake, or returns no game.
    pub fn load(&self) -> Result<Game, LoadError> {
        let machine = self.machine()?;
        let sources = Rc::clone(&machine.sources);
        self.load_into(machine, &Found::default()).map_err(|mistakes| LoadError {
            error: mistakes.into(),
            seen: sources.borrow().seen().to_vec(),
        })
    }

    /// A new VM for a script.
    pub(in crate::rules) fn machine(&self) -> Result<Machine, LoadError> {
        Machine::new(self.limits).map_err(|error| LoadError {
            error: ScriptError { message: error.to_string(), ..ScriptError::default() },
            seen: Vec::new(),
        })
    }

    /// The same in a VM that is there, with all that is found on the way.
    pub(in crate::rules) fn load_into(
        &self,
        machine: Machine,
        found: &Found,
    ) -> Result<Game, Mistakes> {
        let returned = self.run_main(&machine, found)?;
        Game::new(machine, returned.as_ref(), &self.name, found)
    }

    /// What the script returns, unless it fails, which is told there.
    pub(in crate::rules) fn run_main(
        &self,
        machine: &Machine,
        found: &Found,
    ) -> Result<Option<Value>, ScriptError> {
        self.look_at_pack(&mut machine.sources.borrow_mut())?;
        let (path, text) = self.read_main(machine)?;
        found.raise_all(declared_twice(&machine.sources.borrow(), &path, &text));
        let returned = machine.without_board(|| {
            let require = self.require(machine)?;
            machine.freeze(require)?;
            machine.run(&shown(&path), &text)
        });
        Ok(returned.map_err(|error| found.raise(error)).ok())
    }

    /// A pack is looked at again each time: another one may be in its place by now.
    fn look_at_pack(&self, sources: &mut Sources) -> Result<(), ScriptError> {
        let Some(pack) = files::pack_of(&self.folder) else { return Ok(()) };
        let read = Manifest::of_pack(&pack);
        let looked_at = if read.is_ok() { pack.join(MANIFEST) } else { pack };
        sources.saw(Seen::now(&looked_at));
        Ok(read.map(drop)?)
    }

    fn read_main(&self, machine: &Machine) -> Result<(PathBuf, String), ScriptError> {
        if !is_name_of_a_game(&self.name) {
            let what = format!("\"{}\" is no name of a game", self.name);
            return Err(ScriptError::in_file(&shown(&self.folder), what));
        }
        let single = self.folder.join(format!("{}.lua", self.name));
        let own = self.folder.join(&self.name).join("init.lua");
        let mut sources = machine.sources.borrow_mut();
        for path in [&single, &own] {
            if let Some(text) = read(&mut sources, path)? {
                return Ok((path.clone(), text));
            }
        }
        let what = format!("there is no such script (nor {})", shown(&own));
        Err(ScriptError::in_file(&shown(&single), what))
    }
}

/// The games in a folder of scripts, by name.
#[must_use]
pub fn games_in(folder: &Path) -> Vec<String> {
    let paths = files::list(folder).unwrap_or_default();
    let mut games: Vec<String> =
        paths.iter().filter_map(|path| game_at(path)).filter(|name| name != "init").collect();
    games.sort();
    games
}

/// The game that a folder of scripts starts with: the `default` of its
/// `init.lua`, or the only game there is.
///
/// # Errors
/// `init.lua` has a mistake, or nothing says which of several games.
pub fn default_game(folder: &Path, limits: Limits) -> Result<String, ScriptError> {
    let games = games_in(folder);
    let path = folder.join("init.lua");
    if files::is_file(&path) {
        return default_of(&path, limits);
    }
    match games.as_slice() {
        [only] => Ok(only.clone()),
        [] => Err(ScriptError::in_file(&shown(folder), "there is no game in this folder")),
        several => {
            let what = format!("which game? there are {}", several.join(", "));
            Err(ScriptError::in_file(&shown(folder), what))
        }
    }
}

pub(in crate::rules) fn default_of(path: &Path, limits: Limits) -> Result<String, ScriptError> {
    let machine = Machine::new(limits);
    let machine = machine.map_err(|error| ScriptError::in_file(&shown(path), error.to_string()))?;
    let text = read(&mut machine.sources.borrow_mut(), path)?.unwrap_or_default();
    if let Some(twice) = declared_twice(&machine.sources.borrow(), path, &text).into_iter().next() {
        return Err(twice);
    }
    let returned = machine.without_board(|| {
        let require = machine.lua().create_function(|_, ()| Ok(()))?;
        machine.freeze(require)?;
        machine.run(&shown(path), &text)
    })?;
    let name = returned.as_table().and_then(|table| table.raw_get::<String>("default").ok());
    name.ok_or_else(|| {
        ScriptError::in_file(&shown(path), "expected return { default = \"name of a game\" }")
    })
}

fn game_at(path: &Path) -> Option<String> {
    let script = path.extension().is_some_and(|ending| ending == "lua") && files::is_file(path);
    let is_folder = || files::is_file(&path.join("init.lua"));
    let name = if script { path.file_stem()? } else { path.file_name()? };
    (script || is_folder()).then(|| name.to_string_lossy().into_owned())
}

/// Reads a script's text, or nothing when there is no such file.
pub(in crate::rules) fn read(
    sources: &mut Sources,
    path: &Path,
) -> Result<Option<String>, ScriptError> {
    let shown = shown(path);
    let bytes = match files::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            sources.saw(Seen::with(path, None));
            return Ok(None);
        }
        Err(error) => {
            sources.saw(Seen::with(path, None));
            return Err(ScriptError::in_file(&shown, error.to_string()));
        }
    };
    sources.saw(Seen::with(path, Some(&bytes)));
    if bytes.len() > MAX_SCRIPT {
        let what = format!("the script is larger than {} MiB", MAX_SCRIPT >> 20);
        return Err(ScriptError::in_file(&shown, what));
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let good = String::from_utf8_lossy(good);
        let (line, column) = place_after(&good);
        let what = "this is not UTF-8; save the script as UTF-8";
        ScriptError { column: Some(column), ..ScriptError::at_line(&shown, line, what) }
    })?;
    let text = text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text);
    sources.keep(shown, text.clone());
    Ok(Some(text))
}

/// The line and column, from 1, of what comes after a text.
pub(in crate::rules) fn place_after(text: &str) -> (usize, usize) {
    let last = text.rsplit('\n').next().unwrap_or_default();
    (text.matches('\n').count() + 1, last.chars().count() + 1)
}

/// The keys that stand twice in a table of a script, which Lua would not mind.
pub(in crate::rules) fn declared_twice(
    sources: &Sources,
    path: &Path,
    text: &str,
) -> Vec<ScriptError> {
    let shown = shown(path);
    let doubles = doubles(&tokens(text)).into_iter();
    let doubles = doubles.map(|Twice { key, line, column }| {
        let what = format!("\"{key}\" is declared twice in this table; expected each once");
        let error = ScriptError::at_line(&shown, line, what).with_source(sources);
        ScriptError { column: Some(column), ..error }
    });
    doubles.collect()
}

/// A path as messages show it, with forward slashes everywhere.
pub(in crate::rules) fn shown(path: &Path) -> String {
    path.display().to_string().replace('\\', "/")
}
