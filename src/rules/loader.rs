//! From a script's files to a game that can be played, or to an error and the
//! game that was. Knows where scripts are; a fresh VM for every load, so that
//! nothing of the old script is left.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use mlua::{Lua, Table, Value};

use crate::level::Seen;
use crate::rules::bind::Traced;
use crate::rules::budget::Limits;
use crate::rules::duplicates;
use crate::rules::error::ScriptError;
use crate::rules::game::Game;
use crate::rules::machine::{Machine, run_text};
use crate::rules::source::Sources;

/// The largest script, in bytes.
const MAX_SCRIPT: usize = 4 << 20;

/// Where one game's script is.
#[derive(Clone, Debug)]
pub struct Scripts {
    folder: PathBuf,
    name: String,
    limits: Limits,
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
        Scripts { folder: folder.to_owned(), name: name.to_owned(), limits }
    }

    /// The name of the game.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
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

    /// The folder that the game's own files are in: pictures and what it requires.
    #[must_use]
    pub fn own_folder(&self) -> PathBuf {
        let own = self.folder.join(&self.name);
        if own.join("init.lua").is_file() { own } else { self.folder.clone() }
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

    /// Reads, checks and runs the script in a new VM.
    ///
    /// # Errors
    /// The script is missing, is no text, has a mistake, or returns no game.
    pub fn load(&self) -> Result<Game, LoadError> {
        let machine = Machine::new(self.limits).map_err(|error| LoadError {
            error: ScriptError { message: error.to_string(), ..ScriptError::default() },
            seen: Vec::new(),
        })?;
        let sources = Rc::clone(&machine.sources);
        self.load_into(machine)
            .map_err(|error| LoadError { error, seen: sources.borrow().seen().to_vec() })
    }

    fn load_into(&self, machine: Machine) -> Result<Game, ScriptError> {
        let (shown, text) = self.read_main(&machine)?;
        let loaded = machine.without_board(|| {
            let require = self.require(&machine)?;
            machine.freeze(require)?;
            machine.run(&shown, &text)
        });
        let returned = loaded?;
        Game::new(machine, &returned, &self.name)
    }

    fn read_main(&self, machine: &Machine) -> Result<(String, String), ScriptError> {
        if !is_name_of_a_game(&self.name) {
            let what = format!("\"{}\" is no name of a game", self.name);
            return Err(ScriptError::in_file(&shown(&self.folder), what));
        }
        let single = self.folder.join(format!("{}.lua", self.name));
        let own = self.folder.join(&self.name).join("init.lua");
        let mut sources = machine.sources.borrow_mut();
        for path in [&single, &own] {
            if let Some(text) = read(&mut sources, path)? {
                return Ok((shown(path), text));
            }
        }
        let what = format!("there is no such script (nor {})", shown(&own));
        Err(ScriptError::in_file(&shown(&single), what))
    }

    /// `require "name"` runs `name.lua` beside the script, once.
    fn require(&self, machine: &Machine) -> mlua::Result<mlua::Function> {
        let folder = self.own_folder();
        let sources = Rc::clone(&machine.sources);
        let loaded = machine.lua().create_table()?;
        let traced = machine.direct.traced.clone();
        let require = move |lua: &Lua, name: String| {
            require((lua, &traced), &folder, &sources, &loaded, &name)
        };
        machine.lua().create_function(require)
    }
}

/// The games in a folder of scripts, by name.
#[must_use]
pub fn games_in(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut games: Vec<String> =
        entries.filter_map(|entry| game_at(&entry.path())).filter(|name| name != "init").collect();
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
    if path.is_file() {
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

fn default_of(path: &Path, limits: Limits) -> Result<String, ScriptError> {
    let machine = Machine::new(limits);
    let machine = machine.map_err(|error| ScriptError::in_file(&shown(path), error.to_string()))?;
    let text = read(&mut machine.sources.borrow_mut(), path)?.unwrap_or_default();
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
    let script = path.extension().is_some_and(|ending| ending == "lua") && path.is_file();
    let folder = path.join("init.lua").is_file();
    let name = if script { path.file_stem()? } else { path.file_name()? };
    (script || folder).then(|| name.to_string_lossy().into_owned())
}

/// Whether a game can be called that: letters and digits of ASCII, `_` and `-`, which is not
/// the first; and not `init`, which says what is played at first.
#[must_use]
pub fn is_name_of_a_game(name: &str) -> bool {
    !name.is_empty() && name != "init" && !name.starts_with('-') && name.chars().all(is_name)
}

fn is_name(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '_' | '-')
}

fn require(
    (lua, traced): (&Lua, &Traced),
    folder: &Path,
    sources: &Rc<RefCell<Sources>>,
    loaded: &Table,
    name: &str,
) -> mlua::Result<Value> {
    let known: Value = loaded.raw_get(name)?;
    if known == Value::Boolean(false) {
        return Err(mlua::Error::runtime(format!("require: \"{name}\" requires itself")));
    }
    if !known.is_nil() {
        return Ok(known);
    }
    let (shown, text) = module(folder, sources, name).map_err(mlua::Error::runtime)?;
    loaded.raw_set(name, false)?;
    let ran = run_text(lua, traced, &shown, &text);
    let value = ran.inspect_err(|_| {
        // It may be asked for again once it is mended; a table without memory to
        // forget in is the smaller trouble.
        let _ = loaded.raw_remove(name);
    })?;
    let value = if value.is_nil() { Value::Boolean(true) } else { value };
    loaded.raw_set(name, &value)?;
    Ok(value)
}

/// The text of a module. Its name has only letters, digits, `_`, `-` and `/`, so
/// it cannot leave the folder; a link that does is refused.
fn module(
    folder: &Path,
    sources: &Rc<RefCell<Sources>>,
    name: &str,
) -> Result<(String, String), String> {
    let plain = |part: &str| !part.is_empty() && part.chars().all(is_name);
    if !name.split('/').all(plain) {
        return Err(format!(
            "require: \"{name}\" is no module; expected the name of a file beside the \
             script, without .lua"
        ));
    }
    let path = folder.join(format!("{name}.lua"));
    let real = path.canonicalize().ok();
    let home = folder.canonicalize().ok();
    if let (Some(real), Some(home)) = (real, home)
        && !real.starts_with(home)
    {
        return Err(format!("require: \"{name}\" leads out of the script's folder"));
    }
    let read = read(&mut sources.borrow_mut(), &path).map_err(|error| error.to_string())?;
    let missing = || format!("require: there is no {}", shown(&path));
    Ok((shown(&path), read.ok_or_else(missing)?))
}

/// Reads a script's text, or nothing when there is no such file.
pub(in crate::rules) fn read(
    sources: &mut Sources,
    path: &Path,
) -> Result<Option<String>, ScriptError> {
    let shown = shown(path);
    let bytes = match std::fs::read(path) {
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
        let line = good.iter().filter(|&&byte| byte == b'\n').count() + 1;
        ScriptError::at_line(&shown, line, "this is not UTF-8; save the script as UTF-8")
    })?;
    let text = text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text);
    sources.keep(shown.clone(), text.clone());
    if let Some(twice) = duplicates::first(&text) {
        let what = format!("\"{}\" is declared twice in this table; expected each once", twice.key);
        return Err(ScriptError::at_line(&shown, twice.line, what).with_source(sources));
    }
    Ok(Some(text))
}

/// A path as messages show it, with forward slashes everywhere.
pub(in crate::rules) fn shown(path: &Path) -> String {
    path.display().to_string().replace('\\', "/")
}
