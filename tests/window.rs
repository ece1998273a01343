//! The program in a real window, with real keys and real saves.

mod common;
#[path = "common/window.rs"]
mod window;

use std::path::Path;
use std::time::Duration;

use common::{Folder, PROGRAM, stock_scripts};
use window::{Display, Game, Told, display};

/// Sokoban in a folder of its own, to be changed, with two levels.
fn sokoban() -> Folder {
    let text = std::fs::read_to_string(stock_scripts().join("sokoban.lua")).unwrap();
    let folder = Folder::with_script(&text);
    folder.write(
        "levels/game/a.xsb",
        "One\n\n##########\n#@ #   $.#\n#        #\n##########\n\n\
         Two\n\n#####\n#@$.#\n#####\n\nBad\n\n####\n#$.#\n####\n\nLast\n\n#####\n#@$.#\n#####\n",
    );
    folder
}

fn start<'d>(display: &'d Display, folder: &Folder, size: &str) -> Game<'d> {
    let scripts = folder.path().to_str().unwrap();
    let levels = folder.path().join("levels");
    let settings = folder.path().join("settings");
    folder.write("settings/settings.toml", "unlock_all = true\n");
    let arguments = [
        "play",
        "game",
        "--scripts",
        scripts,
        "--levels",
        levels.to_str().unwrap(),
        "--settings",
        settings.to_str().unwrap(),
        "--size",
        size,
    ];
    Game::start(display, Path::new(PROGRAM), &arguments)
}

fn stands_after(turns: usize) -> impl Fn(&Told) -> bool {
    move |told| told.turns() == turns && told.stands()
}

#[test]
fn keys_move_undo_redo_restart_and_change_the_level() {
    let Some(display) = display() else { return };
    let folder = sokoban();
    let mut game = start(&display, &folder, "640x480");
    game.until_title("Sokoban - One");
    game.keys(&["Right", "s", "Left"]);
    let told = game.until("three steps", stands_after(3));
    assert_eq!(told.get("status "), "Moves 3   Pushes 0");
    game.keys(&["z", "z"]);
    game.until("two undone", stands_after(1));
    game.keys(&["x"]);
    game.until("one redone", stands_after(2));
    game.keys(&["r"]);
    let told = game.until("a restart, as a turn", stands_after(3));
    assert_eq!(told.get("status "), "Moves 0   Pushes 0");
    game.keys(&["n", "d"]);
    let told = game.until("the next level, solved", |told| told.get("solved ") == "true");
    assert_eq!(told.get("level "), "2");
    game.until_title("Sokoban - Two");
    game.keys(&["n"]);
    let told = game.until("a refused level", |told| told.get("trouble ").contains("no player"));
    assert!(told.get("trouble ").contains("a.xsb:16:1"), "{}", told.line);
    assert_eq!(told.get("level "), "2", "the one that was running goes on");
    game.keys(&["n"]);
    game.until("the one behind it", |told| told.get("level ") == "4");
    game.keys(&["p", "p"]);
    game.until("and back", |told| told.get("level ") == "2" && told.get("trouble ").is_empty());
    game.keys(&["Escape"]);
    assert_eq!(game.ends(), Some(0));
}

#[test]
fn a_held_key_repeats() {
    if display().is_none() {
        return;
    }
    let display = Display::with_repeat_after(300);
    let folder = sokoban();
    let mut game = start(&display, &folder, "640x480");
    game.keys(&["s"]);
    game.until("a step", stands_after(1));
    display.tool("xdotool", &["keydown", "d"]);
    game.until("several steps of one press", |told| told.turns() >= 4);
    display.tool("xdotool", &["keyup", "d"]);
}

#[test]
fn a_saved_rule_is_obeyed_by_the_next_key_and_undo_reaches_the_first_move() {
    let Some(display) = display() else { return };
    let folder = sokoban();
    let mut game = start(&display, &folder, "640x480");
    game.keys(&["Right", "Right"]);
    game.until("one step, then the wall", stands_after(1));
    let text = std::fs::read_to_string(folder.path().join("game.lua")).unwrap();
    let open = text.replace(
        "or board:has(there, \"wall\") then return end\n\n  local token",
        "then return end\n\n  local token",
    );
    assert_ne!(open, text);
    folder.write("game.lua", &open.replace("\"Moves \"", "\"Steps \""));
    game.until("the new rule", |told| told.get("status ").starts_with("Steps 1"));
    game.keys(&["Right"]);
    game.until("a step into the wall", stands_after(2));
    game.keys(&["z", "z"]);
    let told = game.until("undone to the first move", stands_after(0));
    assert_eq!(told.get("status "), "Steps 0   Pushes 0");

    folder.write("game.lua", &text.replace("local function won", "local functoin won"));
    let told = game.until("the message", |told| !told.get("trouble ").is_empty());
    assert!(told.get("trouble ").contains("game.lua:"), "{}", told.line);
    let red = display.screenshot().pixels().filter(|p| p.0[0] > 200 && p.0[1] < 160).count();
    assert!(red > 500, "the message is in the window, with its red edge: {red}");
    game.keys(&["Down"]);
    game.until("a step under the last good rule", stands_after(1));
    folder.write("game.lua", &text);
    game.until("the message is gone", |told| told.get("trouble ").is_empty());
}

/// A script that stands still: nothing of it is animated.
const STILL: &str = r##"return {
  title = "Still",
  tiles = { wall = { look = { color = "#708090" } }, player = { look = { shape = "circle" } } },
  legend = { ["#"] = "wall", ["@"] = "player" },
  act = function(board, action)
    local here = board:find("player")
    local there = board:step(here, action.dir)
    if there and not board:has(there, "wall") then board:move(here, there, "player") end
  end,
}"##;

fn still() -> Folder {
    let folder = Folder::with_script(STILL);
    folder.write("levels/game/a.xsb", "Title\n\n#######\n#@    #\n#  #  #\n#######\n");
    folder
}

#[test]
fn the_window_shows_the_frame_that_shot_paints_at_any_size() {
    let Some(display) = display() else { return };
    let folder = still();
    let mut game = start(&display, &folder, "640x480");
    game.keys(&["Right", "Right", "Down"]);
    game.until("two steps and the wall", stands_after(2));
    for (width, height) in [(640, 480), (801, 333), (240, 400), (1200, 900)] {
        let (w, h) = (width.to_string(), height.to_string());
        display.tool("xdotool", &["windowsize", &game.window(), &w, &h]);
        let size = format!("{width}x{height}");
        game.until(&size, |told| told.get("size ") == size && told.stands());
        let painted = shot(&folder, "rrd", &size);
        let mut shown = display.screenshot();
        let shown = image::imageops::crop(&mut shown, 0, 0, width, height).to_image();
        assert!(shown == painted, "the frame of {size} is another in the window");
    }
}

/// The size of a window, as the display has it.
fn size_on(display: &Display, window: &str) -> String {
    let told = display.tool("xdotool", &["getwindowgeometry", "--shell", window]);
    let told = String::from_utf8(told).unwrap();
    let side = |name: &str| told.lines().find_map(|line| line.strip_prefix(name)).unwrap();
    format!("{}x{}", side("WIDTH="), side("HEIGHT="))
}

#[test]
fn a_window_that_is_resized_again_and_again_while_things_move_stays_alive() {
    let Some(display) = display() else { return };
    let folder = sokoban();
    let mut game = start(&display, &folder, "640x480");
    let id = game.window();
    for round in 0..40_u32 {
        let (width, height) = (400 + round * 137 % 500, 300 + round * 91 % 400);
        display.tool("xdotool", &["windowsize", &id, &width.to_string(), &height.to_string()]);
        game.keys(&[if round % 2 == 0 { "Down" } else { "Up" }]);
    }
    game.until("every key", stands_after(40));
    // A frame that did not end gives the window an older size back for a moment.
    game.frames_within(Duration::from_secs(2));
    game.keys(&["Down"]);
    let told = game.until("one more key", stands_after(41));
    assert_eq!(told.get("size "), size_on(&display, &id));
    assert_eq!(told.get("size "), format!("{}x{}", 400 + 39 * 137 % 500, 300 + 39 * 91 % 400));
}

fn shot(folder: &Folder, after: &str, size: &str) -> image::RgbaImage {
    let out = folder.path().join("levels/shot.png");
    let mut command = std::process::Command::new(PROGRAM);
    command.args(["shot", "game", "--after", after, "--size", size]);
    command.arg("--out").arg(&out).arg("--scripts").arg(folder.path());
    command.arg("--levels").arg(folder.path().join("levels"));
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    assert!(command.status().unwrap().success());
    image::open(&out).unwrap().into_rgba8()
}

#[test]
fn nothing_is_drawn_while_nothing_changes() {
    let Some(display) = display() else { return };
    let folder = still();
    let mut game = start(&display, &folder, "640x480");
    game.keys(&["Right"]);
    game.until("a step", stands_after(1));
    // Whatever the focus and the key still bring comes first.
    game.frames_within(Duration::from_millis(500));
    assert_eq!(game.frames_within(Duration::from_secs(2)), 0);
    folder.write("other.lua", "-- not part of the game");
    assert_eq!(game.frames_within(Duration::from_secs(1)), 0);
    game.keys(&["Right"]);
    game.until("a step", stands_after(2));
}

#[test]
fn a_look_with_frames_is_drawn_as_often_as_it_says() {
    let Some(display) = display() else { return };
    let frames = "look = { frames = { { size = 0.5 }, { size = 0.9 } }, fps = 4 }";
    let folder = Folder::with_script(&STILL.replace("look = { shape = \"circle\" }", frames));
    folder.write("levels/game/a.xsb", "#######\n#@    #\n#######\n");
    let mut game = start(&display, &folder, "640x480");
    game.frames_within(Duration::from_millis(500));
    let frames = game.frames_within(Duration::from_secs(3));
    // A busy machine may miss some, but none comes that is not due.
    assert!((2..=14).contains(&frames), "{frames} frames in 3 seconds of 4 a second");
}

#[test]
fn a_click_on_what_is_wrong_copies_it_and_does_not_reach_the_board() {
    let Some(display) = display() else { return };
    let folder = sokoban();
    // Each click would be a step, and each step fails.
    let script = "return {\n  tiles = { wall = {}, goal = {}, player = {}, box = {} },\n  legend \
                  = { [\"#\"] = \"wall\", [\".\"] = \"goal\", [\"@\"] = \"player\", [\"$\"] = \
                  \"box\" },\n  clicks = true,\n  act = function(board, action)\n    if \
                  action.cell then board:set(action.cell, \"goal\") end\n    if action.dir \
                  then board:stpe(1) end\n  end,\n}\n";
    folder.write("game.lua", script);
    let mut game = start(&display, &folder, "640x480");
    game.until("the board", Told::stands);
    game.keys(&["Right"]);
    game.until("what is wrong", |told| told.line.contains("did you mean `step`?"));
    let behind = game.cell(5, 4);
    game.click(behind, 3);
    game.click(behind, 1);
    let told = game.told_within(Duration::from_secs(2));
    assert!(!told.is_empty(), "it says that it was copied");
    assert!(told.iter().all(|told| told.turns() == 0), "{told:?}");
    if game.xclip().is_some() {
        let text = game.pasted();
        assert!(text.starts_with("The rule failed; nothing was changed.\n"), "{text}");
        assert!(
            text.contains("game.lua:7: board has no \"stpe\"; did you mean `step`?\n"),
            "{text}"
        );
        assert!(text.contains("\n  > 7 |     if action.dir then board:stpe(1) end\n"), "{text}");
        assert!(text.ends_with("\n  while the rule played \"move right\"\n"), "{text}");
    }
    // Beside the panel the board is where it was.
    let above = game.cell(1, 1);
    game.click(above, 1);
    game.until("a click on the board", |told| told.turns() == 1);
}
