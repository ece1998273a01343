//! A pack in a real window: opened as a file manager does, dropped, replaced, and there again at
//! the next start when it is in the games folder.
#![cfg(target_os = "linux")] // what drops files speaks to X11

#[path = "common/packs.rs"]
mod packs;
#[path = "common/window.rs"]
mod window;
#[path = "common/x11.rs"]
mod x11;

use std::path::Path;

use packs::{MANIFEST, SCRIPT, good, good_with, zipped};
use window::{Display, Game, display};

const PROGRAM: &str = env!("CARGO_BIN_EXE_tilewright");

/// Starts the program in a folder without scripts.
fn start<'d>(display: &'d Display, folder: &Path, arguments: &[&str]) -> Game<'d> {
    let settings = folder.join("settings");
    let settings = ["--settings", settings.to_str().unwrap()];
    Game::start_in(display, folder, Path::new(PROGRAM), &[arguments, &settings].concat())
}

fn script(title: &str) -> Vec<(String, Vec<u8>)> {
    let script = SCRIPT.replace("return {", &format!("return {{ title = '{title}',"));
    good_with("scripts/walker.lua", script)
}

#[test]
fn a_pack_that_a_file_manager_opens_plays_and_is_taken_over_when_it_is_replaced() {
    let Some(display) = display() else { return };
    let folder = tempfile::tempdir().unwrap();
    let pack = folder.path().join("walker.tilewright");
    std::fs::write(&pack, zipped(&script("First"))).unwrap();
    let mut game = start(&display, folder.path(), &[pack.to_str().unwrap()]);
    game.until_title("First - level 1");
    game.keys(&["Right"]);
    game.until("a step", |told| told.turns() == 1);
    let beside = folder.path().join("beside");
    std::fs::write(&beside, zipped(&script("Second"))).unwrap();
    std::fs::rename(&beside, &pack).unwrap();
    game.until_title("Second - level 1");
    game.until("the step is still there", |told| told.turns() == 1);
    game.keys(&["Escape"]);
    assert_eq!(game.ends(), Some(0));
    // It is nowhere where the next start finds it.
    start(&display, folder.path(), &["play"]).until_title("Sokoban - Little Heart");
}

#[test]
fn a_pack_that_is_dropped_on_the_stock_games_plays_at_once() {
    let Some(display) = display() else { return };
    let folder = tempfile::tempdir().unwrap();
    let game = start(&display, folder.path(), &["play", "sokoban"]);
    let pack = folder.path().canonicalize().unwrap().join("walker.tilewright");
    std::fs::write(&pack, zipped(&script("Dropped"))).unwrap();
    x11::drop_file(game.display_name(), &game.window(), &pack);
    game.until_title("Dropped - level 1");
    std::fs::write(&pack, zipped(&good_with("pack.toml", MANIFEST.replace("= 1", "= 2")))).unwrap();
    let mut game = game;
    game.until("why it is not taken over", |told| told.get("trouble ").contains("needs API 2"));
}

#[test]
fn a_pack_in_the_games_folder_goes_on_at_the_next_start() {
    let Some(display) = display() else { return };
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("settings/games");
    std::fs::create_dir_all(&games).unwrap();
    std::fs::write(games.join("any name.tilewright"), zipped(&good())).unwrap();
    let mut game = start(&display, folder.path(), &["play", "walker"]);
    game.until_title("walker - level 1");
    game.keys(&["Right"]);
    game.until("a step", |told| told.turns() == 1);
    game.keys(&["Escape"]);
    assert_eq!(game.ends(), Some(0));
    let mut game = start(&display, folder.path(), &["play"]);
    game.until_title("walker - level 1");
    game.until("the step", |told| told.turns() == 1);
}
