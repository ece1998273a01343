//! `tilewright new`: a folder with a puzzle that plays at once, and nothing written over.

#[path = "common/command.rs"]
mod command;

use command::{refused, runs};

#[test]
fn a_new_puzzle_plays_at_once_from_within_its_folder() {
    let above = tempfile::tempdir().unwrap();
    let said = runs(above.path(), &["new", "my-puzzle"]);
    assert!(said.contains("cd my-puzzle"), "{said}");
    let folder = above.path().join("my-puzzle");
    // The only game there is needs no name.
    let settings = folder.join("settings");
    let play = ["play", "--settings", settings.to_str().unwrap()];
    let said = refused(&folder, &play);
    assert!(said.contains("there is no display"), "{said}");
    let board = runs(&folder, &["show", "my-puzzle", "--as", "level", "--after", "ddr"]);
    assert!(board.contains("# @     #"), "{board}");
    assert!(runs(&folder, &["test"]).ends_with("3 of 3 rule tests hold\n"));
    assert!(runs(&folder, &["replay", "my-puzzle"]).contains("1 of 1"));
    let script = std::fs::read_to_string(folder.join("scripts/my-puzzle.lua")).unwrap();
    assert!(script.lines().count() < 60, "{}", script.lines().count());
    assert!(script.contains("title = \"My puzzle\"") && !script.contains("TITLE"), "{script}");
    let editor = std::fs::read_to_string(folder.join(".luarc.json")).unwrap();
    let editor: serde_json::Value = serde_json::from_str(&editor).unwrap();
    let library = folder.join(editor["workspace.library"][0].as_str().unwrap());
    assert!(library.join("tilewright.lua").is_file());
}

#[test]
fn what_is_there_is_not_written_over() {
    let above = tempfile::tempdir().unwrap();
    std::fs::write(above.path().join("mine"), "my own").unwrap();
    let said = refused(above.path(), &["new", "mine"]);
    assert!(said.contains("mine: there is something of that name already"), "{said}");
    assert_eq!(std::fs::read_to_string(above.path().join("mine")).unwrap(), "my own");
    std::fs::create_dir(above.path().join("empty")).unwrap();
    refused(above.path(), &["new", "empty"]);
    assert_eq!(std::fs::read_dir(above.path().join("empty")).unwrap().count(), 0);
}

#[test]
fn a_name_that_no_game_can_have_is_refused() {
    let above = tempfile::tempdir().unwrap();
    for name in ["init", "-mine", "my puzzle", "rätsel", "a.b", "..", "/", "sub/.."] {
        let said = refused(above.path(), &["new", "--", name]);
        assert!(said.contains("is no name for a game; expected letters"), "{name}: {said}");
    }
    assert_eq!(std::fs::read_dir(above.path()).unwrap().count(), 0);
    let said = refused(above.path(), &["new", "none/here"]);
    assert!(said.contains("none"), "{said}");
    runs(above.path(), &["new", above.path().join("whole").to_str().unwrap()]);
    assert!(above.path().join("whole/scripts/whole.lua").is_file());
}
