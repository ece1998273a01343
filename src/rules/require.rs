//! What scripts require of each other: the function that gives it to them, and which files
//! that are, by their text alone. Knows no game.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use mlua::{Lua, Table, Value};

use crate::files;
use crate::rules::bind::Traced;
use crate::rules::budget::Limits;
use crate::rules::chunks::Chunks;
use crate::rules::fault::Found;
use crate::rules::loader::{Scripts, declared_twice, games_in, read, shown};
use crate::rules::machine::{Machine, run_text};
use crate::rules::naming::is_name;
use crate::rules::source::Sources;
use crate::rules::tokens::{Kind, Token, tokens};

/// The most files that a script may look for: each of them is watched.
pub(in crate::rules) const MOST_FILES: usize = 1000;

/// The most scripts of which each requires the next: each takes room on the stack.
pub(in crate::rules) const DEEPEST: usize = 50;

impl Scripts {
    /// `require "name"` runs `name.lua` beside the script, once.
    pub(in crate::rules) fn require(&self, machine: &Machine) -> mlua::Result<mlua::Function> {
        let folder = self.own_folder();
        let sources = Rc::clone(&machine.sources);
        let loaded = machine.lua().create_table()?;
        let (traced, chunks) = (machine.direct.traced.clone(), machine.chunks.clone());
        let depth = Cell::new(0);
        let require = move |lua: &Lua, name: String| {
            if depth.get() == DEEPEST {
                let what = format!("require: \"{name}\" is required by {DEEPEST} others in a row");
                return Err(mlua::Error::runtime(what));
            }
            depth.set(depth.get() + 1);
            let required = require((lua, &chunks, &traced), &folder, &sources, &loaded, &name);
            depth.set(depth.get() - 1);
            required
        };
        machine.lua().create_function(require)
    }

    /// Whether the script returns what only a game does.
    fn returns_a_game(&self) -> bool {
        let Ok(machine) = self.machine() else { return false };
        let returned = self.run_main(&machine, &Found::default());
        let table = returned.ok().flatten().and_then(|returned| returned.as_table().cloned());
        table.is_some_and(|table| {
            ["act", "tiles"]
                .iter()
                .any(|&field| table.raw_get(field).is_ok_and(|value: Value| !value.is_nil()))
        })
    }
}

fn require(
    (lua, chunks, traced): (&Lua, &Chunks, &Traced),
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
    let ran = run_text((lua, chunks), traced, &shown, &text);
    let value = ran.inspect_err(|_| {
        // It may be asked for again once it is mended; a table without memory to
        // forget in is the smaller trouble.
        let _ = loaded.raw_remove(name);
    })?;
    let value = if value.is_nil() { Value::Boolean(true) } else { value };
    loaded.raw_set(name, &value)?;
    Ok(value)
}

/// The text of a module.
fn module(
    folder: &Path,
    sources: &Rc<RefCell<Sources>>,
    name: &str,
) -> Result<(String, String), String> {
    let path = module_file(folder, name)?;
    if sources.borrow().seen().len() >= MOST_FILES {
        return Err(format!("require: this script has looked for {MOST_FILES} files already"));
    }
    let read = read(&mut sources.borrow_mut(), &path).map_err(|error| error.to_string())?;
    let text = read.ok_or_else(|| no_module(&path))?;
    match declared_twice(&sources.borrow(), &path, &text).first() {
        // Where it is and what; the source around it is found again by whoever tells it.
        Some(twice) => Err(twice.bare().to_string()),
        None => Ok((shown(&path), text)),
    }
}

/// The file of a module, which need not be there. Its name has only letters, digits, `_`, `-`
/// and `/`, so it cannot leave the folder; a link that does is refused.
fn module_file(folder: &Path, name: &str) -> Result<PathBuf, String> {
    let plain = |part: &str| !part.is_empty() && part.chars().all(is_name);
    if !name.split('/').all(plain) {
        return Err(format!(
            "require: \"{name}\" is no module; expected the name of a file beside the \
             script, without .lua"
        ));
    }
    let path = folder.join(format!("{name}.lua"));
    let real = files::real(&path).ok();
    let home = files::real(folder).ok();
    if let (Some(real), Some(home)) = (real, home)
        && !real.starts_with(home)
    {
        return Err(format!("require: \"{name}\" leads out of the script's folder"));
    }
    Ok(path)
}

/// The same of a file that must be there.
pub(in crate::rules) fn module_there(folder: &Path, name: &str) -> Result<PathBuf, String> {
    let file = module_file(folder, name)?;
    if files::is_file(&file) { Ok(file) } else { Err(no_module(&file)) }
}

fn no_module(path: &Path) -> String {
    format!("require: there is no {}", shown(path))
}

/// The scripts of a folder that others require and that are no games themselves.
#[must_use]
pub fn helpers_in(folder: &Path, limits: Limits) -> BTreeSet<String> {
    let games = games_in(folder);
    let scripts = |name: &String| Scripts::new(folder, name, limits);
    let mut required = BTreeSet::new();
    for game in &games {
        let game = scripts(game);
        let text = read(&mut Sources::default(), &game.main_file()).ok().flatten();
        let tokens = tokens(&text.unwrap_or_default());
        let names = self::required(&tokens).map(|(name, _)| name.clone());
        // What is beside a game of its own folder is in no list of games.
        let names = names.filter(|name| name != game.name() && game.own_folder() == folder);
        required.extend(names);
    }
    required.retain(|name| games.contains(name) && !scripts(name).returns_a_game());
    required
}

/// The modules that a script requires by name: `require "name"` or `require("name")`.
pub(in crate::rules) fn required(tokens: &[Token]) -> impl Iterator<Item = (&String, &Token)> {
    let is_require = |token: &Token| token.kind == Kind::Name("require".to_owned());
    tokens.iter().enumerate().filter(move |(_, token)| is_require(token)).filter_map(|(at, _)| {
        let rest = &tokens[at + 1..];
        let rest =
            rest.split_first().filter(|(first, _)| first.is('(')).map_or(rest, |(_, rest)| rest);
        match rest.first() {
            Some(token @ Token { kind: Kind::Text(name), .. }) => Some((name, token)),
            _ => None,
        }
    })
}
