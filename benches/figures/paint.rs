//! What a frame costs in the program, up to the finished buffer, in tiles of 16 pixels. What the
//! driver then needs to bring it to the screen is no part of it. Beside it a copy of the frame's
//! bytes: less than that no frame can cost that is painted anew.

use std::hint::black_box;
use std::time::Duration;

use tilewright::app::Press;
use tilewright::grid::Direction;
use tilewright::view::Moment;

use crate::harness::{Contestant, Figures, contestant, ours, timed};
use crate::unit::Unit;
use crate::window::{Window, bytes_of};

/// The width and height of a large window.
const LARGE: (u32, u32) = (1920, 1080);

/// The columns and rows of a map that does not fit into it in tiles of 16 pixels.
const MAP: (u32, u32) = (200, 200);

/// In the middle of a step, when a thing stands between two cells.
const UNDER_WAY: Moment = Moment { since_step: Duration::from_millis(60), ..Moment::STILL };

pub fn measure(figures: &mut Figures) {
    all_of_it(figures, "1920x1080, all of it", Window::islands(MAP, false, LARGE));
    all_of_it(figures, "1920x1080, all of it in fog", Window::islands(MAP, true, LARGE));
    scrolled(figures);
    a_turn(figures);
    a_key_press(figures);
    the_largest_map(figures);
}

/// A copy of the bytes of a frame.
fn copy(size: (u32, u32)) -> Contestant<'static> {
    let source = vec![1; bytes_of(size)];
    let mut bytes = source.clone();
    contestant("a copy of the bytes", move || {
        timed(|| {
            bytes.copy_from_slice(black_box(&source));
            black_box(&mut bytes);
        })
    })
}

/// Every frame has another height than the one before, so that nothing of that can be kept.
fn all_of_it(figures: &mut Figures, what: &str, mut window: Window) {
    let repaint = ours(move || {
        window.size.1 = if window.size == LARGE { LARGE.1 - 2 } else { LARGE.1 };
        timed(|| window.paint(Moment::STILL))
    });
    figures.compare(what, Unit::Milliseconds(1), vec![repaint, copy(LARGE)]);
}

fn scrolled(figures: &mut Figures) {
    let mut window = Window::islands(MAP, false, LARGE);
    let mut way = (7.0, 5.0);
    let scroll = ours(move || {
        way = (-way.0, -way.1);
        window.player.drag(way);
        timed(|| window.paint(Moment::STILL))
    });
    let what = "1920x1080, scrolled by 7 and 5 pixels";
    figures.compare(what, Unit::Milliseconds(1), vec![scroll, copy(LARGE)]);
}

/// A map that is shown as a whole, so that a step does not scroll it: two cells change, and
/// the number of steps in the text above the board. Painted is a frame while the player is on
/// the way, and one when it has arrived.
fn a_turn(figures: &mut Figures) {
    let mut window = Window::islands((118, 60), false, LARGE);
    let mut right = false;
    let turn = ours(move || {
        right = !right;
        window.step(if right { Direction::Right } else { Direction::Left });
        timed(|| window.paint(UNDER_WAY)) + timed(|| window.paint(Moment::STILL))
    });
    let what = "1920x1080, a frame of a turn of two cells";
    figures.compare(what, Unit::Milliseconds(2), vec![turn, copy(LARGE)]);
}

/// From the press of a key to the first frame that shows what came of it.
fn a_key_press(figures: &mut Figures) {
    const SIZE: (u32, u32) = (1280, 800);
    let mut window = Window::new("sokoban", &[], SIZE);
    let mut down = false;
    let press = ours(move || {
        down = !down;
        timed(|| press(&mut window, if down { "down" } else { "up" }))
    });
    let what = "1280x800, key press to pixels";
    figures.compare(what, Unit::Milliseconds(1), vec![press, copy(SIZE)]);
}

fn press(window: &mut Window, key: &str) {
    let press = Press { key: key.to_owned(), ..Press::default() };
    let command = window.player.meaning(&press).expect("a key that means something");
    assert!(window.player.command(&command), "the key does nothing");
    window.paint(Moment { since_step: Duration::ZERO, ..Moment::STILL });
}

/// A map of 16.8 million cells, each of which is a dot.
fn the_largest_map(figures: &mut Figures) {
    let mut window = Window::islands((4096, 4096), false, LARGE);
    window.player.show_whole();
    all_of_it(figures, "1920x1080, all of a map of 4096x4096", window);
}
