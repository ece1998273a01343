//! `tilewright check`: every fault of a folder on a line of its own, with its place, and
//! nothing played.

mod common;

use std::process::Command;

use common::{Folder, PROGRAM, stock_scripts};

/// A game without a fault.
const WALKER: &str = "return {
  title = \"Walker\",
  tiles = {
    wall = { look = { color = \"#667788\" } },
    goal = { look = { shape = \"diamond\" } },
    player = { look = { shape = \"circle\" } },
  },
  legend = { [\"#\"] = \"wall\", [\".\"] = \"goal\", [\"@\"] = \"player\" },
  start = function(board)
    if board:count(\"player\") ~= 1 then board:refuse(\"expected one player\") end
  end,
  act = function(board, action)
    local here = board:find(\"player\")
    local there = board:step(here, action.dir)
    if there and not board:has(there, \"wall\") then board:move(here, there, \"player\") end
  end,
}
";

/// What the program has said, with the folder's own path left out.
struct Ran {
    status: Option<i32>,
    out: String,
    err: String,
}

fn check(folder: &Folder, arguments: &[&str]) -> Ran {
    let mut command = Command::new(PROGRAM);
    command.arg("check").args(arguments).arg("--scripts").arg(folder.path());
    let output = command.arg("--levels").arg(folder.path().join("levels")).output().unwrap();
    let home = format!("{}/", folder.path().display()).replace('\\', "/");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap().replace(&home, "");
    Ran { status: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

/// A folder with the walker and a level of it.
fn walker() -> Folder {
    let folder = Folder::with_script(WALKER);
    folder.write("levels/game/1.xsb", "#####\n#@ .#\n#####\n");
    folder
}

/// The walker with something else in its script.
fn changed(from: &str, to: &str) -> Folder {
    assert!(WALKER.contains(from));
    let folder = walker();
    folder.write("game.lua", &WALKER.replace(from, to));
    folder
}

/// The folder has these faults, told in this order, and no other.
#[track_caller]
fn finds(folder: &Folder, lines: &[&str]) {
    let ran = check(folder, &[]);
    let mut told: Vec<&str> = ran.out.lines().collect();
    told.pop();
    assert_eq!(told, lines, "{}", ran.err);
    assert_eq!(ran.status, Some(1));
    assert_eq!(ran.err, "");
}

#[test]
fn a_folder_without_a_fault() {
    let ran = check(&walker(), &[]);
    assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""));
    assert_eq!(ran.out, "No fault in 1 script and 1 level.\n");
}

#[test]
fn the_stock_games_have_none() {
    let mut command = Command::new(PROGRAM);
    let output = command.args(["check", "--scripts"]).arg(stock_scripts()).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{said}");
    assert!(said.starts_with("No fault in ") && said.lines().count() == 1, "{said}");
}

#[test]
fn a_new_puzzle_has_none() {
    let above = tempfile::tempdir().unwrap();
    let run = |folder, arguments: &[&str]| {
        Command::new(PROGRAM).args(arguments).current_dir(folder).output().unwrap()
    };
    assert!(run(above.path().to_owned(), &["new", "my-puzzle"]).status.success());
    let output = run(above.path().join("my-puzzle"), &["check"]);
    assert!(output.status.success(), "{output:?}");
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "No fault in 1 script and 1 level.\n");
}

#[test]
fn all_faults_of_one_script_are_told_at_once() {
    let folder = walker();
    folder.write(
        "game.lua",
        "return {
  titel = \"Walker\",
  tiles = {
    wall = { layr = \"piece\", look = { colour = \"#667788\", size = \"big\" } },
    player = { look = { { shape = \"sqare\" }, { color = \"red\" } } },
  },
  legend = { [\"#\"] = \"wal\", [\"@\"] = \"player\" },
  act = function(board) bord:find(\"player\") end,
  follow = \"playr\",
}
",
    );
    let ran = check(&folder, &[]);
    let lines: Vec<&str> = ran.out.lines().collect();
    let expected = [
        "game.lua:2:3: a game has no field \"titel\"; did you mean `title`?",
        "game.lua:4:14: tile \"wall\": a tile has no field \"layr\"; did you mean `layer`?",
        "game.lua:4:39: tile \"wall\": look: unknown field `colour`; did you mean `color`?",
        "game.lua:4:66: tile \"wall\": look: size: expected a number, or { width, height }",
        "game.lua:5:35: tile \"player\": look: unknown variant `sqare`; did you mean `square`?",
        "game.lua:5:56: tile \"player\": look: \"red\" is no color; \
         expected \"#rrggbb\", \"#rrggbbaa\" or \"none\"",
        "game.lua:7:22: legend: '#' means \"wal\", which is no tile; did you mean `wall`?",
        "game.lua:8:25: nothing declares `bord`; did you mean `board`?",
        "game.lua:9:12: follow: there is no tile \"playr\"; did you mean `player`?",
        "9 faults in 1 file",
    ];
    assert_eq!(lines, expected);
    assert_eq!((ran.status, ran.err.as_str()), (Some(1), ""));
}

#[test]
fn a_game_that_is_loaded_says_that_there_are_more() {
    let folder = changed("title =", "titel =");
    let text = WALKER.replace("title =", "titel =").replace("\"#\"", "\"##\"");
    folder.write("game.lua", &text);
    let mut command = Command::new(PROGRAM);
    let output = command.args(["show", "game", "--scripts"]).arg(folder.path()).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    let expected = "game.lua:2: a game has no field \"titel\"; did you mean `title`? \
                    (and 1 more; `tilewright check` lists them)\n    1 | return {\n  > 2 |   titel = \"Walker\",\n";
    assert!(said.contains(expected), "{said}");
}

#[test]
fn what_luau_cannot_read() {
    finds(
        &changed("local there = board", "local = board"),
        &["game.lua:14:11: Expected identifier when parsing variable name, got '='"],
    );
    let folder = walker();
    folder.write("game.lua", "return {\n  a = 1,\n  a = 2,\n  b = {\n");
    finds(
        &folder,
        &[
            "game.lua:3:3: \"a\" is declared twice in this table; expected each once",
            "game.lua:5:1: Expected identifier when parsing expression, got <eof>",
        ],
    );
    std::fs::write(folder.path().join("game.lua"), b"-- fine\n-- \xc3\xa4\xff\n").unwrap();
    finds(&folder, &["game.lua:2:5: this is not UTF-8; save the script as UTF-8"]);
}

#[test]
fn names_that_nothing_declares() {
    let folder = walker();
    // Columns are in characters: the comment has a letter of two bytes.
    let act = "act = function(board, action)
    --[[ä]] if math.flor(1) then print(nmae) end
    conter = 1
    local name, unused = os, tostring(1)
    board:say(name)
  end,
  won = function(board, unused_parameter) return utf8.char(65) end,
  goes_on = true, pointer = true, redraw = true, status = function() return ([[a]]) end,";
    let from = WALKER.find("act =").unwrap();
    folder.write("game.lua", &format!("{}{act}\n}}\n", &WALKER[..from]));
    finds(
        &folder,
        &[
            "game.lua:13:16: `math` has no `flor`; did you mean `floor`?",
            "game.lua:13:40: nothing declares `nmae`; did you mean `name`?",
            "game.lua:14:5: `conter` is set and not declared; expected local conter = ...",
            "game.lua:15:17: `unused` is declared and never used",
            "game.lua:15:26: nothing declares `os`",
        ],
    );
}

#[test]
fn the_syntax_of_luau_is_understood() {
    let folder = changed(
        "local here = board:find(\"player\")",
        "local count: number = 1
    count += 1
    for at, cell in { count } do count = if at > cell then at else cell continue end
    local here = board:find(`player{count}`) or board:find(\"player\")",
    );
    let ran = check(&folder, &[]);
    assert_eq!((ran.out.as_str(), ran.err.as_str()), ("No fault in 1 script and 1 level.\n", ""));
}

#[test]
fn a_script_that_is_nested_as_deeply_as_luau_lets_it_be() {
    let deep = format!("local deep = {}1{}\nprint(deep)\n", "(".repeat(190), ")".repeat(190));
    let folder = walker();
    folder.write("game.lua", &format!("{deep}{WALKER}"));
    assert_eq!(check(&folder, &[]).out, "No fault in 1 script and 1 level.\n");
    let deep = format!("local deep = {}{}\n{WALKER}", "{".repeat(100_000), "}".repeat(100_000));
    folder.write("game.lua", &deep);
    let ran = check(&folder, &[]);
    assert_eq!(ran.status, Some(1), "{}", ran.err);
    assert!(ran.out.starts_with("game.lua:1:"), "{}", ran.out);
}

#[test]
fn what_looks_params_and_edges_name() {
    let folder = changed(
        "wall = { look = { color = \"#667788\" } },",
        "wall = { look = {
      on = { gaol = { size = 0.5 } },
      facing = { lift = {} },
      edges = { image = \"coast.png\", like = \"land\", neighbors = 8 },
    } },",
    );
    let text = std::fs::read_to_string(folder.path().join("game.lua")).unwrap();
    let params = "params = {\n    width = { defualt = 3, min = 1, max = \"9\" },\n  },\n  start =";
    folder.write("game.lua", &text.replace("start =", params));
    finds(
        &folder,
        &[
            "game.lua:5:14: tile \"wall\": look: on \"gaol\" is no tile; did you mean `goal`?",
            "game.lua:6:18: tile \"wall\": facing: \"lift\" is no direction; did you mean `left`?",
            "game.lua:7:53: tile \"wall\": edges: unknown field `neighbors`; \
             did you mean `neighbours`?",
            "game.lua:14:15: parameter width: unknown field `defualt`; did you mean `default`?",
            "game.lua:14:43: parameter width: max: got the text \"9\", expected a number",
        ],
    );
}

#[test]
fn pictures_that_are_not_there() {
    let folder = changed("shape = \"circle\"", "image = \"me.png\"");
    let text = std::fs::read_to_string(folder.path().join("game.lua")).unwrap();
    let text = text.replace("shape = \"diamond\"", "image = \"../goal.png\"");
    folder.write("game.lua", &text);
    folder.write("me.png", "no picture");
    folder.write("skins/game/dark.lua", "return { tiles = { wall = { image = \"wall.png\" } } }");
    let ran = check(&folder, &[]);
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!(lines.len(), 4, "{}", ran.out);
    assert_eq!(
        lines[0],
        "game.lua:5:31: ../goal.png: a script's pictures are files beside it, named without .."
    );
    assert!(
        lines[1].starts_with("game.lua:6:33: the picture me.png cannot be shown: "),
        "{lines:?}"
    );
    let skin = "skins/game/dark.lua:1:37: the picture wall.png cannot be shown: No such file";
    assert!(lines[2].starts_with(skin), "{lines:?}");
    assert_eq!(lines[3], "3 faults in 2 files");
}

#[test]
fn skins() {
    let folder = walker();
    folder.write(
        "skins/game/dark.lua",
        "return {\n  titel = \"Dark\",\n  tiles = {\n    wal = { color = \"#000000\" },\n    \
         player = { on = { gaol = { colour = \"#111111\" } } },\n  },\n}",
    );
    finds(
        &folder,
        &[
            "skins/game/dark.lua:2:3: a skin has no field \"titel\"; did you mean `title`?",
            "skins/game/dark.lua:4:5: tile \"wal\": the game has no such tile; \
             did you mean `wall`?",
            "skins/game/dark.lua:5:23: tile \"player\": look: on \"gaol\" is no tile; \
             did you mean `goal`?",
            "skins/game/dark.lua:5:32: tile \"player\": on gaol: look: unknown field `colour`; \
             did you mean `color`?",
        ],
    );
}

#[test]
fn every_level_of_every_file_is_tried() {
    let folder = walker();
    folder.write("levels/game/2.xsb", "One\n\n#####\n#@?.#\n#####\n");
    folder.write("levels/game/3.xsb", "Two\n\n#####\n#  .#\n#####\n\nThree\n\n####\n#@ #\n####\n");
    folder.write("levels/game/4.txt", "");
    finds(
        &folder,
        &[
            "levels/game/2.xsb:4:3: unknown character '?' in a board",
            "levels/game/3.xsb:3:1: level 2 \"Two\": expected one player",
            "levels/game/4.txt:1:1: the file is empty; expected a level",
        ],
    );
    std::fs::remove_file(folder.path().join("levels/game/1.xsb")).unwrap();
    std::fs::remove_file(folder.path().join("levels/game/3.xsb")).unwrap();
    // Where no file can be read each is told.
    assert!(check(&folder, &[]).out.ends_with("2 faults in 2 files\n"));
}

#[test]
fn a_slip_of_start_is_told_once_with_its_place_in_the_script() {
    let folder = changed("board:count(\"player\")", "board:count(nil)");
    folder.write("levels/game/2.xsb", "#####\n#@ .#\n#####\n");
    let ran = check(&folder, &[]);
    let lines: Vec<&str> = ran.out.lines().collect();
    assert!(lines[0].starts_with("game.lua:10:"), "{}", ran.out);
    assert!(lines[0].ends_with("(on level 1, levels/game/1.xsb:1)"), "{}", ran.out);
    assert_eq!(lines[1..], ["1 fault in 1 file"]);
}

#[test]
fn a_game_without_a_level_must_make_its_boards() {
    let folder = Folder::with_script(WALKER);
    finds(
        &folder,
        &[
            "game.lua:1:1: there is no level file in levels/game, and Walker makes no board itself: \
           expected one player",
        ],
    );
}

#[test]
fn rule_tests_are_read_and_not_run() {
    let folder = walker();
    folder.write("tests/game.txt", "= It is solved, which it never is\n#@ .#\n> r\nsolved\n");
    assert_eq!(check(&folder, &[]).status, Some(0));
    folder.write("tests/game.txt", "= A step\n#@ .#\n> r?\n");
    let ran = check(&folder, &[]);
    assert!(ran.out.starts_with("tests/game.txt:3:4: "), "{}", ran.out);
}

#[test]
fn what_a_script_requires() {
    let folder = walker();
    let script = WALKER.replace(
        "act = function(board, action)",
        "act = function(board, action)\n    require(\"missing\")\n    require(\"../x\")",
    );
    folder.write("game.lua", &format!("local rules = require \"rules\"\nrules()\n{script}"));
    folder.write("rules.lua", "local more = require(\"more\")\nreturn function() more.go() end\n");
    folder.write("more.lua", "return { go = function() retrun() end }\n");
    let ran = check(&folder, &[]);
    let lines: Vec<&str> = ran.out.lines().collect();
    let expected = [
        "game.lua:15:13: require: there is no missing.lua",
        "game.lua:16:13: require: \"../x\" is no module; \
         expected the name of a file beside the script, without .lua",
        // It is no game, so nobody misses its tiles.
        "more.lua:1:26: nothing declares `retrun`",
        "3 faults in 2 files",
    ];
    assert!(lines[2].starts_with(expected[2]), "{lines:?}");
    let of_game = |lines: &[&str]| [lines[0].to_owned(), lines[1].to_owned(), lines[3].to_owned()];
    assert_eq!(of_game(&lines), of_game(&expected));
}

#[test]
fn a_game_that_another_one_builds_on_is_still_a_game() {
    let folder = walker();
    folder.write(
        "other.lua",
        "local game = require \"game\"\ngame = table.clone(game)\nreturn game\n",
    );
    folder.write("levels/other/1.xsb", "@.\n");
    folder.write("levels/game/2.xsb", "#.#\n");
    finds(&folder, &["levels/game/2.xsb:1:1: level 2: expected one player"]);
}

#[test]
fn files_of_a_game_in_a_folder_of_its_own_are_no_games() {
    let folder = Folder::with_script(WALKER);
    std::fs::remove_file(folder.path().join("game.lua")).unwrap();
    folder.write("maze/init.lua", &format!("require \"sub/help\"\n{WALKER}"));
    folder.write("maze/sub/help.lua", "return nothing\n");
    folder.write("levels/maze/1.xsb", "@.\n");
    folder.write("library/tilewright.lua", "---@meta\nno Lua\n");
    finds(&folder, &["maze/sub/help.lua:1:8: nothing declares `nothing`"]);
}

#[test]
fn the_game_to_begin_with() {
    let folder = walker();
    folder.write("init.lua", "return { default = \"gmae\" }\n");
    finds(
        &folder,
        &["init.lua:1:20: there is no game \"gmae\" in this folder; did you mean `game`?"],
    );
}

#[test]
fn one_game_alone() {
    let folder = walker();
    folder.write("broken.lua", "return {");
    let ran = check(&folder, &["game"]);
    assert_eq!((ran.status, ran.out.as_str()), (Some(0), "No fault in 1 script and 1 level.\n"));
    assert_eq!(check(&folder, &["broken"]).status, Some(1));
    let ran = check(&folder, &["none"]);
    assert_eq!((ran.status, ran.out.as_str()), (Some(2), ""));
    assert!(ran.err.starts_with("tilewright: none.lua: there is no such script"), "{}", ran.err);
}

#[test]
fn a_folder_without_scripts() {
    let folder = walker();
    std::fs::remove_file(folder.path().join("game.lua")).unwrap();
    let ran = check(&folder, &[]);
    assert_eq!((ran.status, ran.out.as_str()), (Some(2), ""));
    assert!(ran.err.ends_with(": there is no script of a game in this folder\n"), "{}", ran.err);
    assert_eq!(ran.err.lines().count(), 1);
}

#[test]
fn as_json_for_tools() {
    let folder = changed("title =", "titel =");
    folder.write("levels/game/2.xsb", "#.#\n");
    let ran = check(&folder, &["--json"]);
    assert_eq!((ran.status, ran.err.as_str()), (Some(1), ""));
    let told: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    let expected = serde_json::json!([{
        "path": "game.lua",
        "line": 2,
        "column": 3,
        "kind": "script",
        "message": "a game has no field \"titel\"; did you mean `title`?",
    }]);
    assert_eq!(told, expected);
    let ran = check(&walker(), &["--json"]);
    assert_eq!((ran.status, ran.out.as_str()), (Some(0), "[]\n"));
}

#[test]
fn a_script_that_names_a_line_that_is_none_is_told_at_its_first() {
    let folder = walker();
    let path = folder.path().join("game.lua").display().to_string().replace('\\', "/");
    folder.write("game.lua", &format!("error({:?}, 0)", format!("{path}:0: nothing")));
    finds(&folder, &["game.lua:1:1: nothing"]);
}
