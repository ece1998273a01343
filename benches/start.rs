//! From the start of the program to its first frame on the screen, the stock Sokoban in its
//! window; beside it, in the same run and in turns, LÖVE with an empty project. Prints the
//! median and the best of each, and how many times as long the one takes as the other.

#[path = "common/spread.rs"]
mod spread;
#[path = "../tests/common/window.rs"]
mod window;

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

use spread::Spread;
use window::Display;

/// How many starts are measured of each.
const ROUNDS: usize = 15;

/// A project that does nothing but tell its first frame, a little before that is shown.
const EMPTY: &str = r#"
function love.draw()
  print("frame 1;")
  io.stdout:flush()
  love.event.quit()
end
"#;

fn main() -> ExitCode {
    for (tool, argument) in [("Xvfb", "-help"), ("love", "--version")] {
        if !runs(tool, argument) {
            println!("start: not measured, for there is no {tool}");
            return ExitCode::FAILURE;
        }
    }
    let project = tempfile::tempdir().expect("a folder");
    std::fs::write(project.path().join("main.lua"), EMPTY).expect("a project");
    let display = Display::new();
    // The first start of each reads its files from the disk.
    let mut rounds = (0..=ROUNDS).map(|_| (ours(&display), theirs(&display, project.path())));
    rounds.next();
    let (ours, theirs): (Vec<f64>, Vec<f64>) = rounds.unzip();
    let [ours, theirs] = [ours, theirs].map(Spread::of);
    for (what, times) in [("Sokoban", &ours), ("LÖVE, empty", &theirs)] {
        let [median, best] = [times.median(), times.best()];
        println!("start ({what}): first frame after {median:.0} ms, best of {ROUNDS} {best:.0} ms");
    }
    let [median, best] = [ours.median() / theirs.median(), ours.best() / theirs.best()];
    println!("start: {median:.2} times as long as LÖVE, best beside best {best:.2} times");
    ExitCode::SUCCESS
}

fn runs(tool: &str, argument: &str) -> bool {
    let mut command = Command::new(tool);
    command.arg(argument).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok()
}

/// A start by somebody who has never played.
fn ours(display: &Display) -> f64 {
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts");
    let settings = tempfile::tempdir().expect("a folder");
    let mut command = Command::new(env!("CARGO_BIN_EXE_tilewright"));
    command.args(["play", "sokoban", "--trace", "--scripts"]).arg(scripts);
    first_frame(display, command.arg("--settings").arg(settings.path()))
}

fn theirs(display: &Display, project: &Path) -> f64 {
    first_frame(display, Command::new("love").arg(project))
}

/// How many milliseconds a program takes until it tells its first frame; then it is ended.
fn first_frame(display: &Display, command: &mut Command) -> f64 {
    command.env("DISPLAY", display.name()).env("XDG_RUNTIME_DIR", std::env::temp_dir());
    // Without a card for sound LÖVE complains, and goes on.
    command.env_remove("WAYLAND_DISPLAY").stdout(Stdio::piped()).stderr(Stdio::null());
    let started = Instant::now();
    let mut program = command.spawn().expect("the program");
    let lines = BufReader::new(program.stdout.take().expect("its output")).lines();
    let mut lines = lines.map_while(Result::ok);
    let told = lines.any(|line| line.starts_with("frame 1;"));
    let time = started.elapsed();
    // It may be ending by itself.
    let _ = program.kill();
    let _ = program.wait();
    assert!(told, "{command:?} has ended without a frame");
    time.as_secs_f64() * 1000.0
}
