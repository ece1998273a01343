//! A key press in a window of 1280x800: how long the frame takes that shows what came of it,
//! until its buffer is complete and from then on until the driver has it. The keys are real,
//! but the tool that presses them is slower than all that, so it is the program that tells
//! (`--trace`). Prints the median and the worst of a hundred.

#[path = "common/spread.rs"]
mod spread;
#[path = "../tests/common/window.rs"]
mod window;

use std::path::Path;

use spread::Spread;
use window::{Display, Game, missing_tool};

const PRESSES: usize = 100;

fn main() {
    if let Some(tool) = missing_tool() {
        println!("press: not measured, for there is no {tool}");
        return;
    }
    let scripts = concat!(env!("CARGO_MANIFEST_DIR"), "/scripts");
    let arguments = ["play", "sokoban", "--scripts", scripts, "--size", "1280x800"];
    let display = Display::new();
    let mut game = Game::start(&display, Path::new(env!("CARGO_BIN_EXE_tilewright")), &arguments);
    let frames = (1..=PRESSES).map(|turns| {
        // To and fro on the first level.
        game.keys(&[if turns % 2 == 1 { "Down" } else { "Up" }]);
        let told = game.until("a step", |told| told.turns() == turns);
        (told.milliseconds("painted "), told.milliseconds("shown "))
    });
    let (painted, shown): (Vec<f64>, Vec<f64>) = frames.unzip();
    for (what, times) in [("buffer complete", painted), ("shown by the driver", shown)] {
        let (times, of) = (Spread::of(times), PRESSES);
        let [median, worst] = [times.median(), times.worst()];
        println!("press: {what} after {median:.2} ms, worst of {of} {worst:.2} ms");
    }
}
