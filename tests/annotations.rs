//! The definitions for editors, by a checker that reads them as editors do (`emmylua_check`):
//! the scripts that come along and a new puzzle are right by them, and mistakes are found.

mod common;

use std::path::Path;
use std::process::{Command, Stdio};

use common::{Folder, PROGRAM, copy, must_run, stock_scripts};
use tilewright::rules::{definitions, games_in};

const MISTAKES: &str = include_str!("annotations.lua");

/// What the checker says of one file: lines from 1, each with what it calls the mistake.
type Said = Vec<(usize, String)>;

/// Checks a folder; nothing (said aloud) where there is no checker.
#[track_caller]
fn check(folder: &Path) -> Option<Vec<(String, Said)>> {
    let mut command = Command::new("emmylua_check");
    command.args(["--severity", "warn", "--output-format", "json", "."]);
    command.current_dir(folder).stderr(Stdio::null());
    let Ok(output) = command.output() else {
        assert!(!must_run(), "emmylua_check is missing");
        eprintln!("skipped: there is no emmylua_check");
        return None;
    };
    let files: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let files = files.as_array().unwrap().iter().map(|file| {
        let name = file["file"].as_str().unwrap().rsplit('/').next().unwrap();
        (name.to_owned(), said(&file["diagnostics"]))
    });
    Some(files.filter(|(_, said)| !said.is_empty()).collect())
}

fn said(diagnostics: &serde_json::Value) -> Said {
    let one = |told: &serde_json::Value| {
        let line = told["range"]["start"]["line"].as_u64().unwrap();
        (usize::try_from(line).unwrap() + 1, told["code"].as_str().unwrap().to_owned())
    };
    let mut said: Said = diagnostics.as_array().unwrap().iter().map(one).collect();
    said.sort();
    said
}

/// Has a script keep its table before it returns it: what is returned is looked at less closely
/// than what is kept.
fn keep_first(path: &Path) {
    let text = std::fs::read_to_string(path).unwrap();
    let (before, table) = text.split_once("\nreturn {\n").unwrap();
    let is_annotated = before.lines().last().unwrap().starts_with("---@type tilewright.");
    assert!(is_annotated, "{}: no ---@type above what it returns", path.display());
    let kept = format!("{before}\nlocal game = {{\n{table}return game\n");
    std::fs::write(path, kept).unwrap();
}

#[test]
fn the_scripts_that_come_along_are_right_by_the_definitions() {
    let folder = tempfile::tempdir().unwrap();
    copy(&stock_scripts(), folder.path());
    let games = games_in(folder.path());
    assert!(games.len() >= 3, "{games:?}");
    for game in games {
        let alone = folder.path().join(format!("{game}.lua"));
        let within = folder.path().join(game).join("init.lua");
        keep_first(if alone.exists() { &alone } else { &within });
    }
    keep_first(&folder.path().join("new/game.lua"));
    for skin in ["balls", "warehouse"] {
        keep_first(&folder.path().join("skins/sokoban").join(format!("{skin}.lua")));
    }
    let Some(said) = check(folder.path()) else { return };
    assert!(said.is_empty(), "{said:#?}");
}

#[test]
fn each_mistake_is_found_and_nothing_else() {
    let folder = Folder::with_script(MISTAKES);
    folder.write("library/tilewright.lua", &definitions());
    let Some(said) = check(folder.path()) else { return };
    let lines = MISTAKES.lines().zip(1..);
    let expected = lines.filter_map(|(line, number)| {
        let (_, mistake) = line.split_once(" -- expect: ")?;
        Some((number, mistake.to_owned()))
    });
    assert_eq!(said, [("game.lua".to_owned(), expected.collect::<Said>())]);
}

#[test]
fn a_new_puzzle_is_right_and_its_mistakes_are_found_at_once() {
    let above = tempfile::tempdir().unwrap();
    let mut command = Command::new(PROGRAM);
    command.args(["new", "my-puzzle"]).current_dir(above.path()).stdout(Stdio::null());
    assert!(command.status().unwrap().success());
    let folder = above.path().join("my-puzzle");
    let Some(said) = check(&folder) else { return };
    assert!(said.is_empty(), "{said:#?}");
    let script = folder.join("scripts/my-puzzle.lua");
    let text = std::fs::read_to_string(&script).unwrap();
    let line = text.lines().position(|line| line.contains("board:step(")).unwrap() + 1;
    std::fs::write(&script, text.replace("board:step(", "board:stpe(")).unwrap();
    let said = check(&folder).unwrap();
    assert_eq!(said, [("my-puzzle.lua".to_owned(), vec![(line, "undefined-field".to_owned())])]);
}
