//! A window in which nothing happens costs nothing: no frame is painted and no thread wakes.
#![cfg(target_os = "linux")]

mod common;
#[path = "common/window.rs"]
mod window;

use std::path::Path;
use std::time::{Duration, Instant};

use common::{Folder, PROGRAM};
use window::{Game, display};

/// A game whose looks do not move, with a rule test.
const STILL: &str = r##"return {
  title = "Still",
  tiles = { wall = { look = { color = "#708090" } }, player = { look = { shape = "circle" } } },
  legend = { ["#"] = "wall", ["@"] = "player" },
  act = function(board, action)
    local here = board:find("player")
    local there = board:step(here, action.dir)
    if there and not board:has(there, "wall") then board:move(here, there, "player") end
  end,
  status = function(board) return "Still" end,
}"##;

/// How often the threads of a process have gone to sleep so far: as often as they were woken.
fn sleeps(pid: u32) -> u64 {
    let threads = std::fs::read_dir(format!("/proc/{pid}/task")).unwrap();
    let of_thread = |thread: std::io::Result<std::fs::DirEntry>| -> Option<u64> {
        // A thread may have ended since.
        let status = std::fs::read_to_string(thread.ok()?.path().join("status")).ok()?;
        let count = status.lines().find_map(|row| row.strip_prefix("voluntary_ctxt_switches:"))?;
        count.trim().parse().ok()
    };
    threads.filter_map(of_thread).sum()
}

#[test]
fn nothing_wakes_while_nothing_happens() {
    let Some(display) = display() else { return };
    let folder = Folder::with_script(STILL);
    folder.write("levels/game/a.xsb", "Title\n\n#######\n#@    #\n#######\n");
    folder.write("tests/game.txt", "");
    let (scripts, levels) = (folder.path().to_str().unwrap(), folder.path().join("levels"));
    let levels = levels.to_str().unwrap();
    let arguments = ["play", "game", "--scripts", scripts, "--levels", levels];
    let mut game = Game::start(&display, Path::new(PROGRAM), &arguments);
    game.keys(&["Right"]);
    game.until("a step", |told| told.turns() == 1 && told.stands());
    folder.write("game.lua", &STILL.replace("\"Still\" end", "\"Saved\" end"));
    game.until("a save", |told| told.get("status ") == "Saved");
    // Where the player is is kept a while after the last step, and whoever watches scripts
    // looks for a while whether there are others. Then nothing may happen for three seconds;
    // what is woken by a clock never lets them pass.
    let deadline = Instant::now() + Duration::from_secs(60);
    let before = loop {
        let before = sleeps(game.pid());
        let frames = game.frames_within(Duration::from_secs(3));
        if frames == 0 && sleeps(game.pid()) == before {
            break before;
        }
        assert!(Instant::now() < deadline, "it never rests");
    };
    game.keys(&["Right"]);
    game.until("another step", |told| told.turns() == 2 && told.stands());
    assert!(sleeps(game.pid()) > before, "they are counted");
}
