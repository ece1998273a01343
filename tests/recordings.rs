//! What was played is saved as a recording with a key, played again by `replay`, and is a rule
//! test as it is.

mod common;

use std::path::{Path, PathBuf};
use std::process;
use std::sync::mpsc::channel;
use std::time::Duration;

use common::{Folder, PROGRAM, rows, stock, stock_scripts, wanted};
use tilewright::app::{Command, Keymap, Player, Press, Store, Wanted, command, open};
use tilewright::grid::{Cell, Direction, Tiling};
use tilewright::rules::{Action, Button, Scripts, Setting};
use tilewright::view::{Frame, Moment};

/// A game on the first level of a file, or on a board that it makes of seed 7; what is saved
/// goes into the folder.
fn playing(scripts: &Scripts, level: Option<&str>, folder: &Folder) -> Player {
    let file = folder.path().join(level.unwrap_or("nowhere"));
    let own = level.is_none();
    let opened = open(scripts, &Wanted { own, seed: 7, ..wanted(&file, 1) });
    let opened = opened.unwrap_or_else(|error| panic!("{error}"));
    Player::new(scripts.clone(), opened).with_store(Store::in_folder(folder.path()))
}

/// Presses keys: `l u r d n s` step, `z` undoes, `x` redoes, `!` restarts.
fn press(player: &mut Player, keys: &str) {
    for key in keys.chars() {
        let command = match key {
            'z' => Command::Undo,
            'x' => Command::Redo,
            '!' => Command::Restart,
            step => Command::Play(Action::Move(Direction::from_letter(step).unwrap())),
        };
        player.command(&command);
    }
}

/// Saves something and returns the file, which is named to the player.
#[track_caller]
fn saved(player: &mut Player, command: &Command) -> PathBuf {
    assert!(!player.command(command), "the board does not move");
    file_named(&player.caption(100).message)
}

#[track_caller]
fn file_named(said: &str) -> PathBuf {
    let place = said.strip_prefix("Saved as ").and_then(|place| place.split_once(" in "));
    let (name, folder) = place.unwrap_or_else(|| panic!("{said}"));
    let path = Path::new(folder).join(name.split(" (").next().unwrap());
    assert!(path.is_absolute() && path.is_file(), "{said}");
    path
}

#[track_caller]
fn recorded(player: &mut Player) -> (PathBuf, String) {
    let path = saved(player, &Command::Record);
    let text = std::fs::read_to_string(&path).unwrap();
    (path, text)
}

/// What a command has come to: its status, and what it says; paths are without the folder.
fn run(folder: &Folder, arguments: &[&str]) -> (Option<i32>, String) {
    let output = process::Command::new(PROGRAM).args(arguments).output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8(text).unwrap();
    let here = format!("{}{}", folder.path().display(), std::path::MAIN_SEPARATOR);
    (output.status.code(), text.replace(&here, "").replace('\\', "/"))
}

/// The same with the scripts of the folder.
fn run_in(folder: &Folder, arguments: &[&str]) -> (Option<i32>, String) {
    let scripts = folder.path().to_str().unwrap().to_owned();
    run(folder, &[arguments, &["--scripts", &scripts]].concat())
}

/// The same with the stock games.
fn run_stock(folder: &Folder, arguments: &[&str]) -> (Option<i32>, String) {
    let scripts = stock_scripts().to_str().unwrap().to_owned();
    run(folder, &[arguments, &["--scripts", &scripts]].concat())
}

/// A folder with a copy of a stock game, as `game`, and a level.
fn copy_of(name: &str, level: &str) -> Folder {
    let script = std::fs::read_to_string(stock_scripts().join(format!("{name}.lua"))).unwrap();
    let folder = Folder::with_script(&script);
    folder.write("level.xsb", level);
    folder
}

const ROOM: &str = "The room\n\n######\n#@$ .#\n#    #\n######\n";

const RECORDED: &str = "= The room
game sokoban
level 1 The room
######
#@$ .#
#    #
######
> RR
######
#  @*#
#    #
######
solved
status Moves 2   Pushes 2
";

#[test]
fn what_was_played_is_saved_and_plays_again() {
    let folder = Folder::with_script("");
    folder.write("room.xsb", ROOM);
    let mut player = playing(&stock("sokoban"), Some("room.xsb"), &folder);
    press(&mut player, "rr");
    let (path, text) = recorded(&mut player);
    assert_eq!(path, folder.path().join("recordings/sokoban/sokoban-the-room.txt"));
    assert_eq!(text, RECORDED);
    assert!(player.caption(100).message.contains("`tilewright replay` plays it"));
    let file = path.to_str().unwrap();
    let ends = (Some(0), "The room: 2 moves, ends as recorded, solved\n".to_owned());
    assert_eq!(run_stock(&folder, &["replay", file]), ends);
    assert_eq!(run_stock(&folder, &["replay", "sokoban", file]), ends);
    // It can be shown and painted as well.
    let shown = run_stock(&folder, &["show", "sokoban", file, "--as", "level"]);
    assert_eq!(shown, (Some(0), "######\n#  @*#\n#    #\n######\n".to_owned()));
    let shown =
        run_stock(&folder, &["show", "sokoban", file, "--as", "level", "--after", "<undo>"]);
    assert!(shown.1.starts_with("######\n# @$.#\n"), "{}", shown.1);
}

#[test]
fn the_way_that_leads_to_the_board_is_recorded_and_no_other() {
    let folder = Folder::with_script("");
    folder.write("room.xsb", ROOM);
    let mut player = playing(&stock("sokoban"), Some("room.xsb"), &folder);
    let steps = |player: &mut Player| {
        let text = recorded(player).1;
        text.lines().filter(|line| line.starts_with('>')).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(steps(&mut player), ">", "before the first move");
    press(&mut player, "drzzdu");
    assert_eq!(steps(&mut player), "> du", "what was undone is gone");
    press(&mut player, "rzx");
    assert_eq!(steps(&mut player), "> duR");
    press(&mut player, "!rz");
    assert_eq!(steps(&mut player), ">", "a board that was begun again");
    press(&mut player, "z");
    assert_eq!(steps(&mut player), "> duR", "and before that");
    // A walk by a click is its steps.
    press(&mut player, "!");
    let mut bytes = vec![0; 600 * 400 * 4];
    let mut frame = Frame::new(600, 400, &mut bytes).unwrap();
    player.paint(&mut frame, 100, Moment::STILL);
    let layout = player.layout().unwrap();
    let (x, y) = layout.corner(Cell(6 * 2 + 3));
    assert!(player.click(f64::from(x) + 5.0, f64::from(y) + 5.0, Button::Left));
    while player.is_walking() {
        player.tell_time(player.step_due().unwrap());
        player.go_on();
    }
    assert_eq!(steps(&mut player), "> drr");
}

#[test]
fn nothing_is_written_over() {
    let folder = Folder::with_script("");
    folder.write("room.xsb", ROOM);
    let mut player = playing(&stock("sokoban"), Some("room.xsb"), &folder);
    press(&mut player, "r");
    let (first, text) = recorded(&mut player);
    assert_eq!(recorded(&mut player).0, first, "the same once more");
    press(&mut player, "d");
    let (second, _) = recorded(&mut player);
    assert_eq!(second, first.with_file_name("sokoban-the-room-2.txt"));
    assert_eq!(std::fs::read_to_string(&first).unwrap(), text);
    let files = std::fs::read_dir(first.parent().unwrap()).unwrap();
    assert_eq!(files.count(), 2, "and nothing is left beside them");
}

#[test]
fn a_recording_is_a_rule_test_as_it_is() {
    let folder = copy_of("sokoban", ROOM);
    let mut player = playing(&folder.scripts(), Some("level.xsb"), &folder);
    press(&mut player, "rr");
    let (path, text) = recorded(&mut player);
    // Beside the one file of tests, or alone; what is no text file is none.
    folder.write("tests/game/a-room.txt", &text);
    folder.write("tests/game/notes.md", "no test");
    assert_eq!(run_in(&folder, &["test"]), (Some(0), "1 of 1 rule tests hold\n".to_owned()));
    folder.write("tests/game.txt", "= A step\n#@ .$#\n> r\n# @.$#\n");
    let all = (Some(0), "2 of 2 rule tests hold\n".to_owned());
    assert_eq!(run_in(&folder, &["test", "game"]), all);
    // Another rule makes another end.
    let script = std::fs::read_to_string(folder.path().join("game.lua")).unwrap();
    let other =
        script.replace("board:move(there, beyond, \"box\")", "board:clear(there, \"piece\")");
    assert_ne!(script, other);
    folder.write("game.lua", &other);
    let (status, said) = run_in(&folder, &["test", "game"]);
    let boards = "The room: the board is another one
    expected   is
    ######     ######
    #  @*#     # @ .# <
    #    #     #    #
    ######     ######
";
    assert_eq!(status, Some(1));
    assert_eq!(said, format!("tests/game/a-room.txt:1: {boards}1 of 2 rule tests hold\n"));
    let (status, said) = run_in(&folder, &["replay", path.to_str().unwrap()]);
    assert_eq!((status, said), (Some(1), format!("recordings/game/game-the-room.txt:1: {boards}")));
}

#[test]
fn the_tests_of_a_game_in_a_folder_of_its_own_have_one_too() {
    let script = std::fs::read_to_string(stock_scripts().join("sokoban.lua")).unwrap();
    let folder = Folder::with_script(&script);
    std::fs::remove_file(folder.path().join("game.lua")).unwrap();
    folder.write("mine/init.lua", &script);
    folder.write("mine/tests/b.txt", &RECORDED.replace("The room", "B"));
    folder.write("mine/tests/a.txt", &RECORDED.replace("solved", "says nothing"));
    let (status, said) = run_in(&folder, &["test"]);
    assert_eq!(status, Some(1));
    assert!(said.starts_with("mine/tests/a.txt:1: The room: expected it to say"), "{said}");
    assert!(said.ends_with("\n1 of 2 rule tests hold\n"), "{said}");
    folder.write("mine/tests/c.txt", "> r\n");
    let (status, said) = run_in(&folder, &["test"]);
    assert_eq!(status, Some(2));
    assert_eq!(said, "tilewright: mine/tests/c.txt:1:1: expected '= ' and the title of a test\n");
}

/// What the window says of the rule tests after a save.
fn said_of_tests(player: &mut Player) -> String {
    player.files_changed();
    let (wake, woken) = channel();
    if !player.follow_tests(move || wake.send(()).unwrap_or_default()) {
        woken.recv_timeout(Duration::from_secs(60)).unwrap();
        assert!(player.follow_tests(|| ()));
    }
    player.caption(100).message.replace('\\', "/")
}

#[test]
fn a_recording_that_is_put_there_is_run_at_once_beside_the_game() {
    let folder = copy_of("sokoban", ROOM);
    let mut player = playing(&folder.scripts(), Some("level.xsb"), &folder);
    // Neither the folder nor any test has been there.
    folder.write("tests/game/a.txt", RECORDED);
    assert_eq!(said_of_tests(&mut player), "1 rule tests hold");
    folder.write("tests/game/b.txt", RECORDED);
    assert_eq!(said_of_tests(&mut player), "2 rule tests hold");
    folder.write("tests/game/b.txt", &RECORDED.replace("Moves 2", "Moves 3"));
    let one = "1 of 2 rule tests fail: tests/game/b.txt:1 \"The room\"";
    assert_eq!(said_of_tests(&mut player), one);
    folder.write("tests/game/a.txt", &RECORDED.replace("Moves 2", "Moves 3"));
    let two = "2 of 2 rule tests fail: tests/game/a.txt:1 \"The room\", tests/game/b.txt:1";
    assert_eq!(said_of_tests(&mut player), two);
    std::fs::remove_file(folder.path().join("tests/game/b.txt")).unwrap();
    let one = "1 of 1 rule tests fail: tests/game/a.txt:1 \"The room\"";
    assert_eq!(said_of_tests(&mut player), one);
}

#[test]
fn a_board_that_the_game_has_made_is_its_seed_and_settings() {
    let folder = Folder::with_script("");
    let mut player = playing(&stock("fifteen"), None, &folder);
    player.set("width", Setting::Number(3.0));
    player.set("height", Setting::Number(2.0));
    player.set("arrows", Setting::Text("blank".to_owned()));
    player.set("picture", Setting::Text("pictures/lighthouse.png".to_owned()));
    press(&mut player, "lurd");
    let (path, text) = recorded(&mut player);
    let (head, after) = text.split_once("\n> ").unwrap();
    let (steps, after) = after.split_once('\n').unwrap();
    let expected = "= Fifteen, seed 7\ngame fifteen\nseed 7\nset width=3\nset height=2\n\
                    set picture=pictures/lighthouse.png\nset arrows=blank";
    assert_eq!(head, expected);
    assert!(steps.starts_with("<click "), "{steps}");
    let status = format!("\nstatus Moves {}\n", steps.matches("<click").count());
    assert_eq!(after, rows(player.session()) + &status);
    let (status, said) = run_stock(&folder, &["replay", path.to_str().unwrap()]);
    assert!(status == Some(0) && said.contains("ends as recorded, not solved"), "{said}");
    // From another seed it is another board.
    folder.write("other.txt", &text.replace("seed 7\nset", "seed 8\nset"));
    let other = folder.path().join("other.txt");
    assert_eq!(run_stock(&folder, &["replay", other.to_str().unwrap()]).0, Some(1));
    // A picture of this machine says nothing to another one.
    let own = stock_scripts().join("pictures/coast.png");
    player.set("picture", Setting::Text(own.to_string_lossy().into_owned()));
    assert!(!recorded(&mut player).1.contains("picture"), "{text}");
}

#[test]
fn a_new_board_is_recorded_from_its_own_seed() {
    let folder = Folder::with_script("");
    let mut player = playing(&stock("islands"), None, &folder);
    player.set("width", Setting::Number(12.0));
    player.set("height", Setting::Number(8.0));
    player.command(&Command::New);
    press(&mut player, "lurdlurd");
    let seed = player.session().board().seed();
    assert_ne!(seed, 7);
    let (path, text) = recorded(&mut player);
    assert!(text.contains(&format!("\nseed {seed}\n")) && !text.contains("<new>"), "{text}");
    assert_eq!(run_stock(&folder, &["replay", path.to_str().unwrap()]).0, Some(0));
}

#[test]
fn hexagons_are_recorded_as_such() {
    let folder = Folder::with_script("");
    folder.write("comb.hsb", "A comb\n\n # # # #\n#   @   #\n #   $ #\n#   .   #\n # # # #\n");
    let mut player = playing(&stock("sokoban"), Some("comb.hsb"), &folder);
    press(&mut player, "sls");
    let (path, text) = recorded(&mut player);
    let expected = "= A comb\ngame sokoban\nlevel 1 A comb\nhexagons\n # # # #\n#   @   #\n #   $ #\n\
                    #   .   #\n # # # #\n> SlS\n # # # #\n#       #\n #     #\n#   + $ #\n # # # #\n\
                    status Moves 3   Pushes 1\n";
    assert_eq!(text, expected.replace("SlS", &player.session().played()));
    assert_eq!(run_stock(&folder, &["replay", path.to_str().unwrap()]).0, Some(0));
}

/// Hops somewhere by chance, says on which level, and draws its levels in signs that rule tests
/// have, too.
const ODD: &str = r##"return {
  title = "Odd",
  tiles = { wall = {}, arrow = {}, line = {}, remark = {}, s = {}, o = {}, l = {}, v = {}, e = {},
    d = {}, player = {} },
  legend = { ["#"] = "wall", [">"] = "arrow", ["="] = "line", [";"] = "remark", s = "s", o = "o",
    l = "l", v = "v", e = "e", d = "d", ["@"] = "player" },
  keys = { h = "hop" },
  act = function(board, action)
    local here = board:find("player")
    local there = action.dir and board:step(here, action.dir)
    if action.name == "hop" then there = math.random(board.size) end
    if there and not board:get(there, "piece") then board:move(here, there, "player") end
  end,
  status = function(board)
    return board.level.number .. " " .. (board.level.title or "-")
  end,
}"##;

#[test]
fn rows_that_look_like_something_else_stand_between_bars() {
    let folder = Folder::with_script(ODD);
    folder.write("a.txt", ">#@ #\n= # #\n;   #\nsolved\n#####\n\nTitle: Two  words\n");
    let mut player = playing(&folder.scripts(), Some("a.txt"), &folder);
    press(&mut player, "rdd");
    let (path, text) = recorded(&mut player);
    let board = "|>#@ #|\n|= # #|\n|;   #|\n|solved|\n#####";
    let after = board.replace('@', " ").replace("|;   #|", "|;  @#|");
    let head = "= Two  words\ngame game\nlevel 1 Two  words";
    assert_eq!(text, format!("{head}\n{board}\n> rdd\n{after}\nstatus 1 Two  words\n"));
    assert_eq!(run_in(&folder, &["replay", path.to_str().unwrap()]).0, Some(0), "{text}");
}

#[test]
fn a_level_is_told_as_it_was_and_chance_falls_as_it_did() {
    let folder = Folder::with_script(ODD);
    folder.write("a.txt", "######\n#    #\n#    #\n# @  #\n######\n\n##\n#@\n##\n");
    let mut player = playing(&folder.scripts(), Some("a.txt"), &folder);
    press(&mut player, "u");
    assert!(!recorded(&mut player).1.contains("seed"), "nothing hangs on it");
    let hop = Command::Play(Action::Named("hop".to_owned()));
    while !player.command(&hop) {}
    player.command(&hop);
    let (path, text) = recorded(&mut player);
    assert!(text.starts_with("= Odd, level 1\ngame game\nlevel 1\nseed 7\n######\n"), "{text}");
    assert!(text.contains("\n> u<hop>"), "{text}");
    assert!(text.ends_with("\nstatus 1 -\n"), "{text}");
    let status = |text: &str| {
        folder.write("a-recording.txt", text);
        let file = folder.path().join("a-recording.txt");
        run_in(&folder, &["replay", file.to_str().unwrap()]).0
    };
    assert_eq!(run_in(&folder, &["replay", path.to_str().unwrap()]).0, Some(0));
    let other = (1..9).map(|seed| status(&text.replace("seed 7", &format!("seed {seed}1"))));
    assert!(other.max() == Some(Some(1)), "another seed is another way");
    assert_eq!(status(&text.replace("level 1\nseed", "level 2\nseed")), Some(1));
}

#[test]
fn a_board_of_a_level_file_that_is_gone_is_not_recorded() {
    let folder = copy_of("sokoban", ROOM);
    let mut player = playing(&folder.scripts(), Some("level.xsb"), &folder);
    press(&mut player, "r");
    folder.write("level.xsb", &ROOM.replace("#    #", "#   ##"));
    assert!(player.files_changed());
    assert!(recorded(&mut player).1.contains("#   ##\n######\n>\n"));
    press(&mut player, "z");
    assert!(!player.command(&Command::Record));
    let said = player.caption(100).message;
    assert_eq!(said, "the level file is another one by now: this board can no longer be recorded");
}

#[test]
fn boards_that_are_large_or_have_no_legend_are_not_written_down() {
    for (legend, side, ends) in [
        ("['#'] = 'a'", 2, "> r\n##\n##\nstatus 1\n"),
        ("['#'] = 'a'", 300, "> r\nstatus 1\n"),
        ("", 2, "> r\nstatus 1\n"),
    ] {
        let folder = Folder::with_script(&format!(
            "return {{ title = 'Plain', tiles = {{ a = {{}} }}, legend = {{ {legend} }},
             start = function(board) board:resize({side}, {side}) board:fill('a') end,
             act = function(board) board:add('moves', 1) end,
             status = function(board) return tostring(board.vars.moves or 0) end }}"
        ));
        let mut player = playing(&folder.scripts(), None, &folder);
        press(&mut player, "r");
        let (path, text) = recorded(&mut player);
        assert_eq!(text, format!("= Plain, seed 7\ngame game\nseed 7\n{ends}"));
        assert_eq!(run_in(&folder, &["replay", path.to_str().unwrap()]).0, Some(0));
    }
}

#[test]
fn what_cannot_be_saved_is_told_and_the_game_goes_on() {
    let folder = Folder::with_script("");
    folder.write("room.xsb", ROOM);
    let mut player = playing(&stock("sokoban"), Some("room.xsb"), &folder);
    folder.write("recordings", "a file stands where the folder should be");
    folder.write("pictures", "the same");
    for (command, what) in [(Command::Record, "recording"), (Command::Picture, "picture")] {
        player.command(&command);
        let said = player.caption(100).message;
        assert!(said.contains(&format!("the {what} cannot be saved: ")), "{said}");
    }
    press(&mut player, "r");
    assert_eq!(player.session().played(), "R");
}

#[test]
fn what_is_no_recording_or_does_not_go_with_one_is_told() {
    let folder = Folder::with_script("");
    folder.write("room.xsb", ROOM);
    folder.write("good.txt", RECORDED);
    folder.write("nameless.txt", &RECORDED.replace("game sokoban\n", ""));
    folder.write("endless.txt", "= No end\ngame sokoban\n#@ $.#\n> l\n");
    folder.write("spoilt.txt", &RECORDED.replace("> RR", "> RX"));
    let file = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let replay = |arguments: &[&str]| run_stock(&folder, &[&["replay"], arguments].concat());
    let refused = |arguments: &[&str], expected: &str| {
        let (status, said) = replay(arguments);
        assert_eq!(status, Some(2), "{said}");
        assert!(said.starts_with(&format!("tilewright: {expected}")), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
    };
    refused(&[&file("gone.txt")], "gone.txt: ");
    refused(&[&file("room.xsb")], "room.xsb: this is no recording; levels are replayed after");
    refused(&[&file("nameless.txt")], "nameless.txt: expected 'game NAME' below the title");
    refused(&[&file("spoilt.txt")], "spoilt.txt:8:4: 'X' is no step");
    refused(&["sokoban", &file("spoilt.txt")], "spoilt.txt:8:4: 'X' is no step");
    let options = "good.txt: this is a recording, with a seed and settings of its own";
    refused(&[&file("good.txt"), "--seed", "3"], options);
    refused(&["sokoban", &file("good.txt"), "--set", "push_by_click=no"], options);
    refused(&[&file("good.txt"), "--solutions", &file("good.txt")], options);
    let named = (Some(0), "The room: 2 moves, ends as recorded, solved\n".to_owned());
    assert_eq!(replay(&["sokoban", &file("nameless.txt")]), named);
    let endless = (Some(0), "No end: 1 move, no end is recorded, not solved\n".to_owned());
    assert_eq!(replay(&[&file("endless.txt")]), endless);
    let shown = run_stock(&folder, &["show", "sokoban", &file("good.txt"), "--level", "2"]);
    let none = "tilewright: good.txt: there is no recording 2; there are 1\n";
    assert_eq!(shown, (Some(2), none.to_owned()));
}

#[test]
fn a_level_file_is_none_however_it_looks() {
    // Rows that begin as titles and steps do, in signs of the legend.
    let folder = Folder::with_script(ODD);
    folder.write("a.txt", "= #==#\n#@ > #\n> #  #\n######\n\nSolution: r\n");
    let file = folder.path().join("a.txt").to_string_lossy().into_owned();
    let (status, said) = run_in(&folder, &["replay", "game", &file]);
    assert_eq!(status, Some(1), "{said}");
    assert!(said.contains("level 1: not solved after 1 moves"), "{said}");
}

#[test]
fn three_keys_of_their_own_save_unless_the_game_has_taken_them() {
    let keys = |key: &str, own: &[(&str, &str)]| {
        let own = own.iter().map(|(key, name)| ((*key).to_owned(), (*name).to_owned())).collect();
        let press = Press { key: key.to_owned(), ..Press::default() };
        command(&press, &own, &Keymap::default(), Tiling::Square)
    };
    assert_eq!(keys("f6", &[]), Some(Command::Record));
    assert_eq!(keys("f7", &[]), Some(Command::Picture));
    assert_eq!(keys("f8", &[]), Some(Command::Animate));
    let hint = Some(Command::Play(Action::Named("hint".to_owned())));
    assert_eq!(keys("f6", &[("f6", "hint")]), hint);
}
