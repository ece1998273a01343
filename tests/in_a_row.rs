//! Moves that a replay plays in a row: the engine ends each turn as if it had been the only
//! one, whatever goes wrong in one of them. That random rules do the same in a row and one by
//! one is told by `tests/programs.rs`.

mod common;

use std::time::Duration;

use common::{Folder, press, rows, session};
use tilewright::grid::{Change, Direction, Journal, Turn, Value};
use tilewright::rules::{Limits, ScriptError, Scripts};
use tilewright::session::Session;

/// A player who walks to the right and counts the steps; `body` is what else happens at a step,
/// of which `n` is the number.
fn walker(body: &str) -> Folder {
    Folder::with_script(&format!(
        r##"return {{
  tiles = {{ mark = {{ layer = "mark" }}, wall = {{ layer = "mark" }}, player = {{}} }},
  layers = {{ "mark", "piece" }},
  legend = {{ ["@"] = "player", ["x"] = "mark", ["#"] = "wall" }},
  start = function(board) board.vars.steps = 0 end,
  act = function(board, action)
    local here = board:find("player")
    local n = board:add("steps", 1)
    board:move(here, board:step(here, action.dir), "player")
    {body}
  end,
  won = function(board) return board:every("player", "mark") end,
}}"##
    ))
}

/// A corridor of so many cells, with a mark in the last one.
fn level(width: usize) -> String {
    format!("#@{}x#", " ".repeat(width - 2))
}

/// A game whose rules may take so much and stay bytecode, which goes in a row at once.
fn limited(folder: &Folder, limits: Limits, width: usize) -> Session {
    let limits = Limits { native: false, ..limits };
    session(&Scripts::new(folder.path(), "game", limits), &level(width))
}

/// Plays steps to the right in a row, up to one that fails. Returns how many there were, how
/// often the engine went on with one that it had left off at, and what was wrong.
fn walk(session: &mut Session, steps: usize) -> (usize, usize, Option<ScriptError>) {
    let ways = vec![Direction::Right; steps];
    let (mut played, mut calls) = (0, 0);
    while played < steps {
        let (count, outcome) = session.play_on(&ways[played..]);
        (played, calls) = (played + count, calls + 1);
        if let Err(error) = outcome {
            return (played, calls, Some(error));
        }
    }
    (played, calls, None)
}

/// The same where no step fails. Returns how many calls they were.
fn calls_of(session: &mut Session, steps: usize) -> usize {
    let (_, calls, error) = walk(session, steps);
    assert_eq!(error, None);
    calls
}

/// Walks in a row until the fifth step fails; what came before it stands. Returns the error.
fn fails_at_the_fifth(body: &str, limits: Limits) -> ScriptError {
    let folder = walker(body);
    let mut session = limited(&folder, limits, 10);
    let (played, calls, error) = walk(&mut session, 9);
    assert_eq!((played, calls), (5, 1), "{error:?}");
    assert_eq!(rows(&session), "#    @    x#");
    assert_eq!(session.journal().tokens().collect::<String>(), "rrrr");
    press(&mut session, "zz").unwrap();
    assert_eq!(rows(&session), "#  @      x#");
    error.unwrap()
}

#[test]
fn steps_go_in_one_call_up_to_the_one_that_solves_the_level() {
    let folder = walker("");
    let mut session = limited(&folder, Limits::default(), 200);
    assert_eq!(calls_of(&mut session, 199), 1);
    assert!(session.is_solved());
    // Then the game is over.
    assert_eq!(session.play_on(&[Direction::Left, Direction::Left]).0, 1);
    assert_eq!(session.journal().done(), 199);
}

#[test]
fn whether_the_level_is_won_is_asked_within_the_row() {
    // Every third step one mark more or less.
    let more =
        "if n % 3 == 0 then board:set(1, 'mark') elseif n % 3 == 1 then board:clear(1, 'mark') end";
    let folder = walker(more);
    let mut session = limited(&folder, Limits::default(), 200);
    assert_eq!(calls_of(&mut session, 199), 1);
    assert!(session.is_solved());
    press(&mut session, "zz").unwrap();
    assert!(!session.is_solved());
    assert_eq!(calls_of(&mut session, 2), 1);
    assert!(session.is_solved());
}

/// The walker's script with another answer to whether the level is won.
fn answering(folder: &Folder, won: &str) {
    let script = std::fs::read_to_string(folder.path().join("game.lua")).unwrap();
    let usual = "won = function(board) return board:every(\"player\", \"mark\") end,";
    assert!(script.contains(usual));
    folder.write("game.lua", &script.replace(usual, won));
}

#[test]
fn where_the_answer_hangs_on_more_than_counts_every_turn_is_asked_about_once() {
    let folder = walker("if n == 3 then board:set(1, 'mark') end");
    answering(
        &folder,
        r#"won = function(board)
             asks.n += 1
             if board:count("mark") > 1 then return board:has(6, "player") end
           end,
           status = function(board) return "asked " .. asks.n .. " times" end,"#,
    );
    let script = std::fs::read_to_string(folder.path().join("game.lua")).unwrap();
    folder.write("game.lua", &format!("local asks = {{ n = 0 }}\n{script}"));
    let mut row = limited(&folder, Limits::default(), 10);
    walk(&mut row, 9);
    let mut single = limited(&folder, Limits::default(), 10);
    press(&mut single, "rrrrrrrrr").unwrap();
    for session in [&mut row, &mut single] {
        assert!(session.is_solved());
        assert_eq!(session.journal().done(), 4);
        // At the beginning, and after the third and the fourth step.
        assert_eq!(session.status().unwrap().as_deref(), Some("asked 3 times"));
    }
}

#[test]
fn where_no_level_is_ever_won_counts_may_change_within_the_row() {
    let folder = walker("board:set(n, 'mark')");
    answering(&folder, "");
    let mut session = limited(&folder, Limits::default(), 30);
    assert_eq!(calls_of(&mut session, 20), 1);
}

#[test]
fn a_question_that_fails_takes_back_the_turn_that_it_is_about() {
    for fault in ["error('no')", "board:set(1, 'wall')", "pcall(board.add, board, 'steps', 1)"] {
        let folder = walker("if n == 5 then board:set(1, 'mark') end");
        let won = format!("won = function(board) if board:count('mark') > 1 then {fault} end end,");
        answering(&folder, &won);
        let mut session = limited(&folder, Limits::default(), 10);
        let (played, calls, error) = walk(&mut session, 9);
        assert_eq!((played, calls), (5, 1), "{error:?}");
        assert!(error.unwrap().to_string().contains("while won was asked"));
        assert_eq!(rows(&session), "#    @    x#");
    }
}

#[test]
fn a_level_that_begins_solved_is_over_after_one_step() {
    let folder = walker("");
    answering(&folder, "won = function() return true end,");
    let mut session = limited(&folder, Limits::default(), 30);
    assert!(session.is_solved());
    walk(&mut session, 5);
    assert_eq!(session.journal().done(), 1);
}

#[test]
fn a_turn_that_is_cancelled_leaves_those_that_wait_before_it() {
    let folder = walker("");
    let session = limited(&folder, Limits::default(), 4);
    let (mut turn, mut journal) = (Turn::new(session.board().clone()), Journal::default());
    let count = turn.var("count").unwrap();
    turn.commit(&mut journal, "!");
    for number in [1.0, 2.0, 3.0] {
        turn.set_var(count, Value::Number(number));
        assert_eq!((turn.edits(), turn.follow(b'r'), turn.edits()), (1, true, 0));
    }
    turn.set_var(count, Value::Number(4.0));
    turn.cancel();
    assert_eq!(*turn.board().var(count), Value::Number(3.0));
    turn.commit_followed(&mut journal);
    assert!(turn.undo(&mut journal));
    assert_eq!((turn.board().var(count), journal.done()), (&Value::Number(2.0), 2));
}

#[test]
fn machine_code_does_the_same() {
    let folder = walker("");
    let mut session = session(&folder.scripts(), &level(1000));
    let (played, calls, error) = walk(&mut session, 999);
    assert!(error.is_none() && session.is_solved());
    assert!(played == 999 && (200..300).contains(&calls), "{calls} calls");
}

#[test]
fn a_step_that_fails_ends_the_row_there() {
    let error = fails_at_the_fifth("if n == 5 then error('no fifth step') end", Limits::default());
    let told = error.to_string();
    assert!(error.line == Some(10) && error.message == "no fifth step", "{told}");
    assert!(told.contains("while the rule played \"move right\""), "{told}");
}

#[test]
fn an_error_that_a_rule_blames_on_its_caller_is_told_at_the_rule() {
    let body = "if n == 5 then error('not here', 2) end";
    let error = fails_at_the_fifth(body, Limits::default());
    assert!(error.deliberate && error.message == "not here" && error.line == Some(10), "{error}");
}

#[test]
fn what_a_rule_has_caught_ends_the_row_there() {
    let body = "if n == 5 then pcall(board.set, board, 0, 'mark') end";
    let error = fails_at_the_fifth(body, Limits::default());
    assert!(error.message.contains("the script caught this error"), "{error}");
}

#[test]
fn a_step_without_end_is_stopped_and_those_before_it_stand() {
    let limits = Limits { call: Duration::from_millis(50), ..Limits::default() };
    let error = fails_at_the_fifth("while n == 5 do end", limits);
    assert!(error.message.contains("took longer than it may"), "{error}");
}

#[test]
fn a_token_that_is_none_ends_the_row_there() {
    let error = fails_at_the_fifth("if n == 5 then return 'x' end", Limits::default());
    assert!(error.message.contains("act returned \"x\""), "{error}");
}

#[test]
fn each_step_has_its_own_time_and_its_own_messages() {
    // Both come to far more than one call may have.
    let folder = walker("for _ = 1, 2e5 do end for _ = 1, 20 do board:say('step') end");
    let limits = Limits { call: Duration::from_millis(100), ..Limits::default() };
    let mut session = limited(&folder, limits, 300);
    let (played, calls, error) = walk(&mut session, 250);
    assert_eq!((played, calls), (250, 1), "{error:?}");
}

#[test]
fn steps_are_recorded_under_the_tokens_that_the_rule_names() {
    let folder = walker("if n == 2 then return 'R' elseif n == 4 then return '<jump>' end");
    let mut session = limited(&folder, Limits::default(), 10);
    assert_eq!(calls_of(&mut session, 6), 2, "a long token is a call's last");
    assert_eq!(session.journal().tokens().collect::<String>(), "rRr<jump>rr");
}

#[test]
fn new_variables_and_long_texts_come_in_a_row_too() {
    let body = "if n % 3 == 0 then board.vars['v' .. n] = string.rep('x', 1000) end";
    let folder = walker(body);
    let mut session = limited(&folder, Limits::default(), 30);
    assert_eq!(calls_of(&mut session, 20), 7);
    assert_eq!(session.board().names().var_count(), 7);
    while session.undo().unwrap() {}
    assert_eq!(rows(&session), level(30));
    assert_eq!(session.board().var_named("v18"), &Value::Nil);
}

#[test]
fn what_weighs_more_than_an_edit_ends_the_row_there() {
    let folder = walker("board.vars.name = string.rep('x', 100 + n)");
    let mut session = limited(&folder, Limits::default(), 30);
    assert_eq!(calls_of(&mut session, 20), 20);
}

#[test]
fn a_board_that_began_and_was_undone_is_forgotten_by_the_next_row() {
    let folder = walker("");
    let mut session = limited(&folder, Limits::default(), 30);
    walk(&mut session, 5);
    press(&mut session, "!z").unwrap();
    assert_eq!(calls_of(&mut session, 3), 1);
    assert_eq!((session.began(), session.journal().done()), (0, 8));
}

#[test]
fn what_was_undone_is_forgotten_by_the_next_row() {
    let folder = walker("");
    let mut session = limited(&folder, Limits::default(), 30);
    walk(&mut session, 10);
    press(&mut session, "zzzzz").unwrap();
    assert_eq!(calls_of(&mut session, 3), 1);
    assert_eq!((session.journal().done(), session.journal().len()), (8, 8));
    assert!(!session.redo().unwrap());
}

/// Walks to and fro until the history, which may keep 20,000 changes, is full. Returns how many
/// moves went in one call at most, and at the end.
fn fills(body: &str, turns: usize) -> (usize, usize) {
    let folder = walker(body);
    let history = 20_000 * size_of::<Change>();
    let mut session = limited(&folder, Limits { history, ..Limits::default() }, 10);
    press(&mut session, "r").unwrap();
    let ways = [Direction::Right, Direction::Left].repeat(6000);
    let (mut played, mut longest) = (0, 0);
    let last = loop {
        let (count, outcome) = session.play_on(&ways[played..]);
        (played, longest) = (played + count, longest.max(count));
        if let Err(error) = outcome {
            assert!(error.message.contains("history can keep"), "{error}");
            break count;
        }
    };
    assert_eq!(session.journal().done(), turns);
    (longest, last)
}

#[test]
fn a_history_that_is_nearly_full_takes_one_turn_at_a_time() {
    // A step is a move and a variable.
    assert_eq!(fills("", 10_000), (256, 1));
    assert_eq!(fills("for _ = 1, 999 do board:add('more', 1) end", 19), (4, 1));
}
