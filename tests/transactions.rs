//! A turn is a transaction: a rule that errs, runs too long, wants too much or
//! catches what stopped it changes nothing.

mod common;

use std::time::Duration;

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
    bad_step_within(Limits::default(), body)
}

fn bad_step_within(limits: Limits, body: &str) -> ScriptError {
    let folder = Folder::with_script(&script(body));
    let scripts = Scripts::new(folder.path(), "game", limits);
    let mut session = session(&scripts, LEVEL);
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
fn an_error_that_is_a_table_is_not_lost() {
    let error = bad_step("error({})");
    assert_eq!(error.line, Some(18), "{error}");
    assert!(!error.message.is_empty());
}

#[test]
fn an_endless_loop_is_stopped() {
    for endless in [
        "while true do end",
        "while true do pcall(function() while true do end end) end",
        "local co = coroutine.wrap(function() while true do end end) co()",
        "local t = setmetatable({}, { __index = function() while true do end end }) local _ = t.x",
        "repeat local _ = board:all('wall') until false",
    ] {
        let error = bad_step(endless);
        assert!(error.message.contains("100 ms"), "{endless}: {error}");
    }
}

#[test]
fn too_much_memory_is_refused() {
    // Time must not be what ends it first.
    let limits = Limits { call: Duration::from_secs(20), ..Limits::default() };
    for greedy in [
        "local t = {} for i = 1, 1e9 do t[i] = { i } end",
        "local s = string.rep('x', 1e6) for i = 1, 10 do s = s .. s end",
        "pcall(function() local s = string.rep('x', 1e6) for i = 1, 10 do s = s .. s end end)",
        "local b = buffer.create(1e9)",
    ] {
        let error = bad_step_within(limits, greedy);
        assert!(error.message.contains("more memory than it may"), "{greedy}: {error}");
    }
}

#[test]
fn a_host_error_that_the_script_catches_still_counts() {
    for catch in [
        "pcall(function() board:set(0, 'box') end)",
        "pcall(board.set, board, 0, 'box')",
        "xpcall(function() board:set(0, 'box') end, function() end)",
        "coroutine.resume(coroutine.create(function() board:set(0, 'box') end))",
    ] {
        let error = bad_step(catch);
        assert!(error.message.contains("the script caught this error"), "{catch}: {error}");
    }
}

#[test]
fn a_token_that_is_no_text_is_refused() {
    assert!(
        bad_step("return {}").message.contains("act returned a table; expected nothing or what")
    );
    // A recording would say what never was, or could not be read.
    for token in ["'<undo>'", "'<set n=2>'", "'lr'", "'<a'", "''"] {
        let error = bad_step(&format!("return {token}"));
        assert!(error.message.contains("one action in a recording"), "{token}: {error}");
    }
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
