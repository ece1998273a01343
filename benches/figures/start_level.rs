//! The start of a level: its rows laid out as tiles, looked at by the script's `start`, and
//! asked whether it is solved already.

use tilewright::session::Session;

use crate::harness::{Figures, contestant, ours, timed};
use crate::plain::Plain;
use crate::solutions::{Solutions, Solved};
use crate::stock::game;
use crate::unit::Unit;

pub fn measure(figures: &mut Figures) {
    let game = game("sokoban");
    let Solutions { name, all } = Solutions::found(&game.declared().alphabet());
    let first = all[0].level.clone();
    let session = Session::begin(game, first, 0);
    let mut session = session.unwrap_or_else(|(_, refusal)| panic!("{refusal}"));
    let mut begin = |one: &Solved| {
        session.change_level(one.level.clone()).unwrap_or_else(|refusal| panic!("{refusal}"));
    };
    let contestants = vec![
        ours(|| timed(|| all.iter().for_each(&mut begin))),
        contestant("plain Rust", || timed(|| all.iter().for_each(begin_plain))),
    ];
    figures.compare(
        &format!("levels of {name}"),
        Unit::PerSecond("starts", all.len()),
        contestants,
    );
}

fn begin_plain(one: &Solved) {
    std::hint::black_box(Plain::begin(&one.rows));
}
