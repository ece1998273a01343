//! From the last byte of a save to the first frame under the new rule: the
//! program in a window, a file that is really written, a frame that is really
//! waited for. Prints the median and the worst of a hundred saves.

#[path = "../tests/common/window.rs"]
mod window;

use std::path::Path;
use std::time::{Duration, Instant};

use window::{Display, Game, missing_tool};

/// How many saves are measured of each kind.
const SAVES: usize = 100;

/// The ways of saving.
#[derive(Clone, Copy, Debug)]
enum Save {
    /// Truncate, write, close.
    Write,
    /// Write beside, rename over.
    Rename,
}

fn main() {
    if let Some(tool) = missing_tool() {
        println!("reload: not measured, for there is no {tool}");
        return;
    }
    for save in [Save::Write, Save::Rename] {
        let mut times = measure(save);
        times.sort();
        println!(
            "reload ({save:?}): last byte written to first frame, 640x480: median {:.1} ms, worst of {SAVES} {:.1} ms",
            milliseconds(times[SAVES / 2]),
            milliseconds(times[SAVES - 1]),
        );
    }
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

fn measure(save: Save) -> Vec<Duration> {
    let stock = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/sokoban.lua");
    let text = std::fs::read_to_string(stock).expect("the stock script");
    let folder = tempfile::tempdir().expect("a folder");
    let script = folder.path().join("game.lua");
    std::fs::write(&script, &text).expect("a script");
    let levels = folder.path().join("a.xsb");
    std::fs::write(&levels, "#######\n#@ $ .#\n#######\n").expect("a level");
    let (scripts, levels) =
        (folder.path().to_str().expect("a path"), levels.to_str().expect("a path"));
    let display = Display::new();
    let arguments = ["play", "game", levels, "--scripts", scripts, "--size", "640x480"];
    let mut game = Game::start(&display, Path::new(env!("CARGO_BIN_EXE_tilewright")), &arguments);
    (0..SAVES).map(|number| one(&mut game, &script, &text, save, number)).collect()
}

/// Saves a rule that says its number in the status line, and waits to see it.
fn one(game: &mut Game<'_>, script: &Path, text: &str, save: Save, number: usize) -> Duration {
    game.frames_within(Duration::from_millis(20));
    let status = format!("Save {number} ");
    let text = text.replace("\"Moves \"", &format!("\"{status} \""));
    match save {
        Save::Write => std::fs::write(script, text).expect("a save"),
        Save::Rename => {
            let beside = script.with_extension("tmp");
            std::fs::write(&beside, text).expect("a save");
            std::fs::rename(&beside, script).expect("a rename");
        }
    }
    let saved = Instant::now();
    game.until(&status, |told| told.get("status ").starts_with(status.trim()));
    saved.elapsed()
}
