//! Skins: other looks for a game's tiles, in a file of their own without any rule. Knows
//! where they are and what is in them, not who is shown in them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use mlua::Value;

use crate::files;
use crate::level::Seen;
use crate::rules::declaration::look_targets_of;
use crate::rules::error::ScriptError;
use crate::rules::fault::{At, Found, Mistakes};
use crate::rules::fields::{Known, color, optional_text};
use crate::rules::kinds::kind;
use crate::rules::loader::{LoadError, Scripts, declared_twice, read, shown};
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

    pub(in crate::rules) fn skins_within(&self) -> PathBuf {
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
        let machine = self.machine()?;
        let loaded = self.skin_into(&machine, name, &Found::default(), &Known(None));
        let seen = machine.sources.borrow().seen().to_vec();
        match loaded {
            Ok(skin) => Ok(Skin { seen, ..skin }),
            Err(mistakes) => Err(LoadError { error: mistakes.into(), seen }),
        }
    }

    /// The file of a skin.
    pub(in crate::rules) fn skin_file(&self, name: &str) -> PathBuf {
        self.skins_folder().join(format!("{name}.lua"))
    }

    /// Reads a skin, which may name these tiles.
    pub(in crate::rules) fn skin_into(
        &self,
        machine: &Machine,
        name: &str,
        found: &Found,
        tiles: &Known,
    ) -> Result<Skin, Mistakes> {
        let path = self.skin_file(name);
        let text = read(&mut machine.sources.borrow_mut(), &path)?;
        let missing = || ScriptError::in_file(&shown(&path), "there is no such skin");
        let text = text.ok_or_else(missing)?;
        found.raise_all(declared_twice(&machine.sources.borrow(), &path, &text));
        let returned = machine.without_board(|| {
            let require = machine.lua().create_function(|_, _: Value| -> mlua::Result<()> {
                Err(mlua::Error::runtime("a skin is one file; it cannot require another"))
            })?;
            machine.freeze(require)?;
            machine.run(&shown(&path), &text)
        });
        let returned = returned.map_err(|error| found.raise(error)).ok();
        let at = At::top(machine.lua(), found);
        let within = shown(&self.skins_within());
        let skin = returned.and_then(|returned| declared(&at, &returned, (name, &within), tiles));
        found.settle(skin, &machine.sources.borrow())
    }
}

fn declared(
    at: &At,
    returned: &Value,
    (name, within): (&str, &str),
    known: &Known,
) -> Option<Skin> {
    let Some(table) = returned.as_table() else {
        at.fault("expected return { tiles = { name = look } }");
        return None;
    };
    at.only_known(table, "a skin", &["title", "background", "tiles"]);
    let background = color(at, table, "background");
    let tiles = at.near("tiles");
    let pairs = match tiles.field(table, "tiles") {
        Value::Table(looks) => tiles.pairs(&looks),
        _ => {
            tiles.fault("tiles: expected { name = look, ... }");
            Vec::new()
        }
    };
    look_table::begin(at.lua);
    let mut looks = BTreeMap::new();
    for (tile, look) in pairs {
        let Value::String(tile) = tile else {
            tiles.fault("tiles: every look needs the name of a tile");
            continue;
        };
        let tile = tile.to_string_lossy();
        let at = tiles.near(&tile).saying(&format!("tile \"{tile}\""));
        if !known.has(&tile) {
            at.fault(format!("the game has no such tile{}", known.question(&tile)));
        }
        let Value::Table(look) = look else {
            at.fault(format!("expected a look, got {}", kind(&look)));
            continue;
        };
        let mut look = look_table::read(&at, &look);
        look_targets_of(&at.saying("look"), Some(&look), known);
        look.each_image(&mut |image| *image = format!("{within}/{image}"));
        looks.insert(tile, look);
    }
    let title = optional_text(at, table, "title").unwrap_or_else(|| name.to_owned());
    Some(Skin { name: name.to_owned(), title, background, looks, seen: Vec::new() })
}
