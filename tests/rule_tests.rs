//! Rule tests beside a script hold, or it is said what is otherwise: by `tilewright test`, and
//! after every save while the game is being played.

mod common;

use std::collections::BTreeSet;
use std::process::Command;
use std::sync::mpsc::channel;
use std::time::Duration;

use common::{Folder, PROGRAM, stock_scripts, wanted};
use tilewright::app::{self, Player, Wanted, open};
use tilewright::grid::Direction;
use tilewright::rules::Action;

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
    run_script(WALKER, tests)
}

fn run_script(script: &str, tests: &str) -> Ran {
    let folder = Folder::with_script(script);
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
    for name in ["sokoban", "fifteen", "islands", "robots", "carts", "tumble"] {
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
    assert_eq!(fault("@ .\n> r\nsays at 3\n"), r#"expected it to say "at 3", it said ["at 2"]"#);
    let status = fault("@ .\n> r\nstatus cell\n");
    assert_eq!(status, "expected the status \"cell\", it is \"cell 2\"");
    assert_eq!(fault("@ .\n> r\nfails it is hot\n"), r#"expected it to fail with "it is hot""#);
    let hot = fault("@~\n> r\n@~\n");
    assert!(hot.contains("game.lua:13: it is hot"), "{hot}");
    let cold = fault("@~\n> r\nfails it is cold\n");
    assert!(cold.contains("it is hot"), "{cold}");
    let early = fault("@ ~\n> rrl\nfails it is hot\n");
    assert!(early.starts_with("it failed before its last step: "), "{early}");
    assert_eq!(fault("@ ~\n> rr\nfails it is hot\nsolved\n"), "expected it to be solved");
    // The line above the one that fails is shown with it, and is no message.
    let shown = fault("@ ~\n> rr\nfails \"wall\"\n");
    assert!(shown.starts_with("game.lua:13: it is hot\n") && shown.contains("wall"), "{shown}");
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
    assert_eq!(fault("#.#\n> r\n"), "tests/game.txt:2:1: level 1: no player");
    let after = fault("#@ #\n####\n> r\n# @?\n####\n");
    assert_eq!(after, "tests/game.txt:5:4: unknown character '?' in a board");
    let two = fault("@ .\n\n @.\n> r\n");
    assert_eq!(two, "tests/game.txt:4:1: expected one board; this is the first row of another one");
    let words = fault("@ .\n> r\n @.\nsolvd\n");
    assert!(words.ends_with("expected rows of a board alone, not \"solvd\""), "{words}");
}

#[test]
fn a_board_may_be_written_in_any_way_that_a_level_may() {
    holds("2#-@-.\n> r\n2#--@.\n");
    holds("hexagons\n# # #\n @ .\n# # #\n> r\n# # #\n   @\n# # #\nsolved\n");
    holds("hexagons\n# # #\n @ .\n> r\nhexagons\n# # #\n   @\n");
    // Two rows of squares are no hexagons by themselves.
    holds("@\n .\n> r\n @\n .\n");
    let ran = run("\u{feff}= T\r\n@ .\r\n> r\r\n @.\r\n");
    assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""));
}

#[test]
fn what_stands_between_bars_is_a_row() {
    let script = WALKER.replace(r##"["~"] = "lava""##, r##"[">"] = "lava""##);
    let ran = run_script(&script, "= T\n|> @ .#|\n> r\n|>  @.#|\nsays at 4\n");
    assert_eq!((ran.status, ran.out.as_str()), (Some(0), "1 of 1 rule tests hold\n"));
    // A bar that is left alone joins rows, as in any level.
    holds("|@ .|\n> r\n| @.|\n");
    holds("@ .|####\n> r\n @.\n####\n");
    // The bar counts among the columns.
    let odd = fault("|@ .|\n|#?#|\n> r\n");
    assert_eq!(odd, "tests/game.txt:3:3: unknown character '?' in a board");
}

/// Makes two rows of walls with the player somewhere in it, and says on which level.
const MAKER: &str = r##"return {
  tiles = { wall = {}, player = {} },
  legend = { ["#"] = "wall", ["@"] = "player" },
  params = { { name = "n", default = 4, min = 1, max = 9, whole = true } },
  start = function(board)
    if board.level.path then return end
    board:resize(board.params.n, 2)
    board:fill("wall")
    board:set(math.random(board.size), "player")
  end,
  act = function(board) board:set(math.random(board.size), "wall") end,
  status = function(board)
    return (board.level.title or "-") .. " " .. board.level.number .. " " .. board.params.n
  end,
}"##;

#[test]
fn a_test_may_say_the_level_the_seed_and_what_is_set() {
    let told = |test: &str| run_script(MAKER, &format!("= T\n{test}")).out;
    let holds = |test: &str| assert_eq!(told(test), "1 of 1 rule tests hold\n", "{test}");
    holds("seed 3\n>\nstatus - 1 4\n");
    holds("set n=2\nseed any text\n>\nstatus - 1 2\n");
    holds("level 3 A title\nset n=7\n##@\n>\n##@\nstatus A title 3 7\n");
    holds("level 2\n##@\n>\nstatus - 2 4\n");
    // Who made a recording is for `replay` to know: here it is the game of the folder.
    holds("game another\n##@\n>\n");
    for before in ["", "@@@@@@@@\n@@@@@@@@\n"] {
        let test = |seed| format!("set n=8\nseed {seed}\n{before}> rr\n########\n########\n");
        let ends: BTreeSet<String> = (1..=8).map(|seed| told(&test(seed))).collect();
        assert!(ends.len() > 2, "each seed has its own: {ends:?}");
    }
    let said = told("set n=99\nseed 1\n>\n");
    let refused = "T: parameter n: expected a whole number from 1 to 9, got \"99\"\n";
    assert!(said.contains(refused), "{said}");
    assert!(told("set m=1\nseed 1\n>\n").contains("has no parameter \"m\""));
}

#[test]
fn a_win_check_that_fails_is_told() {
    let broken = WALKER.replace("return board:every(", "error('odd') return board:every(");
    let ran = run_script(&broken, "= T\n@ .\n>\n@ .\n\n= U\n@ .\n>\nfails odd\n");
    assert_eq!(ran.status, Some(1));
    let first = ran.out.lines().next().unwrap();
    assert!(first.starts_with("tests/game.txt:1: T: ") && first.contains("odd"), "{first}");
    assert!(ran.out.ends_with("1 of 2 rule tests hold\n"), "{}", ran.out);
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
        ("", "1:1: there is no rule test in this file; expected '= ' and its title"),
        ("; none\n", "1:1: there is no rule test in this file; expected '= ' and its title"),
        ("= T\n@ .\n @.\n", "1:1: \"T\" has no steps; expected a line that begins with '>'"),
        ("= T\n@ .\n\n> r\n @.\n> r\n", "6:1: expected '= ' and the title of the next test"),
        ("= T\nsolved\n@ .\n> r\n", "2:1: expected rows of a board and '>'"),
        ("= T\n@ .\n> r\nsays\n", "4:5: expected a text after 'says'"),
        ("= T\n@\0.\n> r\n", "2:2: this is not text"),
        ("= T\n@ .\n> r?\n", "3:4: "),
        ("= T\n> r\n", "1:1: \"T\" has no board; expected rows of a level, or 'seed'"),
        ("= T\nseed\n> r\n", "2:5: expected something after 'seed'"),
        ("= T\nseed 1\nseed 2\n> r\n", "3:1: expected 'seed' once"),
        ("= T\nlevel last\n@ .\n> r\n", "2:7: expected a number, from 1"),
        ("= T\nlevel 0\n@ .\n> r\n", "2:7: expected a number, from 1"),
        ("= T\nset n\n@ .\n> r\n", "2:5: expected NAME=VALUE, like width=5"),
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
    let mut command = Command::new(PROGRAM);
    let output = command.args(["test", "none", "--scripts"]).arg(folder.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("there is no such script"));
    let mut command = Command::new(PROGRAM);
    let output = command.args(["test", "--scripts"]).arg(folder.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("no game here has rule tests"));
}

#[test]
fn what_other_games_have_come_to_is_told_before_a_file_that_is_refused() {
    let folder = Folder::with_script(WALKER);
    folder.write("other.lua", WALKER);
    folder.write("tests/game.txt", "what\n");
    folder.write("tests/other.txt", "= T\n@ .\n> r\nsolved\n");
    let mut command = Command::new(PROGRAM);
    let output = command.args(["test", "--scripts"]).arg(folder.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("expected it to be solved\n0 of 1 rule tests hold\n"), "{said}");
    assert!(String::from_utf8(output.stderr).unwrap().contains("game.txt:1:1: "));
}

/// A walker being played from a folder that the test saves into.
struct Playing {
    folder: Folder,
    player: Player,
}

impl Playing {
    fn begin(tests: &str) -> Playing {
        let folder = Folder::with_script(WALKER);
        folder.write("tests/game.txt", tests);
        folder.write("levels/a.xsb", "#@ .#\n");
        let (scripts, levels) = (folder.scripts(), folder.path().join("levels/a.xsb"));
        let opened = open(&scripts, &Wanted { own: false, ..wanted(&levels, 1) }).unwrap();
        let player = Player::new(scripts, opened);
        Playing { folder, player }
    }

    /// What the window says once the tests that a save asked for have been run.
    fn said(&mut self) -> String {
        self.player.files_changed();
        let (wake, woken) = channel();
        if !self.player.follow_tests(move || wake.send(()).unwrap_or_default()) {
            woken.recv_timeout(Duration::from_secs(60)).unwrap();
            assert!(self.player.follow_tests(|| ()));
        }
        self.player.caption(100).message
    }

    /// Whether nothing is run.
    fn rests(&mut self) -> bool {
        self.player.files_changed();
        let (wake, woken) = channel::<()>();
        let told = self.player.follow_tests(move || wake.send(()).unwrap_or_default());
        // What would wake is gone at once where nothing was begun.
        !told && woken.recv().is_err()
    }
}

const TESTS: &str = "= A step\n@ .\n> r\n @.\n\n= The goal\n@.\n> r\nsolved\n";

#[test]
fn a_save_of_the_script_runs_them_while_the_game_goes_on() {
    let mut playing = Playing::begin(TESTS);
    assert!(playing.rests());
    playing.folder.write("game.lua", &format!("-- changed\n{WALKER}"));
    assert_eq!(playing.said(), "2 rule tests hold");
    assert!(playing.rests());
    // It is said until the next command, whatever other files are saved.
    playing.folder.write("game.lua~", "");
    assert!(playing.rests());
    assert_eq!(playing.player.caption(100).message, "2 rule tests hold");
    let right = Action::Move(Direction::Right);
    playing.player.command(&app::Command::Play(right));
    assert_eq!(playing.player.caption(100).message, "at 3");
    playing.folder.write("game.lua", &WALKER.replace("\"goal\")", "\"lava\")"));
    let one = "1 of 2 rule tests fail: tests/game.txt:6 \"The goal\"";
    assert_eq!(playing.said().replace('\\', "/"), format!("at 3; {one}"));
    // The game that is being played is where it was.
    assert_eq!(common::rows(playing.player.session()), "# @.#");
}

#[test]
fn a_save_of_the_tests_runs_them_too() {
    let mut playing = Playing::begin(TESTS);
    playing.folder.write("tests/game.txt", "= A\n@.\n> r\n@.\n\n= B\n@.\n> r\n@.\n");
    let two = "2 of 2 rule tests fail: tests/game.txt:1 \"A\", line 6";
    assert_eq!(playing.said().replace('\\', "/"), two);
    playing.folder.write("tests/game.txt", "@.\n");
    let said = playing.said();
    assert!(said.starts_with("No rule test was run: "), "{said}");
    assert!(said.ends_with("game.txt:1:1: expected '= ' and the title of a test"), "{said}");
    playing.folder.write("tests/game.txt", TESTS);
    assert_eq!(playing.said(), "2 rule tests hold");
}

#[test]
fn a_script_that_is_refused_runs_none() {
    let mut playing = Playing::begin(TESTS);
    playing.folder.write("game.lua", "return {");
    assert!(playing.rests());
    assert!(playing.player.trouble().is_some());
    std::fs::remove_file(playing.folder.path().join("tests/game.txt")).unwrap();
    assert!(playing.rests());
    playing.folder.write("game.lua", WALKER);
    assert!(playing.rests());
    assert!(playing.player.trouble().is_none());
}
