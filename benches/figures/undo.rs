//! One turn taken back or done again, on boards of any size.

use std::time::Duration;

use crate::boards::{APPROACH, ROUND, board};
use crate::harness::{Figures, contestant, ours, timed};
use crate::plain::Plain;
use crate::stock::{sokoban, steps, take};
use crate::unit::Unit;

/// How many turns are taken back and done again in a run.
const TURNS: usize = 1000;

pub fn measure(figures: &mut Figures) {
    let unit = Unit::Nanoseconds(2 * TURNS);
    let beside = contestant("plain Rust", plain());
    figures.compare("a turn on 9x9", unit, vec![ours(engine(9)), beside]);
    for side in [512, 4096] {
        let contestants = vec![ours(engine(side)), contestant("on 9x9", engine(9))];
        figures.compare(&format!("a turn on {side}x{side}"), unit, contestants);
    }
}

/// The turns to take back: some that walk, some that push, and some by which it must be asked
/// again whether the level is solved.
fn turns() -> String {
    format!("{APPROACH}{}", ROUND.repeat(TURNS / ROUND.len()))
}

fn engine(side: usize) -> impl FnMut() -> Duration {
    let mut session = sokoban(&board(side, 2));
    take(&mut session, &steps(&turns()));
    move || {
        timed(|| {
            for _ in 0..TURNS {
                assert!(session.undo().unwrap_or_else(|error| panic!("{error}")));
            }
            for _ in 0..TURNS {
                assert!(session.redo().unwrap_or_else(|error| panic!("{error}")));
            }
        })
    }
}

fn plain() -> impl FnMut() -> Duration {
    let rows: Vec<String> = board(9, 2).lines().map(str::to_owned).collect();
    let mut plain = Plain::begin(&rows);
    plain.play_all(&turns().to_lowercase());
    move || {
        timed(|| {
            (0..TURNS).for_each(|_| assert!(plain.undo()));
            (0..TURNS).for_each(|_| assert!(plain.redo()));
        })
    }
}
