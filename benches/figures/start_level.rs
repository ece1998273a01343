//! The start of a level: its rows laid out as tiles, looked at by the script's `start`, and
//! asked whether it is solved already. And what of the start of the program is its own work:
//! all but opening a window.

use crate::harness::{Figures, contestant, ours, timed};
use crate::plain::Plain;
use crate::solutions::{Solutions, Solved};
use crate::stock::{begun, game};
use crate::unit::Unit;
use crate::window::Window;

pub fn measure(figures: &mut Figures) {
    let game = game("sokoban");
    let Solutions { name, all } = Solutions::found(&game.declared().alphabet());
    let mut session = begun(game, all[0].level.clone());
    let mut begin = |one: &Solved| {
        session.change_level(one.level.clone()).unwrap_or_else(|refusal| panic!("{refusal}"));
    };
    let contestants = vec![
        ours(|| timed(|| all.iter().for_each(&mut begin))),
        contestant("plain Rust", || timed(|| all.iter().for_each(begin_plain))),
    ];
    let unit = Unit::PerSecond("starts", all.len());
    figures.compare(&format!("{name}, starts"), unit, contestants);
    // The size is that which windows begin with.
    let opened = ours(|| timed(|| Window::new("sokoban", &[], (960, 720))));
    figures.compare("Sokoban, files to first frame", Unit::Milliseconds(1), vec![opened]);
}

fn begin_plain(one: &Solved) {
    std::hint::black_box(Plain::begin(&one.rows));
}
