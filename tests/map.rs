//! Islands in a real window: a map that is larger than the window, the cell under the
//! mouse, sliders that draw while they are held, a generator that is changed while one
//! plays, and one that never ends.

mod common;
#[path = "common/window.rs"]
mod window;

use std::path::Path;
use std::time::Duration;

use common::{Folder, PROGRAM, stock_scripts};
use window::{Display, Game, Told, display};

/// Islands of seed 3 in a window of 640x480, with further arguments.
fn start<'d>(display: &'d Display, further: &[&str]) -> Game<'d> {
    let scripts = stock_scripts();
    start_from(display, &scripts, "islands", further)
}

fn start_from<'d>(display: &'d Display, scripts: &Path, game: &str, further: &[&str]) -> Game<'d> {
    let scripts = scripts.to_str().unwrap();
    let arguments = ["play", game, "--seed", "3", "--size", "640x480", "--scripts", scripts];
    Game::start(display, Path::new(PROGRAM), &[&arguments[..], further].concat())
}

/// Left, top and side of the board in the frame, in pixels.
fn board(told: &Told) -> [i32; 3] {
    let parts = told.get("board ").split(',').map(|part| part.parse().unwrap());
    parts.collect::<Vec<i32>>().try_into().unwrap()
}

/// The place on the board, in columns and rows, that is shown at a pixel.
fn place(told: &Told, (x, y): (i32, i32)) -> (f64, f64) {
    let [left, top, side] = board(told);
    let along = |at: i32, start: i32| f64::from(at - start) / f64::from(side);
    (along(x, left), along(y, top))
}

const LARGE: [&str; 6] = ["--set", "width=300", "--set", "height=190", "--set", "fog=no"];

#[test]
fn a_large_map_is_shown_near_the_player_and_a_key_shows_it_whole() {
    let Some(display) = display() else { return };
    let mut game = start(&display, &LARGE);
    let near = board(&game.until("a frame", |_| true));
    assert!(near[2] >= 16, "{near:?}");
    game.keys(&["f"]);
    let whole = board(&game.until("the whole map", |told| board(told)[2] < 16));
    assert_eq!(whole[2], 2);
    assert!(whole[0] >= 0 && whole[0] + 300 * 2 <= 640, "{whole:?}");
    game.keys(&["f"]);
    game.until("the player again", |told| board(told) == near);
}

#[test]
fn the_wheel_zooms_around_the_mouse() {
    let Some(display) = display() else { return };
    let mut game = start(&display, &LARGE);
    let mut before = game.until("a frame", |_| true);
    let at = (417, 203);
    for _ in 0..3 {
        let side = board(&before)[2];
        game.click((417, 203), 4);
        let after = game.until("a larger map", |told| board(told)[2] > side);
        let ((x0, y0), (x1, y1)) = (place(&before, at), place(&after, at));
        let pixel = 1.5 / f64::from(side);
        assert!((x0 - x1).abs() < pixel && (y0 - y1).abs() < pixel, "{before:?} {after:?}");
        before = after;
    }
    // Far enough out it is the whole map.
    for _ in 0..12 {
        game.click((417, 203), 5);
    }
    game.until("the whole map", |told| board(told)[2] == 2);
}

#[test]
fn a_drag_scrolls_and_so_do_shift_and_the_arrows() {
    let Some(display) = display() else { return };
    let mut game = start(&display, &LARGE);
    let before = board(&game.until("a frame", |_| true));
    game.drag((300, 200), (180, 260));
    let dragged = [before[0] - 120, before[1] + 60, before[2]];
    let told = game.until("the map moved with the hand", |told| board(told) == dragged);
    let (column, row) = place(&told, (180, 260));
    let named = format!("{}, {}: ", column.floor() + 1.0, row.floor() + 1.0);
    assert!(told.get("pointed ").starts_with(&named), "{named} {}", told.line);
    game.keys(&["shift+Right"]);
    let told = game.until("further right", |told| board(told)[0] < dragged[0]);
    assert_eq!((told.turns(), board(&told)[1]), (0, dragged[1]));
    game.keys(&["plus"]);
    game.until("larger", |told| board(told)[2] > dragged[2]);
    game.keys(&["minus", "minus"]);
    game.until("smaller", |told| board(told)[2] < dragged[2]);
}

#[test]
fn walking_keeps_the_player_in_sight() {
    let Some(display) = display() else { return };
    // All land, so that every step is one.
    let land = ["--set", "erode_rounds=0", "--set", "lake=0", "--set", "sight=0"];
    let mut game = start(&display, &[&LARGE[..], &land].concat());
    let before = board(&game.until("a frame", |_| true));
    let steps = ["Right"; 20];
    game.keys(&steps);
    let after = game.until("twenty steps", |told| told.turns() == 20 && told.stands());
    let moved = before[0] - board(&after)[0];
    assert!(moved > 10 * before[2] && moved < 20 * before[2], "{before:?} {after:?}");
}

#[test]
fn the_cell_under_the_mouse_is_named() {
    let Some(display) = display() else { return };
    let mut game = start(&display, &["--set", "fog=no"]);
    game.until("a frame", |_| true);
    for (column, row) in [(1, 1), (20, 20), (10, 4)] {
        let (x, y) = game.cell(column, row);
        let (x, y) = (x.to_string(), y.to_string());
        display.tool("xdotool", &["mousemove", "--window", &game.window(), &x, &y]);
        let named = format!("{column}, {row}: ");
        let told = game.until(&named, |told| told.get("pointed ").starts_with(&named));
        let known = ["sea", "land (mask "].iter().any(|tile| told.get("pointed ").contains(tile));
        assert!(known, "{}", told.line);
    }
    display.tool("xdotool", &["mousemove", "1200", "900"]);
    game.until("nothing once it has left", |told| told.get("pointed ").is_empty());
}

/// Where a parameter's slider begins in the options, and the middle of its height.
fn slider(told: &Told, name: &str) -> (u32, u32) {
    let options = told.get("options ").to_owned();
    let entry = options.split(' ').find_map(|entry| entry.strip_prefix(&format!("{name}=")));
    let place: Vec<u32> = entry.unwrap().split(',').map(|part| part.parse().unwrap()).collect();
    (place[0], place[1] + place[3] / 2)
}

#[test]
fn a_slider_draws_the_same_seed_again_while_it_is_held() {
    let Some(display) = display() else { return };
    let mut game = start(&display, &["--set", "fog=no", "--set", "tree=0"]);
    game.keys(&["o"]);
    game.until("the options", |told| !told.get("options ").is_empty());
    game.frames_within(Duration::from_millis(400));
    let told = game.until("the options at their place", |_| true);
    let ((left, y), id) = (slider(&told, "lake"), game.window());
    let tool = |arguments: &[&str]| drop(display.tool("xdotool", arguments));
    let at = |x: u32| [x.to_string(), y.to_string()];
    let [x0, y0] = at(left + 10);
    tool(&["mousemove", "--window", &id, &x0, &y0]);
    tool(&["mousedown", "1"]);
    let mut pictures = Vec::new();
    for further in [30, 50, 70] {
        let [x, y] = at(left + further);
        tool(&["mousemove", "--window", &id, &x, &y]);
        game.frames_within(Duration::from_millis(400));
        let told = game.until("a frame", |_| true);
        // One turn, however often it is moved; the button is still down.
        assert_eq!((told.turns(), told.get("title ")), (1, "Seed 3"), "{}", told.line);
        pictures.push(display.screenshot());
    }
    assert!(pictures[0] != pictures[1] && pictures[1] != pictures[2]);
    tool(&["mouseup", "1"]);
    game.keys(&["Escape", "z"]);
    game.until("the map of before", |told| told.turns() == 0);
}

#[test]
fn a_slider_that_never_rests_is_followed_by_maps_that_take_long() {
    let Some(display) = display() else { return };
    // Each map takes a debug build longer than the window waits.
    let large = ["--set", "width=700", "--set", "height=700", "--set", "fog=no"];
    let mut game = start(&display, &large);
    game.until("the map", |told| !told.get("board ").is_empty());
    game.keys(&["o"]);
    game.until("the options", |told| !told.get("options ").is_empty());
    game.frames_within(Duration::from_millis(400));
    let told = game.until("the options at their place", |_| true);
    let ((left, y), id) = (slider(&told, "mountain"), game.window());
    let tool = |arguments: &[&str]| drop(display.tool("xdotool", arguments));
    tool(&["mousemove", "--window", &id, &(left + 10).to_string(), &y.to_string()]);
    tool(&["mousedown", "1"]);
    let mut drawn = 0;
    for further in 12..72 {
        tool(&["mousemove", "--window", &id, &(left + further).to_string(), &y.to_string()]);
        let told = game.told_within(Duration::from_millis(60));
        drawn += told.iter().filter(|told| told.turns() == 1).count();
    }
    tool(&["mouseup", "1"]);
    assert!(drawn > 0, "maps are seen while it still moves");
}

#[test]
fn a_changed_generator_draws_the_same_seed_again() {
    let Some(display) = display() else { return };
    let folder = copied_scripts();
    let mut game =
        start_from(&display, &folder.path().join("scripts"), "islands", &["--set", "fog=no"]);
    game.keys(&["Right", "Down", "Left"]);
    let walked = game.until("steps", |told| told.turns() > 0 && told.stands());
    let script = std::fs::read_to_string(stock_scripts().join("islands.lua")).unwrap();
    // Something that is not how maps are made leaves the player where they are.
    folder.write("scripts/islands.lua", &script.replace("\"Steps \"", "\"Walked \""));
    let told = game.until("the other status", |told| told.get("status ").starts_with("Walked"));
    assert_eq!(told.turns(), walked.turns());
    let other = script.replace("\"tree\", \"hill\"", "\"hill\", \"tree\"");
    assert_ne!(other, script);
    folder.write("scripts/islands.lua", &other);
    let told = game.until("another map", |told| told.get("status ").starts_with("Steps 0"));
    assert_eq!((told.turns(), told.get("title ")), (walked.turns() + 1, "Seed 3"));
    game.keys(&["z"]);
    game.until("the map of before", |told| told.turns() == walked.turns());
}

/// The stock scripts with their pictures in a folder that a test may change.
fn copied_scripts() -> Folder {
    let folder = Folder::with_script("");
    let copy = std::process::Command::new("cp")
        .arg("-r")
        .arg(stock_scripts())
        .arg(folder.path().join("scripts"))
        .status();
    assert!(copy.unwrap().success());
    folder
}

/// A game that can be made to work for ever.
const ENDLESS: &str = r##"return {
  tiles = { land = {} },
  keys = { space = "new" },
  params = { { name = "loops", default = false } },
  start = function(board)
    board:resize(4, 3)
    board:fill("land")
    if board.params.loops then while true do board.vars.n = 1 end end
  end,
  act = function(board) board:add("n", 1) end,
  status = function(board) return "n " .. tostring(board.vars.n) end,
}"##;

#[test]
fn while_a_script_works_the_window_says_so_and_escape_stops_it() {
    let Some(display) = display() else { return };
    let folder = Folder::with_script(ENDLESS);
    let mut game = start_from(&display, folder.path(), "game", &[]);
    game.keys(&["Right"]);
    game.until("a turn", |told| told.turns() == 1 && told.stands());
    let before = display.screenshot();
    let looping = ENDLESS.replace("if board.params.loops then", "do");
    folder.write("game.lua", &looping);
    // Saving alone starts nothing here; another board does.
    game.frames_within(Duration::from_millis(300));
    game.keys(&["space"]);
    let since = std::time::Instant::now();
    game.until("work", |told| told.line.contains("working true"));
    game.frames_within(Duration::from_millis(600));
    assert!(display.screenshot() != before, "the player is told");
    game.keys(&["Right"]);
    game.keys(&["Escape"]);
    let told = game.until("the end of it", |told| !told.get("trouble ").is_empty());
    assert!(since.elapsed() < Duration::from_secs(4), "Escape, not the budget");
    assert!(told.get("trouble ").contains("You have stopped the script"), "{}", told.line);
    assert_eq!((told.turns(), told.get("status ")), (1, "n 1"), "the board stays");
    // Escape only puts the message away now, and the game goes on.
    game.keys(&["Escape"]);
    game.until("no message", |told| told.get("trouble ").is_empty());
    game.keys(&["Right"]);
    game.until("the next turn", |told| told.turns() == 2);
}

#[test]
fn the_budget_stops_a_generator_that_never_ends_and_the_map_stays() {
    let Some(display) = display() else { return };
    let folder = Folder::with_script(ENDLESS);
    let mut game = start_from(&display, folder.path(), "game", &[]);
    folder.write("game.lua", &ENDLESS.replace("if board.params.loops then", "do"));
    game.frames_within(Duration::from_millis(300));
    game.keys(&["space"]);
    let told = game.until("the budget", |told| told.get("trouble ").contains("5000 ms"));
    assert!(told.get("trouble ").contains("game.lua:8"), "{}", told.line);
    assert_eq!(told.turns(), 0);
    folder.write("game.lua", ENDLESS);
    game.until("no message", |told| told.get("trouble ").is_empty());
}

#[test]
fn a_game_that_works_for_long_when_it_is_opened_has_a_window_that_can_stop_it() {
    let Some(display) = display() else { return };
    let folder = Folder::with_script(&ENDLESS.replace("if board.params.loops then", "do"));
    let mut game = start_from(&display, folder.path(), "game", &[]);
    game.until("work", |told| told.line.contains("working true"));
    game.keys(&["Escape"]);
    let since = std::time::Instant::now();
    assert_eq!(game.ends(), Some(2));
    assert!(since.elapsed() < Duration::from_secs(4), "Escape, not the budget");
}

#[test]
fn what_was_set_and_takes_too_long_is_left_out_when_it_is_stopped() {
    let Some(display) = display() else { return };
    let folder = Folder::with_script(ENDLESS);
    // The player has set what makes it work for ever; the script's own setting does not.
    folder.write("settings/games/game.toml", "[params]\nloops = true\n");
    let settings = folder.path().join("settings");
    let further = ["--settings", settings.to_str().unwrap()];
    let mut game = start_from(&display, folder.path(), "game", &further);
    game.until("work", |told| told.line.contains("working true"));
    game.keys(&["Escape"]);
    let told = game.until("the game", |told| !told.get("board ").is_empty());
    assert!(
        told.get("message ").contains("what was kept from the last time is left out"),
        "{}",
        told.line
    );
}

#[test]
fn what_lies_below_the_bars_is_neither_clicked_nor_named() {
    let script = r##"return {
      tiles = { land = {} }, clicks = true, pointer = true,
      start = function(board) board:resize(60, 60) board:fill("land") end,
      act = function(board, action) board.vars.clicked = action.cell end,
    }"##;
    let folder = Folder::with_script(script);
    let scripts = folder.scripts();
    let levels = folder.path().join("levels");
    let opened = tilewright::app::open(&scripts, &common::wanted(&levels, 1)).unwrap();
    let mut player = tilewright::app::Player::new(scripts, opened);
    let paint = |player: &mut tilewright::app::Player| {
        let mut bytes = vec![0; 640 * 480 * 4];
        let mut frame = tilewright::view::Frame::new(640, 480, &mut bytes).unwrap();
        player.paint(&mut frame, 100, tilewright::view::Moment::STILL);
    };
    paint(&mut player);
    assert!(player.is_close(), "cells lie below the bars");
    for y in [5, 475] {
        player.click(300.0, f64::from(y), tilewright::rules::Button::Left);
        player.point(Some((300, y)));
        paint(&mut player);
        assert_eq!((player.session().journal().done(), player.pointed()), (0, ""), "{y}");
    }
    player.click(300.0, 240.0, tilewright::rules::Button::Left);
    assert_eq!(player.session().journal().done(), 1);
}

#[test]
fn what_peeps_out_below_the_fog_is_not_named() {
    let scripts = common::stock("islands");
    let levels = stock_scripts().with_file_name("levels").join("islands");
    let wanted = tilewright::app::Wanted { seed: 3, ..common::wanted(&levels, 1) };
    let opened = tilewright::app::open(&scripts, &wanted).unwrap();
    let mut player = tilewright::app::Player::new(scripts, opened);
    let mut bytes = vec![0; 640 * 480 * 4];
    let mut told = |player: &mut tilewright::app::Player, at| {
        player.point(at);
        let mut frame = tilewright::view::Frame::new(640, 480, &mut bytes).unwrap();
        player.paint(&mut frame, 100, tilewright::view::Moment::STILL);
        player.pointed().to_owned()
    };
    told(&mut player, None);
    let layout = player.layout().unwrap();
    let fog = player.session().game().tile("fog").unwrap();
    let board = player.session().board();
    let at_rim = |cell: &_| board.topology().near(*cell).any(|near| !board.has(near, fog));
    let cells: Vec<_> = board.all(fog).filter(at_rim).collect();
    assert!(cells.len() > 10, "the rim of what is seen");
    let middle = i32::try_from(layout.side() / 2).unwrap();
    for cell in cells {
        let (x, y) = layout.corner(cell);
        let words = told(&mut player, Some((x + middle, y + middle)));
        assert!(words.contains(": fog (mask ") && !words.contains("land"), "{words}");
    }
}
