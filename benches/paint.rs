//! What a frame costs: a window of 1920x1080 pixels full of 16-pixel tiles, painted from
//! scratch, and scrolled over the largest map. Beside it, in the same run, a copy of the
//! frame's bytes: less than that no frame can cost.

use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use tilewright::app::{Player, Wanted, open};
use tilewright::rules::{Limits, Scripts, Settings};
use tilewright::view::{Frame, Moment, Scale};

const SIZE: (u32, u32) = (1920, 1080);

/// How many frames are measured of each kind.
const FRAMES: usize = 200;

fn main() {
    for (what, side, set) in [
        ("200x200 without fog", "200", "fog=no"),
        ("200x200 in fog", "200", "fog=yes"),
        ("4096x4096 without fog", "4096", "fog=no"),
    ] {
        let mut player = player(side, set);
        let mut bytes = vec![0; SIZE.0 as usize * SIZE.1 as usize * 4];
        paint(&mut player, &mut bytes);
        player.show_at(Scale::pixels(16));
        tell(what, "again from scratch", &times(|| paint(&mut player, &mut bytes)));
        tell(
            what,
            "scrolled by 7 and 5 pixels",
            &times(|| {
                player.drag((-7.0, -5.0));
                paint(&mut player, &mut bytes);
            }),
        );
        player.show_at(Scale::pixels(2).next(false));
        tell(
            what,
            "scrolled at a pixel a cell",
            &times(|| {
                player.drag((-7.0, -5.0));
                paint(&mut player, &mut bytes);
            }),
        );
        player.show_whole();
        tell(what, "as a whole", &times(|| paint(&mut player, &mut bytes)));
        let source = bytes.clone();
        tell(
            what,
            "(a copy of the bytes)",
            &times(|| {
                bytes.copy_from_slice(black_box(&source));
                black_box(&bytes);
            }),
        );
    }
}

/// The stock Islands on a map of that many columns and rows.
fn player(side: &str, set: &str) -> Player {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let scripts = Scripts::new(&folder.join("scripts"), "islands", Limits::default());
    let assignment = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let (name, value) = set.split_once('=').expect("NAME=VALUE");
    let set = [assignment("width", side), assignment("height", side), assignment(name, value)];
    let levels = folder.join("levels/islands");
    let remembered = Settings::new();
    let wanted = Wanted {
        levels: &levels,
        own: true,
        number: 1,
        seed: 7,
        remembered: &remembered,
        set: &set,
        stand: None,
    };
    let opened = open(&scripts, &wanted).unwrap_or_else(|error| panic!("{error}"));
    Player::new(scripts, opened)
}

fn paint(player: &mut Player, bytes: &mut [u8]) {
    let mut frame = Frame::new(SIZE.0, SIZE.1, bytes).expect("a frame");
    player.paint(&mut frame, 100, Moment::STILL);
}

fn times(mut work: impl FnMut()) -> Vec<Duration> {
    work();
    let mut times: Vec<Duration> = (0..FRAMES)
        .map(|_| {
            let start = Instant::now();
            work();
            start.elapsed()
        })
        .collect();
    times.sort();
    times
}

fn tell(board: &str, what: &str, times: &[Duration]) {
    let milliseconds = |at: usize| times[at].as_secs_f64() * 1000.0;
    println!(
        "paint {board}, {what}: best {:.2} ms, median {:.2} ms, worst of {FRAMES} {:.2} ms",
        milliseconds(0),
        milliseconds(FRAMES / 2),
        milliseconds(FRAMES - 1),
    );
}
