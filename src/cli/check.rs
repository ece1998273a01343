//! `tilewright check`: every fault of scripts, levels, skins and pictures that can be found
//! without playing, a line each.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use serde_json::json;

use crate::cli::Failure;
use crate::cli::args::Check;
use crate::cli::find::Places;
use crate::level::Shelf;
use crate::rules::{
    Checked, Finding, Game, Limits, NamedPicture, Scripts, check_default, games_in, helpers_in,
};
use crate::session::{check_levels, check_rule_tests};
use crate::view::measure;

pub(super) fn run(places: &Places, arguments: &Check) -> Result<(), Failure> {
    let mut report = Report::default();
    for game in games(places, arguments.game.as_deref())? {
        report.game(places, &places.scripts(Some(&game))?)?;
    }
    if arguments.game.is_none() {
        let of_default = check_default(&places.scripts_folder()?, Limits::default())?;
        report.add(of_default);
    }
    report.order();
    let said = if arguments.json { report.as_json() } else { report.as_text() };
    // Whoever has stopped reading is no fault.
    let _ = std::io::stdout().write_all(said.as_bytes());
    match report.findings.is_empty() {
        true => Ok(()),
        false => Err(Failure::FoundFaults),
    }
}

/// The game that was asked for, or all of them.
fn games(places: &Places, asked: Option<&str>) -> Result<Vec<String>, Failure> {
    let folder = places.scripts_folder()?;
    let mut games = games_in(&folder);
    if let Some(name) = asked {
        if !games.iter().any(|game| game == name) {
            places.scripts(Some(name))?.load()?;
        }
        return Ok(vec![name.to_owned()]);
    }
    let helpers = helpers_in(&folder, Limits::default());
    games.retain(|game| !helpers.contains(game));
    match games.is_empty() {
        true => Err(Failure::of_file(&folder, &"there is no script of a game in this folder")),
        false => Ok(games),
    }
}

/// What was found so far.
#[derive(Default)]
struct Report {
    findings: Vec<Finding>,
    scripts: BTreeSet<PathBuf>,
    levels: usize,
    /// What is wrong with the pictures that were looked at, if anything is.
    pictures: BTreeMap<PathBuf, Option<String>>,
}

impl Report {
    fn game(&mut self, places: &Places, scripts: &Scripts) -> Result<(), Failure> {
        let mut checked = scripts.check()?;
        let game = checked.game.take();
        self.add(checked);
        if let Some(game) = game {
            self.levels(game, &places.levels(scripts, None)?.path);
        }
        self.findings.extend(check_rule_tests(scripts));
        Ok(())
    }

    fn add(&mut self, checked: Checked) {
        for path in checked.unread {
            let path = path.display();
            eprintln!(
                "tilewright: warning: {path}: undeclared names were not looked for; \
                 there is something in this script that their reader does not know"
            );
        }
        self.findings.extend(checked.findings);
        self.scripts.extend(checked.files);
        checked.pictures.into_iter().for_each(|picture| self.picture(picture));
    }

    fn levels(&mut self, game: Game, folder: &Path) {
        let alphabet = game.declared().alphabet();
        let shelf = match Shelf::holds_levels(folder) {
            true => Shelf::of_folder(folder, &alphabet),
            false => Shelf::of_game(folder, &alphabet),
        };
        match shelf {
            Ok(shelf) => {
                self.levels += shelf.levels().iter().filter(|level| !level.is_made()).count();
                self.findings.extend(check_levels(game, &shelf));
            }
            Err(error) => self.findings.push(Finding::of_level(&error, "level")),
        }
    }

    fn picture(&mut self, NamedPicture { place, name, path }: NamedPicture) {
        let wrong = self.pictures.entry(path);
        let wrong = wrong.or_insert_with_key(|path| measure(path).err().map(|error| error.why));
        if let Some(why) = wrong {
            let what = format!("the picture {name} cannot be shown: {why}");
            self.findings.push(Finding::new(place, "picture", what));
        }
    }

    /// Brings the faults into the order of their places, each once.
    fn order(&mut self) {
        let place = |found: &Finding| {
            let place = &found.place;
            (place.path.clone(), place.line, place.column, found.message.clone())
        };
        self.findings.sort_by_cached_key(place);
        self.findings.dedup();
    }

    fn as_text(&self) -> String {
        let lines = self.findings.iter().map(|found| format!("{found}\n"));
        let lines: String = lines.collect();
        let files: BTreeSet<&Path> = self.findings.iter().map(|found| &*found.place.path).collect();
        match self.findings.len() {
            0 => format!(
                "No fault in {} and {}.\n",
                counted(self.scripts.len(), "script"),
                counted(self.levels, "level")
            ),
            count => {
                format!("{lines}{} in {}\n", counted(count, "fault"), counted(files.len(), "file"))
            }
        }
    }

    fn as_json(&self) -> String {
        let each = self.findings.iter().map(|found| {
            json!({
                "path": found.shown_path(),
                "line": found.place.line,
                "column": found.place.column,
                "kind": found.kind,
                "message": found.message,
            })
        });
        format!("{:#}\n", serde_json::Value::from_iter(each))
    }
}

/// `3 faults`, `1 fault`.
fn counted(count: usize, what: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{count} {what}{ending}")
}
