//! The workbench: lines of Lua on the live board, the history to go to and fro in, and the
//! moves played again under other rules.

mod common;

use common::{Folder, everything, press, rows, session, wanted};
use tilewright::app::{Player, open};
use tilewright::grid::Cell;
use tilewright::session::{Session, read_steps};

/// A walker who counts the steps.
const WALKER: &str = r##"return {
  layers = { "ground", "piece" },
  tiles = { wall = { layer = "ground" }, goal = { layer = "ground" }, player = { layer = "piece" } },
  legend = { ["#"] = "wall", ["."] = "goal", ["@"] = "player" },
  act = function(board, action)
    local here = board:find("player")
    local there = board:step(here, action.dir)
    if board:has(there, "wall") then return end
    board:move(here, there, "player")
    board:add("steps", 1)
  end,
  won = function(board) return board:every("player", "goal") end,
  about = nil,
}"##;

const ROOM: &str = "#####\n#@ .#\n#   #\n#####";

/// A game of the walker after some keys.
fn walked(keys: &str) -> Session {
    let folder = Folder::with_script(WALKER);
    let mut session = session(&folder.scripts(), ROOM);
    press(&mut session, keys).unwrap();
    session
}

/// What a line gives, or what is wrong with it.
fn gives(session: &mut Session, line: &str) -> String {
    match session.evaluate(line, Some(Cell(6))) {
        Ok(evaluated) => evaluated.text,
        Err(error) => format!("fails: {}", error.message),
    }
}

#[test]
fn a_line_gives_its_values() {
    let mut game = walked("r");
    for (line, expected) in [
        ("1 + 1", "2"),
        ("board:count('wall'), board.width", "14, 5"),
        ("board:get(here, 'piece')", "nil"),
        ("here", "7"),
        ("board.vars.steps", "1"),
        ("'a' .. 'b'", "\"ab\""),
        ("board:all('player')", "1 cells: 8"),
        ("{ 1, 2, x = true }", "{ 1, 2, x = true }"),
        ("game.act", "a function"),
        ("local n = 3 return n * 2", "6"),
        ("board:set(7, 'goal')", "nil"),
        ("", ""),
    ] {
        assert_eq!(gives(&mut game, line), expected, "{line}");
    }
}

#[test]
fn a_line_that_is_wrong_says_so_and_changes_nothing() {
    let mut game = walked("r");
    let before = everything(&game);
    for (line, expected) in [
        ("board:set(", "fails: "),
        ("board:set(7, 'gaol')", "gaol"),
        ("board:clear(8, 'piece') error('no')", "no"),
        ("x = 5", "board.vars"),
        ("while true do end", "took longer than it may"),
        ("('x'):rep(1e9)", "fails: "),
        ("getfenv()", "fails: "),
        ("require('../secrets')", "is no module"),
    ] {
        let given = gives(&mut game, line);
        assert!(given.contains(expected), "{line}: {given}");
        assert_eq!(everything(&game), before, "{line}");
        assert_eq!(game.journal().done(), 1, "{line}");
    }
}

#[test]
fn a_mistake_in_a_line_is_told_without_a_place_and_one_in_the_script_with_its_own() {
    let mut game = walked("");
    for (line, expected) in [
        ("board:mvoe(1)", "board has no \"mvoe\"; did you mean `move`?"),
        ("error('no')", "no"),
        ("pcall(board.set, board, 0)", "set: argument 1: expected a cell"),
    ] {
        let error = game.evaluate(line, None).unwrap_err();
        assert!(error.message.starts_with(expected), "{line}: {error}");
        assert_eq!((error.path.clone(), error.line), (None, None), "{line}: {error}");
    }
    // The rule is called without an action.
    let error = game.evaluate("game.act(board)", None).unwrap_err();
    let line = "local there = board:step(here, action.dir)";
    assert_eq!((error.line, error.excerpt.line()), (Some(7), Some(line)), "{error}");
}

#[test]
fn what_a_line_changes_is_a_turn_that_undo_takes_back() {
    let mut game = walked("r");
    let before = everything(&game);
    game.evaluate("board:set(here, 'wall')", Some(Cell(8))).unwrap();
    assert_eq!(rows(&game), "#####\n# @##\n#   #\n#####");
    press(&mut game, "z").unwrap();
    assert_eq!(everything(&game), before);
    press(&mut game, "x").unwrap();
    assert_eq!(rows(&game), "#####\n# @##\n#   #\n#####");
}

#[test]
fn a_recording_has_the_lines_and_plays_them() {
    let mut game = walked("r");
    let line = "if board:count('wall') > 3 then board:set(here, 'wall') end -- 100%";
    game.evaluate(line, Some(Cell(8))).unwrap();
    game.evaluate("board:random(6)", None).unwrap();
    press(&mut game, "d").unwrap();
    let recording = game.played();
    assert!(recording.starts_with("r<lua@9 if board:count('wall') %3E 3"), "{recording}");
    let mut again = walked("");
    for step in read_steps(&recording).unwrap() {
        again.take(&step).unwrap();
    }
    assert_eq!(everything(&again), everything(&game));
}

#[test]
fn a_rule_cannot_pass_its_turn_off_as_a_line() {
    let posing = WALKER.replace("board:add(\"steps\", 1)", "return '<lua board:fill(1)>'");
    let folder = Folder::with_script(&posing);
    let mut game = session(&folder.scripts(), ROOM);
    let said = press(&mut game, "r").unwrap_err().to_string();
    assert!(said.contains("act returned"), "{said}");
}

#[test]
fn the_history_is_gone_to_and_fro_in() {
    let mut game = walked("rdrl");
    let after = everything(&game);
    game.jump(1).unwrap();
    assert_eq!(rows(&game), "#####\n# @.#\n#   #\n#####");
    assert!(game.motions().is_empty(), "a jump is no movement");
    game.jump(99).unwrap();
    assert_eq!(everything(&game), after);
    game.jump(0).unwrap();
    assert_eq!(rows(&game), ROOM);
}

/// What comes of playing the keys again after the script has become another one.
fn again(keys: &str, change: (&str, &str)) -> (Option<(usize, String)>, (bool, bool)) {
    let folder = Folder::with_script(WALKER);
    let mut game = session(&folder.scripts(), ROOM);
    press(&mut game, keys).unwrap();
    let before = everything(&game);
    assert!(WALKER.contains(change.0));
    folder.write("game.lua", &WALKER.replace(change.0, change.1));
    let other = folder.scripts().load().unwrap_or_else(|error| panic!("{error}"));
    let retraced = game.retrace(other).unwrap();
    assert_eq!(everything(&game), before, "the game itself stays as it is");
    let first = retraced.first.map(|first| (first.turn, first.what));
    (first, retraced.solved)
}

#[test]
fn moves_come_out_the_same_under_the_same_rules() {
    assert_eq!(again("rr", ("about = nil", "about = nil")), (None, (true, true)));
}

#[test]
fn the_first_turn_that_comes_out_differently_is_told() {
    let blind = (
        "if board:has(there, \"wall\") then return end",
        "if action.dir == 'down' then return end",
    );
    let (first, solved) = again("rdur", blind);
    let what = "column 3, row 2: nothing was there, now \"player\" (and 1 more)";
    assert_eq!(first, Some((2, what.to_owned())));
    assert_eq!(solved, (true, false));
    let twice = ("board:add(\"steps\", 1)", "board:add(\"steps\", 2)");
    let what = "the variable steps was 1, now it is 2";
    assert_eq!(again("r", twice), (Some((1, what.to_owned())), (false, false)));
    let (first, solved) = again("rr", ("board:every(\"player\", \"goal\")", "false"));
    assert_eq!((first, solved), (None, (true, false)));
    let (first, _) = again("rr", ("local here", "error('broken') local here"));
    let (turn, what) = first.unwrap();
    assert!(turn == 1 && what.contains("broken"), "{what}");
}

#[test]
fn a_player_hears_where_the_moves_come_out_differently() {
    let folder = Folder::with_script(WALKER);
    folder.write("levels/a.txt", &format!("{ROOM}\n"));
    let scripts = folder.scripts();
    let opened = open(&scripts, &wanted(&folder.path().join("levels"), 1)).unwrap();
    let mut player = Player::new(scripts, opened);
    player.try_line("board:set(8, 'wall')");
    assert_eq!(player.last_tried(), Some(&Ok("nil".to_owned())));
    player.retrace();
    assert_eq!(player.retraced(), Some("1 turn comes out the same."));
    folder.write("game.lua", "return {");
    player.retrace();
    assert!(player.retraced().is_some_and(|told| told.contains("game.lua:1")));
    player.jump(0);
    assert_eq!(rows(player.session()), ROOM);
    player.try_line("board:set(");
    assert!(player.last_tried().is_some_and(Result::is_err));
}

#[test]
fn what_scripts_say_and_print_is_heard_with_its_place() {
    let saying = WALKER.replace("local here", "board:say('off') print('there', 1)\n    local here");
    let folder = Folder::with_script(&saying);
    let mut game = session(&folder.scripts(), ROOM);
    press(&mut game, "r").unwrap();
    let path = folder.path().join("game.lua").display().to_string();
    let expected = [format!("{path}:6: off"), format!("{path}:6: there\t1")];
    assert_eq!(game.take_heard(), expected);
    assert!(game.take_heard().is_empty());
    for _ in 0..200 {
        press(&mut game, "lr").unwrap();
    }
    assert!(game.take_heard().len() <= 101, "what nobody asks for is not kept for ever");
}
