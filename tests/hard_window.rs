//! What a window has to bear: no display, no driver, any size or scale, a focus that goes away
//! while something is held, keys faster than anybody presses them, and a hand that leaves it.
#![cfg(target_os = "linux")]

#[path = "common/command.rs"]
mod command;
mod common;
#[path = "common/terminal.rs"]
mod pty;
#[path = "common/window.rs"]
mod window;
#[path = "common/x11.rs"]
mod x11;

use std::path::Path;
use std::process::{Command, Output};
use std::time::Duration;

use common::{Folder, PROGRAM, wanted};
use pty::Terminal;
use tilewright::app::{Player, Preferences, Wanted, open};
use tilewright::view::{Frame, Moment};
use window::{Display, Game, Told, display};

/// A walker on a long way; each step does that first.
fn walker(work: &str) -> Folder {
    let folder = Folder::with_script(&format!(
        r##"return {{
  title = "Walker",
  tiles = {{ wall = {{}}, player = {{ look = {{ shape = "circle", color = "#44aaee" }} }} }},
  legend = {{ ["#"] = "wall", ["@"] = "player" }},
  act = function(board, action)
    local here = board:find("player")
    local there = board:step(here, action.dir)
    if not there or board:has(there, "wall") then return end
    {work}
    board:move(here, there, "player")
    board:add("steps", 1)
  end,
  status = function(board) return "Steps " .. (board.vars.steps or 0) end,
}}"##
    ));
    let wall = "#".repeat(302);
    folder.write("levels/game/a.xsb", &format!("{wall}\n#@{}#\n{wall}\n", " ".repeat(299)));
    folder
}

/// It, in a window, without movement.
fn start<'d>(display: &'d Display, folder: &Folder, size: &str) -> Game<'d> {
    folder.write("settings/settings.toml", "motion = 0\n");
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (scripts, levels, settings) = (path(""), path("levels"), path("settings"));
    let arguments = ["play", "game", "--scripts", &scripts, "--levels", &levels];
    let more = ["--settings", &settings, "--size", size];
    let mut game = Game::start(display, Path::new(PROGRAM), &[&arguments[..], &more].concat());
    game.until("the board", |told| told.get("status ") == "Steps 0");
    game
}

fn after(turns: usize) -> impl Fn(&Told) -> bool {
    move |told| told.turns() == turns && told.stands()
}

/// Waits until nothing is drawn any more, and returns how many turns there are then.
fn turns_in_the_end(game: &mut Game<'_>) -> usize {
    while game.frames_within(Duration::from_secs(1)) > 0 {}
    game.until("the last frame", |_| true).turns()
}

// No display, and no driver.

/// What leaves no driver to draw with.
const NO_DRIVER: [(&str, &str); 5] = [
    ("VK_DRIVER_FILES", "/nonexistent"),
    ("VK_ICD_FILENAMES", "/nonexistent"),
    ("__EGL_VENDOR_LIBRARY_FILENAMES", "/nonexistent"),
    ("LIBGL_DRIVERS_PATH", "/nonexistent"),
    ("GBM_BACKENDS_PATH", "/nonexistent"),
];

/// The message of a program that opens no window, with the terminal as the way on.
#[track_caller]
fn opens_no_window(output: &Output, why: &str) {
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let said = String::from_utf8_lossy(&output.stderr);
    let said = said.lines().last().unwrap_or_default();
    assert!(said.starts_with(&format!("tilewright: {why}")), "{said}");
    assert!(said.contains("with --terminal it plays in the terminal"), "{said}");
    assert!(output.stdout.is_empty(), "{output:?}");
}

#[test]
fn without_a_display_the_message_names_the_terminal_as_the_way_on() {
    let folder = tempfile::tempdir().unwrap();
    let output = command::run(folder.path(), &["play", "sokoban"]);
    opens_no_window(&output, "there is no display to open a window on (");
    let mut command = Command::new(PROGRAM);
    command.args(["play", "sokoban", "--settings"]).arg(folder.path());
    command.env_remove("WAYLAND_DISPLAY").env("DISPLAY", ":nowhere");
    opens_no_window(&command.output().unwrap(), "there is no display to open a window on (");
}

#[test]
fn without_a_driver_the_message_names_the_terminal_as_the_way_on() {
    let Some(display) = display() else { return };
    let folder = tempfile::tempdir().unwrap();
    let broken = folder.path().join("broken.json");
    let driver = r#"{ "file_format_version": "1.0.0",
                      "ICD": { "library_path": "/nonexistent.so", "api_version": "1.3.0" } }"#;
    std::fs::write(&broken, driver).unwrap();
    for vulkan in ["/nonexistent", broken.to_str().unwrap()] {
        let mut command = Command::new(PROGRAM);
        command.args(["play", "sokoban", "--settings"]).arg(folder.path());
        command.env_remove("WAYLAND_DISPLAY").env("DISPLAY", display.name());
        command.envs(NO_DRIVER).env("VK_DRIVER_FILES", vulkan);
        opens_no_window(&command.output().unwrap(), "no usable graphics driver (");
    }
}

#[test]
fn without_a_driver_whoever_sits_at_a_terminal_plays_there() {
    let Some(display) = display() else { return };
    let env = [&[("DISPLAY", display.name())], &NO_DRIVER[..]].concat();
    let mut terminal = Terminal::start((80, 24), &["play", "sokoban"], &env);
    terminal.until_shown("Little Heart");
    terminal.keys("\x03");
    let (said, status) = terminal.ends();
    let said = said.replace('\n', "");
    assert!(said.contains("No window opens here ("), "{said}");
    assert!(said.contains("): the game is played in the terminal."), "{said}");
    assert_eq!(status, 0);
}

// Any size and scale.

/// The game without a window.
fn playing(folder: &Folder) -> Player {
    let path = folder.path().join("levels/game/a.xsb");
    let opened = open(&folder.scripts(), &Wanted { own: false, ..wanted(&path, 1) }).unwrap();
    Player::new(folder.scripts(), opened)
}

#[test]
fn a_frame_of_any_size_is_painted() {
    let folder = walker("");
    let mut player = playing(&folder);
    for (isometric, trouble) in [(false, false), (true, false), (false, true)] {
        player.prefer(Preferences { isometric, ..player.preferences() });
        if trouble {
            folder.write("game.lua", "return {");
            assert!(player.files_changed());
        }
        for (width, height) in [(0, 0), (0, 9), (9, 0), (1, 1), (1, 700), (700, 1), (3, 2)] {
            for scale in [50, 100, 1000] {
                let mut bytes = vec![0; width as usize * height as usize * 4];
                let mut frame = Frame::new(width, height, &mut bytes).unwrap();
                player.paint(&mut frame, scale, Moment::STILL);
            }
        }
    }
}

#[test]
fn a_window_of_one_pixel_lives_and_so_does_one_that_is_put_away() {
    let Some(display) = display() else { return };
    let folder = walker("");
    let mut game = start(&display, &folder, "640x480");
    let (id, mut turns) = (game.window(), 0);
    for (width, height) in [(1, 1), (1, 480), (640, 1), (2, 2), (640, 480)] {
        let (w, h) = (width.to_string(), height.to_string());
        display.tool("xdotool", &["windowsize", &id, &w, &h]);
        let size = format!("{width}x{height}");
        game.until(&size, |told| told.get("size ") == size);
        game.keys(&["d"]);
        turns += 1;
        game.until("a step", after(turns));
    }
    display.tool("xdotool", &["windowunmap", "--sync", &id]);
    let script = std::fs::read_to_string(folder.path().join("game.lua")).unwrap();
    folder.write("game.lua", &script.replace("Steps ", "Ways "));
    display.tool("xdotool", &["windowmap", "--sync", &id]);
    game.until("what was saved meanwhile", |told| told.get("status ") == "Ways 5");
    game.focus();
    game.keys(&["a"]);
    game.until("a step", after(turns + 1));
}

#[test]
fn another_scale_makes_everything_larger_and_back() {
    let Some(display) = display() else { return };
    let folder = walker("");
    folder.write("levels/game/a.xsb", "#####\n#@  #\n#####\n");
    let desktop = x11::Desktop::on(display.name());
    desktop.set_dots(96);
    // What the mouse points at looks otherwise.
    display.tool("xdotool", &["mousemove", "1279", "959"]);
    let mut game = start(&display, &folder, "480x360");
    for (dots, (width, height)) in [(192, (960, 720)), (96, (480, 360))] {
        desktop.set_dots(dots);
        let size = format!("{width}x{height}");
        game.until(&size, |told| told.get("size ") == size && told.stands());
        let mut bytes = vec![0; width as usize * height as usize * 4];
        let mut frame = Frame::new(width, height, &mut bytes).unwrap();
        playing(&folder).paint(&mut frame, dots * 100 / 96, Moment::STILL);
        let mut shown = display.screenshot();
        let shown = image::imageops::crop(&mut shown, 0, 0, width, height).to_image();
        assert!(*shown.as_raw() == bytes, "another frame at {dots} dots an inch");
    }
    game.keys(&["d"]);
    game.until("a step", after(1));
}

// What is held while the focus goes away.

#[test]
fn a_key_that_is_held_does_nothing_without_the_focus_and_is_no_press_when_it_comes_back() {
    if display().is_none() {
        return;
    }
    let display = Display::with_repeat(60_000, 60_000);
    let folder = walker("");
    let mut game = start(&display, &folder, "480x360");
    display.tool("xdotool", &["keydown", "d"]);
    game.until("a step", after(1));
    x11::take_focus(display.name());
    assert_eq!(turns_in_the_end(&mut game), 1);
    game.focus();
    assert_eq!(turns_in_the_end(&mut game), 1, "no press");
    display.tool("xdotool", &["keyup", "d"]);
    game.keys(&["a"]);
    game.until("a step back", after(2));
    assert_eq!(turns_in_the_end(&mut game), 2);
}

#[test]
fn a_key_that_repeats_stops_with_the_focus() {
    if display().is_none() {
        return;
    }
    let display = Display::with_repeat(200, 20);
    let folder = walker("");
    let mut game = start(&display, &folder, "480x360");
    display.tool("xdotool", &["keydown", "d"]);
    game.until("several steps", |told| told.turns() >= 4);
    x11::take_focus(display.name());
    let turns = turns_in_the_end(&mut game);
    assert!(turns < 299, "it has stopped on its way");
    display.tool("xdotool", &["keyup", "d"]);
    game.focus();
    assert_eq!(turns_in_the_end(&mut game), turns);
    game.keys(&["a"]);
    game.until("a step back", after(turns + 1));
}

// Very fast keys.

#[test]
fn of_two_thousand_presses_each_is_one_turn() {
    let Some(display) = display() else { return };
    let folder = walker("");
    let mut game = start(&display, &folder, "480x360");
    let keys = ["d", "d", "a", "a"].repeat(500);
    let mut arguments = vec!["key", "--delay", "0"];
    arguments.extend(keys);
    display.tool("xdotool", &arguments);
    let missed = |told: &Told| -> usize { told.get("missed ").parse().unwrap() };
    // What comes while a machine does something else is counted, and never done twice.
    let all = |told: &Told| told.turns() + missed(told) >= 2000 && told.stands();
    game.until("every press", all);
    let turns = turns_in_the_end(&mut game);
    let told = game.until("the last frame", |_| true);
    assert_eq!(turns + missed(&told), 2000, "{}", told.line);
    assert_eq!(told.get("status "), format!("Steps {turns}"));
}

#[test]
fn a_key_that_repeats_faster_than_the_rule_leaves_nothing_to_catch_up_with() {
    if display().is_none() {
        return;
    }
    let display = Display::with_repeat(200, 5);
    // A good deal of work, but not so much that the window would not wait for it.
    let folder = walker("for i = 1, 30000 do board:count('wall') board:find('player') end");
    let mut game = start(&display, &folder, "480x360");
    display.tool("xdotool", &["keydown", "d"]);
    game.until("several steps", |told| told.turns() >= 4);
    game.told_within(Duration::from_millis(600));
    display.tool("xdotool", &["keyup", "d"]);
    // From here on the key is up.
    game.told_within(Duration::ZERO);
    let at_once = game.until("a frame", |_| true).turns();
    let in_the_end = turns_in_the_end(&mut game);
    // The way has 299 cells, at the end of which every key is done with.
    assert!(in_the_end < 299, "it has gone on to the end");
    assert!(in_the_end <= at_once + 20, "{at_once} turns have become {in_the_end}");
}

// A hand that leaves the window.

/// Left, top and side of the board in the frame, in pixels.
fn board(told: &Told) -> Vec<i32> {
    told.get("board ").split(',').map(|part| part.parse().unwrap()).collect()
}

/// Moves the mouse to a place from the top left of the window, which may be outside.
fn move_to(game: &mut Game<'_>, display: &Display, (x, y): (i32, i32)) {
    let (x, y) = (x.to_string(), y.to_string());
    display.tool("xdotool", &["mousemove", "--sync", "--", &x, &y]);
    // A hand is not faster than a frame.
    game.frames_within(Duration::from_millis(100));
}

/// The walker near by, in a small window at the top left of the display.
fn close<'d>(display: &'d Display, folder: &Folder) -> (Game<'d>, Vec<i32>) {
    let mut game = start(display, folder, "400x300");
    game.keys(&["plus"; 8]);
    let told = game.until("a closer look", |told| board(told)[2] >= 20);
    game.frames_within(Duration::from_millis(300));
    let told = game.until("a frame", move |now| board(now)[2] >= board(&told)[2]);
    (game, board(&told))
}

#[test]
fn a_drag_goes_on_outside_the_window_and_ends_there() {
    let Some(display) = display() else { return };
    let folder = walker("");
    let (mut game, before) = close(&display, &folder);
    move_to(&mut game, &display, (380, 150));
    display.tool("xdotool", &["mousedown", "1"]);
    for x in [300, 100, 20] {
        move_to(&mut game, &display, (x, 150));
    }
    let inside = board(&game.until("a scrolled board", |told| board(told)[0] < before[0]));
    move_to(&mut game, &display, (380, 150));
    for place in [(700, 500), (1200, 900)] {
        move_to(&mut game, &display, place);
    }
    let told = game.until("what is outside is followed", |told| board(told)[0] > inside[0]);
    assert_eq!(told.turns(), 0);
    display.tool("xdotool", &["mouseup", "1"]);
    let there = board(&told);
    for place in [(300, 150), (100, 150)] {
        move_to(&mut game, &display, place);
    }
    assert_eq!(turns_in_the_end(&mut game), 0, "no click");
    game.keys(&["d"]);
    let told = game.until("a step", after(1));
    assert_eq!(board(&told), there, "nothing is held any more");
}

#[test]
fn a_drag_ends_with_the_focus() {
    let Some(display) = display() else { return };
    let folder = walker("");
    let (mut game, before) = close(&display, &folder);
    move_to(&mut game, &display, (380, 150));
    display.tool("xdotool", &["mousedown", "1"]);
    move_to(&mut game, &display, (300, 150));
    let dragged = board(&game.until("a scrolled board", |told| board(told)[0] < before[0]));
    x11::take_focus(display.name());
    game.frames_within(Duration::from_millis(300));
    move_to(&mut game, &display, (100, 150));
    display.tool("xdotool", &["mouseup", "1"]);
    game.focus();
    assert_eq!(turns_in_the_end(&mut game), 0, "no click");
    game.keys(&["d"]);
    let told = game.until("a step", after(1));
    assert_eq!(board(&told), dragged, "it was let go");
}
