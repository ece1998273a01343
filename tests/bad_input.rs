//! Bad input on the command line: one clear message with its place, status 2
//! (1 where faults were looked for and found), and nothing else.

mod common;

use std::process::{Command, Output};

use common::{Folder, PROGRAM, stock_scripts};

fn run(arguments: &[&str]) -> Output {
    let scripts = stock_scripts();
    let mut command = Command::new(PROGRAM);
    command.args(arguments);
    if !arguments.contains(&"--scripts") {
        command.arg("--scripts").arg(scripts);
    }
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").output().unwrap()
}

/// The one message of a command that ends with status 2.
#[track_caller]
fn refused(arguments: &[&str]) -> String {
    let output = run(arguments);
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(output.stdout.is_empty());
    assert!(!message.contains("panicked"), "{message}");
    message.trim_end().to_owned()
}

/// The message for a level file with that content.
#[track_caller]
fn level(bytes: &[u8]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.xsb");
    std::fs::write(&path, bytes).unwrap();
    let path = path.to_string_lossy().into_owned();
    let message = refused(&["show", "sokoban", &path]);
    assert_eq!(message.lines().count(), 1, "{message}");
    message.replace(&path, "a.xsb")
}

#[test]
fn a_level_file_that_cannot_be_read() {
    assert_eq!(level(b""), "tilewright: a.xsb:1:1: the file is empty; expected a level");
    assert!(level(&[0, 1, 2, 3, 255]).starts_with("tilewright: a.xsb:1:1: this is not text"));
    assert!(level(b"\x7fELF junk").starts_with("tilewright: a.xsb:1:1: no level"));
    let long = level(&vec![b'#'; 100 << 20]);
    assert_eq!(long, "tilewright: a.xsb:1:1: the file is larger than 64 MiB");
    let mut row = vec![b'#'; 10 << 20];
    row[1] = b'@';
    let wide = level(&row);
    assert!(wide.starts_with("tilewright: a.xsb:1:4097: a row of"), "{wide}");
    let odd = level(b"####\n#@?#\n####\n");
    assert_eq!(odd, "tilewright: a.xsb:2:3: unknown character '?' in a board");
}

#[test]
fn a_level_that_the_script_refuses() {
    let place = "tilewright: a.xsb:3:1: level 1 \"Title\":";
    let message = level(b"Title\n\n####\n#$.#\n####\n");
    assert_eq!(message, format!("{place} this level has no player (@ or +)"));
    let message = level(b"Title\n\n#####\n#@@ #\n#####\n");
    let second = place.replace(":3:1:", ":4:3:");
    assert_eq!(message, format!("{second} this level has 2 players; expected one"));
    let message = level(b"Title\n\n######\n#@$$.#\n######\n");
    assert_eq!(message, format!("{place} this level has 2 boxes but only 1 goals"));
}

#[test]
fn what_is_not_there() {
    assert!(refused(&["show", "sokoban", "nowhere.xsb"]).contains("nowhere.xsb: "));
    let message = refused(&["show", "sokoban", "--level", "999"]);
    assert!(message.contains("there is no level 999; there are "), "{message}");
    let folder = tempfile::tempdir().unwrap();
    let empty = folder.path().to_string_lossy();
    let message = refused(&["show", "sokoban", "--levels", &empty]);
    assert!(message.contains("sokoban: there is no level file here, and Sokoban makes no board"));
    let message = refused(&["show", "nogame"]);
    assert!(message.contains("nogame.lua: there is no such script"), "{message}");
    let message = refused(&["show", "../sokoban"]);
    assert!(message.contains("is no name of a game"), "{message}");
    let message = refused(&["replay", "sokoban", "--solutions", "nowhere.txt"]);
    assert!(message.contains("nowhere.txt: "), "{message}");
}

#[test]
fn arguments_that_mean_nothing() {
    assert!(refused(&["shot", "sokoban", "--out", "a.png", "--size", "big"]).contains("800x600"));
    let jpeg = refused(&["shot", "sokoban", "--out", "a.jpg"]);
    assert_eq!(jpeg, "tilewright: a.jpg: expected a name that ends with .png or with .gif");
    assert!(refused(&["show", "sokoban", "--after", "ruxd"]).contains("--after: column 3: 'x'"));
    assert!(refused(&["show", "sokoban", "--after", "10rx"]).contains("--after: column 4: 'x'"));
    assert!(refused(&["show", "sokoban", "--after", "<dig>"]).contains("has no action <dig>"));
    let click = refused(&["show", "fifteen", "--after", "<click 17>"]);
    assert!(click.contains("there is no cell 17 to click on"), "{click}");
    let click = refused(&["show", "islands", "--after", "<click 3>"]);
    assert!(click.contains("Islands has no action <click 3>"), "{click}");
    let click = refused(&["show", "sokoban", "--after", "<click 9999>"]);
    assert!(click.contains("there is no cell 9999 to click on"), "{click}");
    let set = refused(&["show", "fifteen", "--after", "<set width=x>"]);
    assert!(set.contains("parameter width: expected a whole number"), "{set}");
    let set = refused(&["show", "fifteen", "--after", "<set picture=/nope.png>"]);
    assert!(set.contains("/nope.png (No such file"), "{set}");
    assert!(refused(&["show", "sokoban", "--level", "one"]).contains("--level"));
}

#[test]
fn a_parameter_that_cannot_be_set_to_that() {
    let size = "expected a whole number from 2 to 20, got";
    for (set, expected) in [
        ("width=0", format!("parameter width: {size} \"0\"")),
        ("width=1", format!("parameter width: {size} \"1\"")),
        ("height=21", format!("parameter height: {size} \"21\"")),
        ("height=four", format!("parameter height: {size} \"four\"")),
        ("width=4.5", format!("parameter width: {size} \"4.5\"")),
        ("width=NaN", format!("parameter width: {size} \"NaN\"")),
        ("numbers=big", "expected one of on, small, off, got \"big\"".to_owned()),
        (
            "wide=4",
            "Fifteen has no parameter \"wide\"; it has width, height, picture, fit".to_owned(),
        ),
    ] {
        let message = refused(&["show", "fifteen", "--set", set]);
        assert!(message.contains(&expected), "{set}: {message}");
    }
    assert!(refused(&["show", "fifteen", "--set", "width"]).contains("expected NAME=VALUE"));
    assert!(refused(&["show", "sokoban", "--set", "a=1"]).contains("it has push_by_click"));
}

/// A picture file of that many pixels.
fn picture(folder: &std::path::Path, name: &str, width: u32, height: u32) -> String {
    let path = folder.join(name);
    image::RgbImage::new(width, height).save(&path).unwrap();
    path.to_string_lossy().into_owned()
}

#[test]
fn a_picture_that_cannot_be_cut_into_tiles() {
    let folder = tempfile::tempdir().unwrap();
    let text = folder.path().join("text.png");
    std::fs::write(&text, "no picture").unwrap();
    let cut = folder.path().join("cut.png");
    let whole = std::fs::read(picture(folder.path(), "whole.png", 64, 64)).unwrap();
    std::fs::write(&cut, &whole[..whole.len() / 2]).unwrap();
    let named = |path: &std::path::Path| path.to_string_lossy().into_owned();
    let allowed = "parameter picture: expected a PNG or JPEG file of 20 to 8192 pixels a side";
    for (path, why) in [
        (named(&folder.path().join("missing.png")), "No such file"),
        (named(folder.path()), "directory"),
        (named(&text), "no picture"),
        (named(&cut), "cut.png ("),
        (picture(folder.path(), "dot.png", 1, 1), "(1 x 1 pixels)"),
        (picture(folder.path(), "flat.png", 400, 19), "(400 x 19 pixels)"),
        (picture(folder.path(), "long.png", 20_000, 30), "(20000 x 30 pixels are too many)"),
    ] {
        let message = refused(&["show", "fifteen", "--set", &format!("picture={path}")]);
        assert!(message.contains(allowed), "{path}: {message}");
        assert!(message.contains(why), "{path}: {message}");
    }
}

#[test]
fn a_start_position_that_is_none() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.txt");
    let path = path.to_string_lossy();
    let said = |text: &str| {
        std::fs::write(&*path, text).unwrap();
        refused(&["show", "fifteen", &path]).replace(&*path, "a.txt")
    };
    assert_eq!(
        said("Hard\n\n1 2 3\n4 5 5\n7 8 0\n"),
        "tilewright: a.txt:4:5: level 1 \"Hard\": tile 5 is there twice"
    );
    assert!(said("1 2 3\n4 5 10\n7 8 0\n").contains("a.txt:2:5: 10 means nothing to Fifteen"));
    assert!(said("1 2 3\n4 x 6\n7 8 0\n").contains("a.txt:2:3: \"x\" is no whole number"));
    assert!(said("hello\n").contains("a.txt:1:1: no level in this file; expected rows of"));
    let row = "7 ".repeat(5000);
    assert!(said(&row).contains("a board has at most 4096 rows and columns"));
    let square = (0..441).map(|n| n.to_string() + if n % 21 == 20 { "\n" } else { " " });
    let square: String = square.collect();
    assert!(said(&square).contains("a board has 2 to 20 rows and columns, not 21 x 21"));
}

#[test]
fn without_a_display_one_line_says_what_works() {
    let message = refused(&["play", "sokoban"]);
    let last = message.lines().last().unwrap();
    assert!(last.starts_with("tilewright: there is no display"), "{message}");
    assert!(last.ends_with("show, shot and replay work without one"), "{message}");
    assert_eq!(message.lines().count(), 1, "{message}");
    assert!(!message.contains(".rs"), "no source file of a library: {message}");
}

#[track_caller]
fn script(text: &str) -> String {
    let folder = Folder::with_script(text);
    folder.write("levels/game/a.xsb", "#@#\n");
    let levels = folder.path().join("levels");
    let (scripts, levels) = (folder.path().to_string_lossy(), levels.to_string_lossy());
    let message = refused(&["show", "game", "--scripts", &scripts, "--levels", &levels]);
    message.replace(&*scripts, "scripts").replace('\\', "/")
}

#[test]
fn a_script_that_is_no_game() {
    for (text, expected) in [
        ("return 7", "scripts/game.lua: the script returns a number; expected a table"),
        ("local x = 1", "scripts/game.lua: the script returns nothing; expected a table"),
        ("return {}", "scripts/game.lua: tiles is missing; expected { name ="),
        ("return { tiles = { a = {} } }", "game.lua: act is missing; expected act = function"),
        ("return { tiles = { a = {} }, act = 1 }", "act is a number; expected a function"),
        ("return {\n  won = fnuction() end\n}", "scripts/game.lua:2: "),
        ("return { tiles = { a = { layer = 'no' } } }", "tile \"a\": there is no layer \"no\""),
        (
            "return {\n  tils = {},\n}",
            "game.lua:2: a game has no field \"tils\"; did you mean `tiles`?",
        ),
        ("return { tiles = { a = { look = { colour = '#fff' } } } }", "unknown field `colour`"),
        ("return { tiles = { a = { look = { color = 'red' } } } }", "\"red\" is no color"),
        ("return {\n  tiles = function() return 7 end,\n}", "tiles is missing; expected"),
        ("return {\n  tiles = function()\n    error('no') end,\n}", "scripts/game.lua:3: no"),
    ] {
        let message = script(text);
        assert!(message.contains(expected), "{text}\n{message}");
    }
}

#[test]
fn parameters_keys_and_looks_that_cannot_be() {
    for (text, expected) in [
        ("return { tiles = { a = {} }, params = 7 }", "params: expected a list of"),
        ("return { params = { a = { default = 1 } } }", "parameter a: a number needs min and"),
        ("return { params = { a = { default = 9, min = 1, max = 3 } } }", "default is 9; expected"),
        ("return { params = { a = {} } }", "parameter a: expected default = a number"),
        ("return { params = { { default = true } } }", "game.lua:1: params: item 1 has no name"),
        ("return { params = { a = { defualt = true } } }", "unknown field `defualt`"),
        ("return { params = { a = { file = 'text' } } }", "expected \"picture\""),
        (
            "return { params = { a = { file = 'picture', default = '/etc/logo.png' } } }",
            "\"/etc/logo.png\" is no file beside the script",
        ),
        (
            "return { tiles = { a = {} }, keys = { k = 'a>b' } }",
            "keys: \"a>b\" is no name of an action",
        ),
        ("return { tiles = { a = {} }, keys = { k = 'click' } }", "and none of move, click"),
        (
            "return { tiles = { a = {} }, keys = { Space = 'new' } }",
            "\"Space\" is no key; did you mean `space`?",
        ),
        ("return { tiles = { a = {} }, keys = { ['ctrl+u'] = 'undo' } }", "\"ctrl+u\" is no key"),
        ("return { tiles = { a = {} }, clicks = 'yes' }", "clicks: expected true or false"),
        ("return { params = { a = { default = 1, min = 0, max = math.huge } } }", "both finite"),
        ("return { params = { [3] = { name = 'a' } } }", "params: expected a list of"),
        ("return { params = { a = { default = {} } } }", "parameter a: default is a table"),
        ("return { params = { a = { name = 'b', default = true } } }", "its name is another"),
        (
            "local a = {} for i = 1, 200 do a['p' .. i] = { default = true } end\n\
             return { params = a }",
            "a game has at most 100 parameters",
        ),
        (
            "local width = 1\nreturn {\n  params = {\n    { name = \"width\", default = 9 },\n} }",
            "scripts/game.lua:4: parameter width: a number needs min and max",
        ),
        (
            "local c = \"green\"\nlocal t = { ['1'] = { look = { color = c } } }\n\
             return { tiles = t, act = print }",
            "scripts/game.lua:1: tile \"1\": look: \"green\" is no color",
        ),
        (
            "return { tiles = { a = { look = { image = 'a.png', part = { 3, 1, 2, 2 } } } } }",
            "part: expected { column, row, columns, rows }",
        ),
    ] {
        let message = script(text);
        assert!(message.contains(expected), "{text}\n{message}");
    }
}

#[test]
fn a_character_or_tile_that_is_declared_twice_or_not_at_all() {
    let twice = "return {\n  legend = {\n    ['#'] = 'wall',\n    ['#'] = 'rock',\n  },\n}";
    let message = script(twice);
    assert!(message.contains("game.lua:4: \"#\" is declared twice"), "{message}");
    assert!(message.contains("expected each once"), "{message}");
    assert!(message.contains("\n  > 4 |     ['#'] = 'rock',\n"), "{message}");
    let unknown = "return {\n  tiles = { wall = {} },\n  legend = { ['#'] = \"wal\" },\n}";
    let message = script(unknown);
    assert!(message.contains("game.lua:3: legend: '#' means \"wal\", which is no tile"));
}

#[test]
fn a_solution_that_does_not_hold_is_named_and_the_status_is_1() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_string_lossy().into_owned()
    };
    let levels = write("a.xsb", "One\n\n#####\n#@$.#\n#####\n\nTwo\n\n######\n#@$ .#\n######\n");
    let replay = |solutions: &str| {
        let output = run(&["replay", "sokoban", &levels, "--solutions", solutions]);
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let (status, said) = replay(&write("good.txt", "1\t1/1\tR\n2\t2/2\tRR\n"));
    assert_eq!(status, Some(0), "{said}");
    assert!(said.starts_with("2 of 2 solved, 3 moves, "), "{said}");
    let (status, said) = replay(&write("short.txt", "1\t1/1\tR\n2\t1/1\tR\n"));
    assert_eq!(status, Some(1));
    assert!(said.starts_with("level 2 \"Two\": not solved after 1 moves; the last is 'r'\n"));
    assert!(said.contains("1 of 2 solved, 2 moves, "), "{said}");
    let (status, said) = replay(&write("counts.txt", "1\t2/1\tR\n"));
    assert_eq!(status, Some(1));
    assert!(said.contains("level 1 \"One\": solved, but moves is 1; the record says 2"));
    let output = run(&["replay", "sokoban", &levels, "--solutions", &write("bad", "1\t1/1\tRq")]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("bad:1:8: 'q' is no step"));
    let output = run(&["replay", "sokoban", &levels, "--solutions", &write("bad", "1\t1/1\t  Rq")]);
    assert!(String::from_utf8(output.stderr).unwrap().contains("bad:1:10: 'q' is no step"));
}

#[test]
fn the_stock_levels_are_solved_by_their_own_solutions() {
    let output = run(&["replay", "sokoban"]);
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.starts_with("34 of 34 solved, "), "{said}");
}

#[test]
fn what_one_solution_sets_is_nothing_to_the_next() {
    let script = "return { params = { n = { default = 1, min = 1, max = 9 } }, tiles = { a = {} },
        legend = { ['#'] = 'a' }, act = function(board) board.vars.done = true end,
        won = function(board) return board.vars.done and board.params.n == 1 end }";
    let folder = Folder::with_script(script);
    folder.write("levels/game/a.xsb", "##\n##\n");
    folder.write("solutions.txt", "1\t0\t<set n=4>r\n1\t0\tr\n");
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (scripts, levels, solutions) = (path(""), path("levels"), path("solutions.txt"));
    let folders = ["--scripts", &scripts, "--levels", &levels];
    let output = run(&[&["replay", "game", "--solutions", &solutions], &folders[..]].concat());
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("level 1: not solved after 2 moves; the last is 'r'"), "{said}");
    assert!(said.contains("1 of 2 solved"), "{said}");
}
