//! Every level of a game is tried as it would be played, up to the first move, and its rule
//! tests are read. Knows no way to show what is found.

use std::path::Path;
use std::rc::Rc;

use crate::files;
use crate::grid::Turn;
use crate::level::{Place, Shelf};
use crate::rules::{Finding, Game, ScriptError, Scripts};
use crate::session::error::Refusal;
use crate::session::play::PlayedLevel;
use crate::session::prepare::{Plan, prepare};
use crate::session::rule_text::read_rule_tests;

/// Tries all levels of a shelf; the kinds of what is found are `level` and `script`.
#[must_use]
pub fn check_levels(mut game: Game, shelf: &Shelf) -> Vec<Finding> {
    let refused = shelf.refused().iter().map(|error| Finding::of_level(error, "level"));
    let mut findings: Vec<Finding> = refused.collect();
    for (level, number) in shelf.levels().iter().zip(1..) {
        let level = PlayedLevel { level: Rc::clone(level), number };
        let before = game.snapshot();
        let plan = Plan { level: &level, settings: before.settings(), seed: 0 };
        let found = match prepare(&mut game, &mut Turn::default(), plan) {
            Ok(ready) => ready.won.err().map(|error| of_script(&game, &error, &level)),
            Err(refusal) => Some(finding(&game, &refusal, &level, shelf)),
        };
        // A slip of the script is the same on every level.
        let is_told = |found: &Finding| findings.iter().any(|told| told.place == found.place);
        findings.extend(found.filter(|found| found.kind != "script" || !is_told(found)));
        if let Err(error) = game.restore(before) {
            findings.push(game.finding(&error));
            break;
        }
    }
    findings
}

fn finding(game: &Game, refusal: &Refusal, level: &PlayedLevel, shelf: &Shelf) -> Finding {
    match refusal {
        Refusal::Level(error) => Finding::of_level(error, "level"),
        Refusal::Start { place, level, error } if error.deliberate => {
            Finding::new(place.clone(), "level", format!("{level}: {}", error.message))
        }
        Refusal::NoBoard { why: Some(error), .. } if !error.deliberate => {
            of_script(game, error, level)
        }
        Refusal::Start { error, .. } | Refusal::Made(error) | Refusal::Script(error) => {
            of_script(game, error, level)
        }
        Refusal::NoBoard { .. } => {
            let folder = shelf.source().display();
            let why = refusal.in_brief();
            let message = format!("there is no level file in {folder}, and {why}");
            game.finding(&ScriptError { message, ..ScriptError::default() })
        }
        Refusal::Param(_) => {
            let message = refusal.to_string();
            game.finding(&ScriptError { message, ..ScriptError::default() })
        }
    }
}

/// What a script has done wrong on a level, which is named if it is in a file.
fn of_script(game: &Game, error: &ScriptError, level: &PlayedLevel) -> Finding {
    let mut found = game.finding(error);
    if !level.level.is_made() {
        let Place { path, line, .. } = level.level.place();
        found.message += &format!(" (on level {}, {}:{line})", level.number, path.display());
    }
    found
}

/// What is wrong with the files of a game's rule tests. They are not run.
#[must_use]
pub fn check_rule_tests(scripts: &Scripts) -> Vec<Finding> {
    let files = scripts.tests_files();
    files.iter().filter_map(|path| check_rule_test(path)).collect()
}

fn check_rule_test(path: &Path) -> Option<Finding> {
    let read = match files::read(path) {
        Ok(bytes) => read_rule_tests(&bytes, path),
        Err(error) => {
            return Some(Finding::new(Place::new(path, 1, 1), "rule_test", error.to_string()));
        }
    };
    read.err().map(|error| Finding::of_level(&error, "rule_test"))
}
