//! What making a map costs: the script's map as a game begins on it, beside that of the
//! plain reference of the tests, which has no script, no layers and no history. Both make
//! the same map of the same seed, in turns, and that it is the same is checked.
//!
//! Measured is `Session::begin` of a game that is loaded and set already, so nothing but
//! making the board. Another board of a running game (`Session::new_board_of`) is made by
//! the same code, but leaves the old one in the history, and the memory that is told at
//! the end would be that of several boards.

#[path = "../tests/common/island.rs"]
mod island;

use std::path::Path;
use std::time::{Duration, Instant};

use island::{Island, Params, generate};
use tilewright::grid::Random;
use tilewright::level::Level;
use tilewright::rules::{Game, Limits, Scripts, Setting};
use tilewright::session::{PlayedLevel, Session};

/// Columns and rows, and how often they are measured.
const SIZES: [(u32, usize); 3] = [(20, 200), (512, 15), (4096, 3)];

const SEED: u64 = 7;

fn main() {
    for (side, rounds) in SIZES {
        measure(side, rounds);
    }
    #[cfg(target_os = "linux")]
    println!("islands: the process had at most {} MB in memory", peak_megabytes());
}

/// What shows that two maps are the same: how much of each is land, and the generator
/// after the last draw.
type Work = (usize, Random);

fn measure(side: u32, rounds: usize) {
    let (mut game_times, mut reference_times) = (Vec::new(), Vec::new());
    let mut tries = 0;
    for _ in 0..rounds {
        let (work, time) = begin(side);
        game_times.push(time);
        let (island, time) = reference(side);
        reference_times.push(time);
        assert_eq!(work, work_of(&island), "the two have made different maps of {side}x{side}");
        tries = island.tries;
    }
    print(side, tries, &mut game_times, &mut reference_times);
}

/// Begins a game. Its board is gone when this returns, so that the memory of the game and
/// that of the reference do not add up.
fn begin(side: u32) -> (Work, Duration) {
    let game = game(side);
    let level = PlayedLevel { level: Level::default().into(), number: 1 };
    let started = Instant::now();
    let session = Session::begin(game, level, SEED);
    let time = started.elapsed();
    let session = session.unwrap_or_else(|(_, refusal)| panic!("{side}x{side}: {refusal}"));
    let land = session.game().tile("land").expect("a tile for land");
    let board = session.board();
    ((board.count(land) as usize, board.random()), time)
}

/// The stock game, as it comes but for the size.
fn game(side: u32) -> Game {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts");
    let scripts = Scripts::new(&folder, "islands", Limits::default());
    let mut game = scripts.load().unwrap_or_else(|error| panic!("{error}"));
    let mut settings = game.settings().clone();
    for name in ["width", "height"] {
        settings.insert(name.to_owned(), Setting::Number(f64::from(side)));
    }
    game.declare(settings, None).unwrap_or_else(|error| panic!("{error}"));
    game
}

fn reference(side: u32) -> (Island, Duration) {
    let started = Instant::now();
    let island = generate(&Params::default(), side, side, SEED);
    let time = started.elapsed();
    (island.expect("a map"), time)
}

fn work_of(island: &Island) -> Work {
    (island.ground.iter().filter(|&&land| land).count(), island.random)
}

fn print(side: u32, tries: u32, game: &mut [Duration], reference: &mut [Duration]) {
    let rounds = game.len();
    let (game_best, game_median) = best_and_median(game);
    let (reference_best, reference_median) = best_and_median(reference);
    let ratio = game_best.as_secs_f64() / reference_best.as_secs_f64();
    println!(
        "islands {side}x{side} (tries {tries}, rounds {rounds}): the game {}, the reference {}, \
         the best as 1 to {ratio:.2}",
        told(side, game_best, game_median),
        told(side, reference_best, reference_median),
    );
}

fn best_and_median(times: &mut [Duration]) -> (Duration, Duration) {
    times.sort();
    (times[0], times[times.len() / 2])
}

fn told(side: u32, best: Duration, median: Duration) -> String {
    let milliseconds = |time: Duration| time.as_secs_f64() * 1000.0;
    let cells = f64::from(side) * f64::from(side);
    let (best, median) = (milliseconds(best), milliseconds(median));
    format!("best {best:.3} ms, median {median:.3} ms, {:.1} ns a cell", best * 1e6 / cells)
}

/// The most memory that this process has had at a time: that of the largest game or of its
/// reference, whichever took more, for they are never there together.
#[cfg(target_os = "linux")]
fn peak_megabytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("what Linux says of us");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes: Option<u64> =
        line.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse().ok());
    kilobytes.expect("the most memory, in kB") / 1024
}
