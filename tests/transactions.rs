//! A turn is a transaction: a rule that errs, runs too long, wants too much or
//! catches what stopped it changes nothing.

mod common;

use common::{Folder, everything, press, rows, session};
use tilewright::rules::{Limits, ScriptError, Scripts};

/// A rule that first changes everything it can, then does `body`; a second step
/// (the other way) is well behaved.
fn script(body: &str) -> String {
    format!(
        r##"return {{
  layers = {{ "ground", "piece" }},
  tiles = {{ wall = {{ layer = "ground" }}, player = {{}}, box = {{}} }},
  legend = {{ ["#"] = "wall", ["@"] = "player", ["$"] = "box" }},
  start = function(board) board.vars.steps = 0 board.vars.name = "first" end,
  act = function(board, action)
    local here = board:find("player")
    local there = board:step(here, action.dir)
    if not there then return end
    board:move(here, there, "player")
    board:add("steps", 1)
    if action.dir == "left" then return end
    board.vars.name = "second"
    board.vars.more = true
    board:random(6)
    board:fill("wall")
    board:clear(1, "piece")
    {body}
  end,
}}"##
    )
}

const LEVEL: &str = "#   @   $";

/// Plays a good step, the bad one, and a good one again.
fn bad_step(body: &str) -> ScriptError {
    let folder = Folder::with_script(&script(body));
    let mut session = session(&folder.scripts(), LEVEL);
    press(&mut session, "l").unwrap();
    let before = everything(&session);
    let error = press(&mut session, "r").unwrap_err();
    assert_eq!(everything(&session), before, "after: {error}");
    assert_eq!(session.journal().done(), 1);
    press(&mut session, "l").unwrap();
    assert_eq!(rows(&session), "# @     $", "the game goes on");
    error
}

#[test]
fn a_good_step_changes_all_of_it() {
    let folder = Folder::with_script(&script(""));
    let mut session = session(&folder.scripts(), LEVEL);
    let before = everything(&session);
    press(&mut session, "r").unwrap();
    assert_ne!(everything(&session), before);
    press(&mut session, "z").unwrap();
    assert_eq!(everything(&session), before, "and undo restores it, to the generator");
}

#[test]
fn an_error_changes_nothing_and_names_its_line() {
    let error = bad_step("local nothing = nil\n    local _ = nothing.field");
    assert_eq!(error.line, Some(19));
    assert!(error.message.contains("attempt to index nil"), "{error}");
    assert_eq!(error.excerpt.line(), Some("local _ = nothing.field"));
    assert!(error.path.is_some_and(|path| path.ends_with("game.lua")));
}

#[test]
fn an_error_inside_the_engine_names_the_line_that_called() {
    let error = bad_step("board:set(nil, 'box')");
    assert_eq!(error.line, Some(18));
    assert_eq!(
        error.message,
        "set: argument 1: expected a cell from 1 to 9, got nil (a step off the grid gives nil)"
    );
}

#[test]
fn won_and_status_cannot_change_the_board() {
    let text = script("")
        .replace("start =", "won = function(board) board:clear(1, 'ground') end, start =");
    let folder = Folder::with_script(&text);
    let mut session = session(&folder.scripts(), LEVEL);
    assert!(session.warning().unwrap().contains("can be changed only in start"));
    let before = everything(&session);
    assert!(press(&mut session, "l").is_err());
    assert_eq!(everything(&session), before);
}

#[test]
fn a_board_has_its_size_from_start_alone() {
    let error = bad_step("board:resize(2, 2)");
    assert!(error.message.contains("resize: the board can be given another size only in start"));
    assert_eq!(error.line, Some(18), "the script's line, not the engine's");
}

#[test]
fn a_history_that_is_full_takes_no_turn_more_until_some_are_taken_back() {
    let folder = Folder::with_script(&script(""));
    // Ten changes of 16 bytes; a step to the left makes two.
    let limits = Limits { history: 160, ..Limits::default() };
    let mut session = session(&Scripts::new(folder.path(), "game", limits), "#        @");
    for step in 1..=5 {
        assert!(press(&mut session, "l").is_ok(), "step {step}");
    }
    let before = everything(&session);
    let error = press(&mut session, "l").unwrap_err();
    assert!(error.message.contains("more than their history can keep"), "{error}");
    assert_eq!(everything(&session), before);
    assert!(session.undo().unwrap());
    assert!(press(&mut session, "l").is_ok());
    assert_eq!(everything(&session), before);
    assert!(press(&mut session, "l").is_err());
}
