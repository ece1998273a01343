//! A puzzle from nothing to a friend, in real windows: made, played, changed while it is played,
//! tested, tried in the console, packed, and the pack played.

#[path = "common/window.rs"]
mod window;

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use window::{Display, Game, display};

const PROGRAM: &str = env!("CARGO_BIN_EXE_tilewright");

/// The keys of the solution that comes with a new puzzle.
const SOLUTION: &str = "ddrrrrrruuddllddrr";

/// Runs a command of the program; what it prints.
#[track_caller]
fn run(folder: &Path, arguments: &[&str]) -> String {
    let output = Command::new(PROGRAM).args(arguments).current_dir(folder).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {said}");
    String::from_utf8(output.stdout).unwrap()
}

fn start<'d>(display: &'d Display, folder: &Path, arguments: &[&str]) -> Game<'d> {
    let settings = folder.join("settings");
    let settings = ["--settings", settings.to_str().unwrap()];
    Game::start_in(display, folder, Path::new(PROGRAM), &[arguments, &settings].concat())
}

/// Replaces a text in a file, as an editor does with a save.
fn edit(path: &Path, from: &str, to: &str) {
    let text = std::fs::read_to_string(path).unwrap();
    assert!(text.contains(from), "{from}");
    std::fs::write(path, text.replace(from, to)).unwrap();
}

/// Writes a line into the console.
fn try_line(display: &Display, game: &mut Game<'_>, line: &str) {
    game.until("the console", |told| told.get("options ").contains("console="));
    // A panel finds its place in its first frames.
    game.frames_within(Duration::from_millis(500));
    let told = game.until("the console", |told| told.get("options ").contains("console="));
    let places = told.get("options ").to_owned();
    let (_, place) = places.split_once("console=").unwrap();
    let place = place.split_whitespace().next().unwrap();
    let place: Vec<u32> = place.split(',').map(|part| part.parse().unwrap()).collect();
    game.click((place[0] + 20, place[1] + place[3] / 2), 1);
    // The panel has the keys only once it has seen the click.
    game.frames_within(Duration::from_millis(500));
    display.tool("xdotool", &["type", "--delay", "30", line]);
    game.keys(&["Return"]);
}

#[test]
fn a_puzzle_is_made_changed_tested_packed_and_given_away() {
    let Some(display) = display() else { return };
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    run(folder, &["new", "snow"]);
    let own = folder.join("snow");
    let mut game = start(&display, &own, &["play"]);
    game.until_title("Snow - The first room");
    game.keys(&["Down", "Down", "Right"]);
    game.until("a gem is gathered", |told| told.get("status ") == "Gems left: 1");

    edit(&own.join("scripts/snow.lua"), "Gems left: ", "To find: ");
    let told = game.until("the saved rule and its tests", |told| {
        told.get("status ") == "To find: 1" && told.get("message ").contains("rule tests fail")
    });
    assert!(told.get("message ").starts_with("1 of 3 rule tests fail: tests/snow.txt:4"));
    assert_eq!(told.turns(), 3, "the game goes on where it was");
    edit(&own.join("scripts/tests/snow.txt"), "Gems left: ", "To find: ");
    game.until("tests that hold", |told| told.get("message ") == "3 rule tests hold");

    game.keys(&["F12"]);
    try_line(&display, &mut game, "board:clear(board:find('gem'), 'thing')");
    game.until("a turn of the console", |told| told.get("status ") == "To find: 0");
    // Also while something can be written there.
    game.keys(&["F12"]);
    game.until("the board alone", |told| told.get("options ").is_empty());
    game.keys(&["z"]);
    game.until("which undo takes back", |told| told.get("status ") == "To find: 1");
    game.keys(&["ctrl+q"]);
    assert_eq!(game.ends(), Some(0));

    assert!(run(&own, &["test"]).contains("3"));
    assert!(run(&own, &["check"]).contains("No fault"));
    run(folder, &["pack", "snow"]);
    let friend = tempfile::tempdir().unwrap();
    let pack = friend.path().join("snow.tilewright");
    std::fs::rename(folder.join("snow.tilewright"), &pack).unwrap();
    let mut game = start(&display, friend.path(), &[pack.to_str().unwrap()]);
    game.until_title("Snow - The first room");
    game.until("the changed rule", |told| told.get("status ") == "To find: 2");
    let key = |step: char| match step {
        'l' => "Left",
        'u' => "Up",
        'r' => "Right",
        _ => "Down",
    };
    game.keys(&SOLUTION.chars().map(key).collect::<Vec<_>>());
    game.until("the end", |told| told.get("solved ") == "true");
}
