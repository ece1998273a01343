//! From the last byte of a save to the first frame under the new rule: the
//! program in a window, a file that is really written, a frame that is really
//! waited for. Prints the median and the worst of a hundred saves, and how much of it
//! went into that frame: until its buffer was complete, and until the driver had it.

#[path = "common/spread.rs"]
mod spread;
#[path = "../tests/common/window.rs"]
mod window;

use std::path::Path;
use std::time::{Duration, Instant};

use spread::Spread;
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
        let saves = measure(save);
        let spread = |part: fn(&Saved) -> f64| Spread::of(saves.iter().map(part));
        let whole = spread(|saved| saved.whole);
        let [painted, shown] = [spread(|saved| saved.painted), spread(|saved| saved.shown)];
        println!(
            "reload ({save:?}): last byte written to first frame, 640x480: median {:.1} ms, \
             worst of {SAVES} {:.1} ms; of the median {:.1} ms painting and {:.1} ms the driver",
            whole.median(),
            whole.worst(),
            painted.median(),
            shown.median(),
        );
    }
}

/// What came of a save, in milliseconds.
struct Saved {
    /// From the last byte written to the first frame under the new rule.
    whole: f64,
    /// Until the buffer of that frame was complete.
    painted: f64,
    /// From then on until the driver had it.
    shown: f64,
}

fn measure(save: Save) -> Vec<Saved> {
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
fn one(game: &mut Game<'_>, script: &Path, text: &str, save: Save, number: usize) -> Saved {
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
    let told = game.until(&status, |told| told.get("status ").starts_with(status.trim()));
    let whole = saved.elapsed().as_secs_f64() * 1000.0;
    let [painted, shown] = ["painted ", "shown "].map(|part| told.milliseconds(part));
    Saved { whole, painted, shown }
}
