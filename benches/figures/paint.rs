//! What a frame costs in the program, up to the finished buffer. What the driver then needs to
//! bring it to the screen is no part of it. Beside it a copy of the frame's bytes: less than
//! that no frame can cost that is painted anew.

use std::hint::black_box;
use std::time::Duration;

use tilewright::app::{Command, Player, Press};
use tilewright::grid::Direction;
use tilewright::rules::Action;
use tilewright::view::{Frame, Moment, Scale};

use crate::common::stock;
use crate::harness::{Contestant, Figures, contestant, ours, timed};
use crate::stock::opened;
use crate::unit::Unit;

const LARGE: (u32, u32) = (1920, 1080);

/// In the middle of a step, when a thing stands between two cells.
const UNDER_WAY: Moment = Moment { since_step: Duration::from_millis(60), ..Moment::STILL };

pub fn measure(figures: &mut Figures) {
    all_of_it(figures, "1920x1080 in 16-pixel tiles", Window::islands(200, 200, "no"));
    all_of_it(figures, "the same in fog", Window::islands(200, 200, "yes"));
    scrolled(figures);
    a_turn(figures);
    a_key_press(figures);
    the_largest_map(figures);
}

/// A player and the buffer of a window, which is kept from frame to frame.
struct Window {
    player: Player,
    bytes: Vec<u8>,
    size: (u32, u32),
}

impl Window {
    fn new(game: &str, set: &[(&str, &str)], size: (u32, u32)) -> Window {
        let player = Player::new(stock(game), opened(game, set));
        let bytes = vec![0; size.0 as usize * size.1 as usize * 4];
        let mut window = Window { player, bytes, size };
        window.paint(Moment::STILL);
        window
    }

    /// The stock Islands in tiles of 16 pixels.
    fn islands(width: u32, height: u32, fog: &str) -> Window {
        let [columns, rows] = [width, height].map(|side| side.to_string());
        let set = [("width", &*columns), ("height", &*rows), ("fog", fog)];
        let mut window = Window::new("islands", &set, LARGE);
        window.player.show_at(Scale::pixels(16));
        window.paint(Moment::STILL);
        window
    }

    fn paint(&mut self, moment: Moment) {
        let (width, height) = self.size;
        let bytes = &mut self.bytes[..width as usize * height as usize * 4];
        let mut frame = Frame::new(width, height, bytes).expect("a frame of that size");
        self.player.paint(&mut frame, 100, moment);
    }

    /// A step that the rule must allow.
    fn step(&mut self, direction: Direction) {
        let command = Command::Play(Action::Move(direction));
        assert!(self.player.command(&command), "no way leads there");
    }
}

/// The time that goes into copying the bytes of a frame.
fn copy(size: (u32, u32)) -> Contestant<'static> {
    let source = vec![1; size.0 as usize * size.1 as usize * 4];
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
    let heights = [LARGE.1, LARGE.1 - 2].into_iter().cycle();
    let mut heights = heights.skip(1);
    let repaint = ours(move || {
        window.size.1 = heights.next().unwrap_or(LARGE.1);
        timed(|| window.paint(Moment::STILL))
    });
    figures.compare(what, Unit::Milliseconds(1), vec![repaint, copy(LARGE)]);
}

fn scrolled(figures: &mut Figures) {
    let mut window = Window::islands(200, 200, "no");
    let mut ways = [1.0, -1.0].into_iter().cycle();
    let scroll = ours(move || {
        let way = ways.next().unwrap_or(1.0);
        window.player.drag((7.0 * way, 5.0 * way));
        timed(|| window.paint(Moment::STILL))
    });
    let what = "the same, scrolled by 7 and 5 pixels";
    figures.compare(what, Unit::Milliseconds(1), vec![scroll, copy(LARGE)]);
}

/// A map that is shown as a whole, so that a step does not scroll it: two cells change, and
/// the number of steps in the text above the board.
fn a_turn(figures: &mut Figures) {
    let mut window = Window::islands(118, 60, "no");
    let mut ways = [Direction::Right, Direction::Left].into_iter().cycle();
    let turn = ours(move || {
        window.step(ways.next().unwrap_or(Direction::Right));
        timed(|| window.paint(UNDER_WAY)) + timed(|| window.paint(Moment::STILL))
    });
    let what = "the same, frames of a turn of two cells";
    figures.compare(what, Unit::Milliseconds(2), vec![turn, copy(LARGE)]);
}

/// From the press of a key to the first frame that shows what came of it.
fn a_key_press(figures: &mut Figures) {
    const SIZE: (u32, u32) = (1280, 800);
    let mut window = Window::new("sokoban", &[], SIZE);
    let mut keys = ["down", "up"].into_iter().cycle();
    let press = ours(move || {
        let press = Press { key: keys.next().unwrap_or("down").to_owned(), ..Press::default() };
        timed(|| {
            let command = window.player.meaning(&press).expect("a key that means something");
            assert!(window.player.command(&command), "the key does nothing");
            window.paint(Moment { since_step: Duration::ZERO, ..Moment::STILL });
        })
    });
    let what = "key press to pixels, Sokoban at 1280x800";
    figures.compare(what, Unit::Milliseconds(1), vec![press, copy(SIZE)]);
}

/// A map of 16.8 million cells, each of which is a dot.
fn the_largest_map(figures: &mut Figures) {
    let mut window = Window::islands(4096, 4096, "no");
    window.player.show_whole();
    all_of_it(figures, "a map of 4096x4096, as a whole", window);
}
