//! Everything that is wrong with a game's scripts and skins, as far as it can be found without
//! playing. Knows the readers that a game is loaded with, and has none of its own.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use mlua::Value;

use crate::files;
use crate::level::Place;
use crate::rules::budget::Limits;
use crate::rules::error::ScriptError;
use crate::rules::fault::{Found, Mistakes};
use crate::rules::fields::Known;
use crate::rules::finder::Finder;
use crate::rules::finding::Finding;
use crate::rules::game::Game;
use crate::rules::lint::{Globals, lints, syntax_column};
use crate::rules::loader::{LoadError, Scripts, declared_twice, default_of, games_in, read, shown};
use crate::rules::machine::Machine;
use crate::rules::params::is_inside;
use crate::rules::require::{module_there, required};
use crate::rules::source::Sources;
use crate::rules::suggest::question;
use crate::rules::tokens::{Token, tokens};
use crate::rules::trace::Trace;

/// What a look over scripts has come to.
#[derive(Default)]
pub struct Checked {
    /// What is wrong.
    pub findings: Vec<Finding>,
    /// The scripts that were read.
    pub files: BTreeSet<PathBuf>,
    /// Those among them whose names could not be followed: they may say something that is
    /// new in Luau.
    pub unread: Vec<PathBuf>,
    /// The pictures that looks and parameters name.
    pub pictures: Vec<NamedPicture>,
    /// The game, where nothing keeps it from being played.
    pub game: Option<Game>,
}

/// A picture file that a script names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedPicture {
    /// Where it is named.
    pub place: Place,
    /// As the script names it.
    pub name: String,
    /// The file.
    pub path: PathBuf,
}

impl Scripts {
    /// Looks the game's script over, what it requires, and its skins.
    ///
    /// # Errors
    /// There is no memory for a virtual machine.
    pub fn check(&self) -> Result<Checked, LoadError> {
        let mut check = Check::of(self)?;
        check.files_from(self.main_file());
        let (machine, found) = (self.machine()?, Found::with_pictures());
        let sources = Rc::clone(&machine.sources);
        let loaded = self.load_into(machine, &found);
        let game = loaded.map_err(|mistakes| check.add(mistakes, &sources.borrow())).ok();
        check.add_pictures(&found, &sources.borrow(), &self.own_folder());
        let tiles = game.as_ref().and_then(tiles_of).unwrap_or_default();
        let tiles: Vec<&str> = tiles.iter().map(String::as_str).collect();
        let known = Known(Some(tiles).filter(|tiles| !tiles.is_empty()));
        for skin in self.skins() {
            check.skin(&skin, &known)?;
        }
        Ok(Checked { game, ..check.checked })
    }
}

/// The names of a game's tiles, unless they hang on what is set.
fn tiles_of(game: &Game) -> Option<Vec<String>> {
    let plain = matches!(game.table.raw_get("tiles"), Ok(Value::Table(_)));
    plain.then(|| game.declared().tiles.iter().map(|tile| tile.name.clone()).collect())
}

/// Looks over the script that names the game to begin with, if a folder has one.
///
/// # Errors
/// There is no memory for a virtual machine.
pub fn check_default(folder: &Path, limits: Limits) -> Result<Checked, LoadError> {
    let path = folder.join("init.lua");
    let scripts = Scripts::new(folder, "init", limits);
    let mut check = Check::of(&scripts)?;
    if !files::is_file(&path) {
        return Ok(check.checked);
    }
    check.files_from(path.clone());
    let mut sources = Sources::default();
    // What cannot be read was told just now.
    let _ = read(&mut sources, &path);
    let games = games_in(folder);
    match default_of(&path, limits) {
        Ok(name) if games.contains(&name) => {}
        Ok(name) => {
            let question = question(&name, games.iter().map(String::as_str));
            let place = spot(&Finder::new(&sources), std::slice::from_ref(&name), &path);
            let what = format!("there is no game \"{name}\" in this folder{question}");
            check.checked.findings.push(Finding::new(place, "script", what));
        }
        Err(error) => check.add(error.into(), &sources),
    }
    Ok(check.checked)
}

/// A look over scripts that is under way.
struct Check<'s> {
    scripts: &'s Scripts,
    /// A virtual machine in which nothing runs, and what scripts find there.
    machine: Machine,
    globals: Globals,
    checked: Checked,
}

impl<'s> Check<'s> {
    fn of(scripts: &'s Scripts) -> Result<Check<'s>, LoadError> {
        let machine = scripts.machine()?;
        let globals = machine
            .globals()
            .map_err(|error| LoadError { error: machine.error(&error), seen: Vec::new() })?;
        Ok(Check { scripts, machine, globals, checked: Checked::default() })
    }

    /// Looks at a file and at all that it requires.
    fn files_from(&mut self, main: PathBuf) {
        let mut open = vec![main];
        while let Some(path) = open.pop() {
            if files::is_file(&path) && self.checked.files.insert(path.clone()) {
                open.extend(self.file(&path));
            }
        }
    }

    /// What is wrong with the text of a script. Returns the files that it requires.
    fn file(&mut self, path: &Path) -> Vec<PathBuf> {
        let mut sources = Sources::default();
        let text = match read(&mut sources, path) {
            Ok(text) => text.unwrap_or_default(),
            Err(error) => {
                self.add(error.into(), &sources);
                return Vec::new();
            }
        };
        for twice in declared_twice(&sources, path, &text) {
            self.add(twice.into(), &sources);
        }
        match self.syntax(path, &text, &sources) {
            Some(error) => self.add(error.into(), &sources),
            None => self.lint(path, &text),
        }
        self.required_by(path, &tokens(&text))
    }

    /// What Luau does not understand, with the column that the other reader of scripts has
    /// for it.
    fn syntax(&self, path: &Path, text: &str, sources: &Sources) -> Option<ScriptError> {
        let error = self.machine.compile(&shown(path), text).err()?;
        let error = ScriptError::from_lua(&error, Trace::default(), sources);
        let column = error.line.and_then(|line| syntax_column(text, line));
        Some(ScriptError { column, ..error })
    }

    fn lint(&mut self, path: &Path, text: &str) {
        let Some(lints) = lints(text, &self.globals) else {
            self.checked.unread.push(path.to_owned());
            return;
        };
        let findings = lints.into_iter().map(|lint| {
            let path = shown(path);
            let place = Place::new(Path::new(&path), lint.line, lint.column);
            Finding::new(place, lint.kind, lint.what)
        });
        self.checked.findings.extend(findings);
    }

    /// The modules that a script requires; what is none is told.
    fn required_by(&mut self, path: &Path, tokens: &[Token]) -> Vec<PathBuf> {
        let folder = self.scripts.own_folder();
        let mut files = Vec::new();
        for (name, token) in required(tokens) {
            match module_there(&folder, name) {
                Ok(file) => files.push(file),
                Err(what) => {
                    let place = Place::new(Path::new(&shown(path)), token.line, token.column);
                    self.checked.findings.push(Finding::new(place, "script", what));
                }
            }
        }
        files
    }

    fn skin(&mut self, name: &str, tiles: &Known) -> Result<(), LoadError> {
        let path = self.scripts.skin_file(name);
        if self.checked.files.insert(path.clone()) {
            self.file(&path);
        }
        let (machine, found) = (self.scripts.machine()?, Found::with_pictures());
        let read = self.scripts.skin_into(&machine, name, &found, tiles);
        let sources = machine.sources.borrow();
        if let Err(mistakes) = read {
            self.add(mistakes, &sources);
        }
        self.add_pictures(&found, &sources, &self.scripts.skins_folder());
        Ok(())
    }

    /// Adds what is not told yet. What Lua raises on a line of which something else is told
    /// comes of just that.
    fn add(&mut self, mistakes: Mistakes, sources: &Sources) {
        for error in std::iter::once(mistakes.first).chain(mistakes.more) {
            let finding = Finding::of_script(&error, sources);
            let is_raised = error.line.is_some() && error.column.is_none();
            let on_line = |told: &Finding| {
                (&told.place.path, told.place.line) == (&finding.place.path, finding.place.line)
            };
            let findings = &mut self.checked.findings;
            let is_told = match is_raised {
                true => findings.iter().any(on_line),
                false => findings.contains(&finding),
            };
            if !is_told {
                findings.push(finding);
            }
        }
    }

    /// The pictures that were named, which are in that folder.
    fn add_pictures(&mut self, found: &Found, sources: &Sources, folder: &Path) {
        let pictures = found.pictures();
        if pictures.is_empty() {
            return;
        }
        let finder = Finder::new(sources);
        let main = sources.main().unwrap_or_default();
        for named in pictures {
            let place = spot(&finder, &named.way, Path::new(main));
            let name = named.what;
            if is_inside(&name) {
                let path = folder.join(&name);
                self.checked.pictures.push(NamedPicture { place, name, path });
            } else {
                let what =
                    format!("{name}: a script's pictures are files beside it, named without ..");
                self.checked.findings.push(Finding::new(place, "picture", what));
            }
        }
    }
}

/// Where the words are, or else the beginning of the file.
fn spot(finder: &Finder<'_>, way: &[String], main: &Path) -> Place {
    match finder.find(way) {
        Some((path, line, column)) => Place::new(Path::new(path), line, column),
        None => Place::new(main, 1, 1),
    }
}
