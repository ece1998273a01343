//! How long large level files take: a board of 200 x 200 cells with 11,000 boxes to its first
//! frame's board, a move on it beside one on a small board, and a collection of 2,000 levels
//! with its first previews. Prints figures; asserts nothing.

use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use tilewright::app::{Wanted, open};
use tilewright::grid::Direction;
use tilewright::level::Shelf;
use tilewright::rules::{Action, Limits, Scripts, Settings};
use tilewright::session::Session;

fn scripts() -> Scripts {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts");
    Scripts::new(&folder, "sokoban", Limits::default())
}

/// A walled board with so many boxes, each beside its goal, and a free row at the top.
fn board(side: usize, boxes: usize) -> String {
    let is_edge = |x: usize, y: usize| x.min(y) == 0 || x.max(y) == side - 1;
    let row = |y: usize| (0..side).map(|x| if is_edge(x, y) { '#' } else { ' ' }).collect();
    let mut rows: Vec<Vec<char>> = (0..side).map(row).collect();
    rows[1][1] = '@';
    let cells = (3..side - 1).flat_map(|y| (1..side - 2).step_by(3).map(move |x| (x, y)));
    for (x, y) in cells.take(boxes) {
        (rows[y][x], rows[y][x + 1]) = ('$', '.');
    }
    let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
    rows.join("\n")
}

/// The best and the median of some runs.
fn times(mut run: impl FnMut()) -> (Duration, Duration) {
    let mut times: Vec<Duration> = (0..15)
        .map(|_| {
            let begun = Instant::now();
            run();
            begun.elapsed()
        })
        .collect();
    times.sort();
    (times[0], times[times.len() / 2])
}

fn begun(file: &Path) -> Session {
    let nothing = Settings::new();
    let wanted = Wanted {
        levels: file,
        own: false,
        number: 1,
        seed: 0,
        remembered: &nothing,
        set: &[],
        stand: None,
    };
    open(&scripts(), &wanted).unwrap_or_else(|error| panic!("{error}")).session
}

/// Nanoseconds a move, to and fro in the free row.
#[allow(clippy::cast_precision_loss)] // a few thousand moves
fn move_cost(session: &mut Session) -> f64 {
    const MOVES: u32 = 20_000;
    let begun = Instant::now();
    for at in 0..MOVES {
        let way = if at % 2 == 0 { Direction::Right } else { Direction::Left };
        session.play(&Action::Move(way)).unwrap_or_else(|error| panic!("{error}"));
    }
    begun.elapsed().as_nanos() as f64 / f64::from(MOVES)
}

fn main() {
    let folder = tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"));
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap_or_else(|error| panic!("{error}"));
        path
    };
    let large = write("large.xsb", &board(200, 11_000));
    let small = write("small.xsb", &board(9, 4));
    let (best, median) = times(|| drop(black_box(begun(&large))));
    println!("200x200 with 11,000 boxes, from file to board: best {best:.1?}, median {median:.1?}");
    let mut sessions = [begun(&small), begun(&large)];
    let mut costs = [f64::MAX; 2];
    for _ in 0..7 {
        for (session, cost) in sessions.iter_mut().zip(&mut costs) {
            *cost = cost.min(move_cost(session));
        }
    }
    let [small, large] = costs;
    println!("a move: {small:.0} ns on 9x9, {large:.0} ns on 200x200 ({:.2} times)", large / small);
    let levels: Vec<String> =
        (0..2000).map(|at| format!("Level {at}\n\n{}\n", board(9 + at % 12, 3 + at % 5))).collect();
    let many = write("many.xsb", &levels.join("\n"));
    let game = scripts().load().unwrap_or_else(|error| panic!("{error}"));
    let alphabet = game.declared().alphabet();
    let open = || drop(black_box(Shelf::open(&many, &alphabet).map(|shelf| shelf.levels().len())));
    let (best, median) = times(open);
    println!("a collection of 2,000 levels: best {best:.1?}, median {median:.1?}");
}
