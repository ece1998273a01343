//! Skins: other looks for a game's tiles, in a file of their own without any rule. Knows
//! where they are and what is in them, not who is shown in them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use mlua::{Table, Value};

use crate::files;
use crate::level::Seen;
use crate::rules::error::ScriptError;
use crate::rules::fields::{Fault, optional_text};
use crate::rules::kinds::kind;
use crate::rules::loader::{LoadError, Scripts, read, shown};
use crate::rules::look::{Color, Look};
use crate::rules::look_table;
use crate::rules::machine::Machine;

/// Looks that take the place of a game's own.
#[derive(Clone, Debug)]
pub struct Skin {
    /// The name of its file, without `.lua`.
    pub name: String,
    /// What a player reads.
    pub title: String,
    /// The colour behind the board.
    pub background: Option<Color>,
    /// The looks, by the names of the tiles.
    pub looks: BTreeMap<String, Look>,
    /// Every file that was looked at.
    pub seen: Vec<Seen>,
}

impl Scripts {
    /// The folder of the game's skins, which need not be there: `skins/NAME` beside
    /// `NAME.lua`, or `skins` in the game's own folder.
    #[must_use]
    pub fn skins_folder(&self) -> PathBuf {
        self.own_folder().join(self.skins_within())
    }

    fn skins_within(&self) -> PathBuf {
        let single = self.own_folder() == self.folder();
        if single { Path::new("skins").join(self.name()) } else { PathBuf::from("skins") }
    }

    /// The names of the game's skins, in their order.
    #[must_use]
    pub fn skins(&self) -> Vec<String> {
        let paths = files::list(&self.skins_folder()).unwrap_or_default();
        let scripts =
            paths.into_iter().filter(|path| path.extension().is_some_and(|ending| ending == "lua"));
        let name = |path: PathBuf| path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let mut names: Vec<String> = scripts.filter_map(name).collect();
        names.sort();
        names
    }

    /// Reads a skin. Like a script it is run in a sandbox, and reaches nothing; pictures
    /// are files beside it.
    ///
    /// # Errors
    /// There is no such skin, or it has a mistake.
    pub fn skin(&self, name: &str) -> Result<Skin, LoadError> {
        let machine = Machine::new(self.limits()).map_err(|error| LoadError {
            error: ScriptError { message: error.to_string(), ..ScriptError::default() },
            seen: Vec::new(),
        })?;
        let loaded = self.skin_into(&machine, name);
        let seen = machine.sources.borrow().seen().to_vec();
        match loaded {
            Ok(skin) => Ok(Skin { seen, ..skin }),
            Err(error) => Err(LoadError { error, seen }),
        }
    }

    fn skin_into(&self, machine: &Machine, name: &str) -> Result<Skin, ScriptError> {
        let path = self.skins_folder().join(format!("{name}.lua"));
        let text = read(&mut machine.sources.borrow_mut(), &path)?;
        let missing = || ScriptError::in_file(&shown(&path), "there is no such skin");
        let text = text.ok_or_else(missing)?;
        let returned = machine.without_board(|| {
            let require = machine.lua().create_function(|_, _: Value| -> mlua::Result<()> {
                Err(mlua::Error::runtime("a skin is one file; it cannot require another"))
            })?;
            machine.freeze(require)?;
            machine.run(&shown(&path), &text)
        })?;
        let within = shown(&self.skins_within());
        declared(machine, &returned, name, &within).map_err(|fault| machine.wrong(fault))
    }
}

fn declared(machine: &Machine, returned: &Value, name: &str, within: &str) -> Result<Skin, Fault> {
    let table = returned.as_table();
    let table = table.ok_or_else(|| Fault::new("expected return { tiles = { name = look } }"))?;
    only_known(table)?;
    let background = optional_text(table, "background")?.map(Color::try_from).transpose();
    let background =
        background.map_err(|what| Fault::near(format!("background: {what}"), "background"))?;
    look_table::begin(machine.lua());
    let mut looks = BTreeMap::new();
    for pair in table.raw_get::<Table>("tiles")?.pairs::<Value, Value>() {
        let (Value::String(tile), look) = pair? else {
            return Err(Fault::near("tiles: every look needs the name of a tile", "tiles"));
        };
        let tile = tile.to_string_lossy();
        let look = match &look {
            Value::Table(look) => look_table::read(machine.lua(), look),
            other => Err(format!("expected a look, got {}", kind(other))),
        };
        let mut look =
            look.map_err(|what| Fault::named(format!("tile \"{tile}\": {what}"), &tile))?;
        look.each_image(&mut |image| *image = format!("{within}/{image}"));
        looks.insert(tile, look);
    }
    let title = optional_text(table, "title")?.unwrap_or_else(|| name.to_owned());
    Ok(Skin { name: name.to_owned(), title, background, looks, seen: Vec::new() })
}

fn only_known(table: &Table) -> Result<(), Fault> {
    for pair in table.pairs::<Value, Value>() {
        let key = match pair?.0 {
            Value::String(key) => key.to_string_lossy(),
            other => format!("[a {}]", other.type_name()),
        };
        if !["title", "background", "tiles"].contains(&key.as_str()) {
            let what = format!("a skin has no \"{key}\"; it may have title, background, tiles");
            return Err(Fault::near(what, key));
        }
    }
    match table.raw_get::<Value>("tiles")? {
        Value::Table(_) => Ok(()),
        _ => Err(Fault::near("tiles: expected { name = look, ... }", "tiles")),
    }
}
