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

use crate::harness::{Contestant, Figures, contestant, ours};
use crate::stock::game;
use crate::unit::Unit;
use reference::{Island, Params, generate};

const SEED: u64 = 7;

pub fn measure(figures: &mut Figures) {
    let unit = Unit::Milliseconds(1);
    for side in [20, 512] {
        figures.compare(&format!("a map of {side}x{side}"), unit, contestants(side));
    }
    figures.compare_long("a map of 4096x4096", unit, contestants(4096));
}

fn contestants(side: u32) -> Vec<Contestant<'static>> {
    let (expected, _) = make_plain(side);
    let run = move || {
        let (made, time) = make(side);
        assert_eq!(made, expected, "the two have made different maps of {side}x{side}");
        time
    };
    vec![ours(run), contestant("plain Rust", move || make_plain(side).1)]
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
