//! `tilewright test`: rule tests beside a script hold, or it is said what is otherwise.

mod common;

use std::process::Command;

use common::{Folder, PROGRAM, stock_scripts};

/// Steps to the right, says where it is, and fails on lava.
const WALKER: &str = r##"return {
  layers = { "ground", "piece" },
  tiles = { wall = { layer = "ground" }, lava = { layer = "ground" },
    goal = { layer = "ground" }, player = { layer = "piece" } },
  legend = { ["#"] = "wall", ["."] = "goal", ["~"] = "lava", ["@"] = "player" },
  start = function(board)
    if not board:find("player") then board:refuse("no player") end
  end,
  act = function(board, action)
    if not action.dir then return end
    local there = board:step(board:find("player"), action.dir)
    if not there or board:has(there, "wall") then return end
    if board:has(there, "lava") then error("it is hot") end
    board:move(board:find("player"), there, "player")
    board:say("at " .. there)
  end,
  won = function(board) return board:every("player", "goal") end,
  status = function(board) return "cell " .. board:find("player") end,
}"##;

struct Ran {
    status: Option<i32>,
    out: String,
    err: String,
}

/// Runs the rule tests of the walker; paths are without their folder.
fn run(tests: &str) -> Ran {
    let folder = Folder::with_script(WALKER);
    folder.write("tests/game.txt", tests);
    let mut command = Command::new(PROGRAM);
    command.args(["test", "game", "--scripts"]).arg(folder.path());
    let output = command.output().unwrap();
    let here = format!("{}{}", folder.path().display(), std::path::MAIN_SEPARATOR);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap().replace(&here, "");
    let (out, err) = (text(output.stdout), text(output.stderr));
    Ran { status: output.status.code(), out: out.replace('\\', "/"), err: err.replace('\\', "/") }
}

/// What is said of the one test, which does not hold.
#[track_caller]
fn fault(test: &str) -> String {
    let ran = run(&format!("= T\n{test}"));
    assert_eq!((ran.status, ran.err.as_str()), (Some(1), ""), "{}", ran.out);
    let said = ran.out.strip_suffix("0 of 1 rule tests hold\n").expect(&ran.out);
    said.trim_end().strip_prefix("tests/game.txt:1: T: ").expect(said).to_owned()
}

#[track_caller]
fn holds(test: &str) {
    let ran = run(&format!("= T\n{test}"));
    assert_eq!((ran.status, ran.out.as_str()), (Some(0), "1 of 1 rule tests hold\n"));
}

#[test]
fn the_stock_games_hold_theirs() {
    let mut command = Command::new(PROGRAM);
    let output = command.arg("test").arg("--scripts").arg(stock_scripts()).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{said}");
    for name in ["sokoban", "fifteen", "islands"] {
        assert!(stock_scripts().join("tests").join(name).with_extension("txt").is_file());
    }
}

#[test]
fn a_board_that_is_another_one_is_shown_beside_what_was_expected() {
    let said = fault("#@ .\n####\n> r\n#@ .\n####\n#\n\n");
    let shown = "the board is another one
    expected   is
    #@ .       # @. <
    ####       ####
    #               <";
    assert_eq!(said, shown);
}

#[test]
fn what_is_expected_beside_the_board() {
    holds("@ .\n> rr\nsays at 3\nstatus cell 3\nsolved\n");
    holds("; a remark\n@ .\n; another\n> r\n> r\n  @\nsolved\n");
    holds("@ ~\n> rr\n @~\nfails it is hot\n");
    holds("# .\n>\nfails no player\n");
    // A board that is not written down is not asked for; what is empty around one is nothing.
    holds("@ .\n> r\n");
    holds("@ .\n> r\n\n @.  \n\n");
    let shifted = fault("@ .\n> r\n@.\n");
    assert!(shifted.starts_with("the board is another one"), "{shifted}");
    assert_eq!(fault("@ .\n> r\nsolved\n"), "expected it to be solved");
    assert_eq!(fault("@ .\n> r\nsays at 3\n"), r#"expected it to say "at 3", said ["at 2"]"#);
    assert_eq!(fault("@ .\n> r\nstatus cell 3\n"), "expected the status cell 3, it is cell 2");
    assert_eq!(fault("@ .\n> r\nfails it is hot\n"), r#"expected it to fail with "it is hot""#);
    let hot = fault("@~\n> r\n@~\n");
    assert!(hot.contains("game.lua:13: it is hot"), "{hot}");
    let cold = fault("@~\n> r\nfails it is cold\n");
    assert!(cold.contains("it is hot"), "{cold}");
    // The board counts even where a failure was expected.
    let other = fault("@ ~\n> rr\n@ ~\nfails it is hot\n");
    assert!(other.starts_with("the board is another one"), "{other}");
}

#[test]
fn a_mistake_in_a_board_is_told_with_its_line() {
    assert_eq!(
        fault("; two\n@ .\n#?#\n> r\n"),
        "tests/game.txt:4:2: unknown character '?' in a board"
    );
    let refused = fault("#.#\n> r\n");
    assert_eq!(refused, "tests/game.txt:2:1: level 1: no player");
}

#[test]
fn no_test_finds_what_another_has_set() {
    let ran = run("= A\n@ .\n> rr\nsolved\n\n= B\n@ .\n> r\nsolved\n\n= C\n@ .\n> r\n @.\n");
    assert_eq!(ran.status, Some(1));
    assert_eq!(ran.out, "tests/game.txt:6: B: expected it to be solved\n2 of 3 rule tests hold\n");
}

#[test]
fn a_file_that_is_none_is_refused_with_its_place() {
    for (tests, place) in [
        ("@ .\n> r\n", "1:1: expected '= ' and the title of a test"),
        ("= T\n@ .\n> r?\n", "3:4: "),
        ("= T\n> r\n", "1:1: \"T\" has no board; expected rows of a level"),
    ] {
        let ran = run(tests);
        assert_eq!((ran.status, ran.out.as_str()), (Some(2), ""));
        let expected = format!("tilewright: tests/game.txt:{place}");
        assert!(ran.err.starts_with(&expected), "{}", ran.err);
        assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
    }
}

#[test]
fn a_game_without_rule_tests_is_named() {
    let folder = Folder::with_script(WALKER);
    let mut command = Command::new(PROGRAM);
    let output = command.args(["test", "game", "--scripts"]).arg(folder.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("game.txt") && said.contains("there are no rule tests"), "{said}");
}
