//! What making a map costs: the script's map as a game begins on it, beside that of the plain
//! reference of the tests, which has no script, no layers and no history. Both make the same
//! map of the same seed, and that it is the same is checked.

#[path = "../../tests/common/island.rs"]
mod reference;

use std::time::{Duration, Instant};

use tilewright::grid::Random;
use tilewright::level::Level;
use tilewright::rules::{Game, Setting};
use tilewright::session::{PlayedLevel, Session};

use crate::harness::{Figures, contestant, ours};
use crate::stock::game;
use crate::unit::Unit;
use reference::{Island, Params, generate};

const SEED: u64 = 7;

pub fn measure(figures: &mut Figures) {
    let pair = |side: u32| {
        let reference = contestant("plain Rust", move || make_plain(side).1);
        vec![ours(move || make(side).1), reference]
    };
    for side in [20, 512] {
        assert_eq!(make(side).0, make_plain(side).0, "two maps of {side}x{side}");
        figures.compare(&told(side), Unit::Milliseconds(1), pair(side));
    }
    figures.compare_long(&told(4096), Unit::Milliseconds(1), pair(4096));
}

fn told(side: u32) -> String {
    format!("a map of {side}x{side}")
}

/// What shows that two maps are the same: how much of each is land, and the generator
/// after the last draw.
type Made = (usize, Random);

/// Begins a game that is loaded and set already, so that nothing is counted but the making of
/// the board.
fn make(side: u32) -> (Made, Duration) {
    let game = sized(side);
    let level = PlayedLevel { level: Level::default().into(), number: 1 };
    let begun = Instant::now();
    let session = Session::begin(game, level, SEED);
    let time = begun.elapsed();
    let session = session.unwrap_or_else(|(_, refusal)| panic!("{side}x{side}: {refusal}"));
    let land = session.game().tile("land").expect("a tile for land");
    let board = session.board();
    ((board.count(land) as usize, board.random()), time)
}

/// The stock game, as it comes but for the size.
fn sized(side: u32) -> Game {
    let mut game = game("islands");
    let mut settings = game.settings().clone();
    for name in ["width", "height"] {
        settings.insert(name.to_owned(), Setting::Number(f64::from(side)));
    }
    game.declare(settings, None).unwrap_or_else(|error| panic!("{error}"));
    game
}

fn make_plain(side: u32) -> (Made, Duration) {
    let begun = Instant::now();
    let island = generate(&Params::default(), side, side, SEED);
    let time = begun.elapsed();
    let Island { ground, random, .. } = island.expect("a map");
    ((ground.iter().filter(|&&land| land).count(), random), time)
}
