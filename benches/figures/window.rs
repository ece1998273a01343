//! What a window has: a player, and a buffer that is kept from frame to frame.

use tilewright::app::{Command, Player};
use tilewright::grid::Direction;
use tilewright::rules::Action;
use tilewright::view::{Frame, Moment, Picture, Scale};

use crate::stock::{opened, scripts};

/// A player and the buffer of its frames.
pub struct Window {
    pub player: Player,
    bytes: Vec<u8>,
    /// What they hold.
    held: Option<Picture>,
    /// Width and height of the next frame, in pixels; none is larger than the first one.
    pub size: (u32, u32),
}

impl Window {
    /// The game of that name on the first of its own levels, with some parameters set, after
    /// its first frame.
    pub fn new(game: &str, set: &[(&str, &str)], size: (u32, u32)) -> Window {
        let player = Player::new(scripts(game), opened(game, set));
        let bytes = vec![0; bytes_of(size)];
        let mut window = Window { player, bytes, held: None, size };
        window.paint(Moment::STILL);
        window
    }

    /// The stock Islands in tiles of 16 pixels, on a map of so many columns and rows.
    pub fn islands((columns, rows): (u32, u32), fog: bool, size: (u32, u32)) -> Window {
        let [columns, rows] = [columns, rows].map(|side| side.to_string());
        let fog = if fog { "yes" } else { "no" };
        let set = [("width", &*columns), ("height", &*rows), ("fog", fog)];
        let mut window = Window::new("islands", &set, size);
        window.player.show_at(Scale::pixels(16));
        window.paint(Moment::STILL);
        window
    }

    /// Paints a frame as the program does for its window.
    pub fn paint(&mut self, moment: Moment) {
        let (width, height) = self.size;
        let bytes = &mut self.bytes[..bytes_of(self.size)];
        let frame = Frame::new(width, height, bytes).expect("a frame of that size");
        let mut frame = frame.holding(self.held);
        self.player.paint(&mut frame, 100, moment);
        self.held = frame.held();
    }

    /// A step that the rule must allow.
    pub fn step(&mut self, direction: Direction) {
        let command = Command::Play(Action::Move(direction));
        assert!(self.player.command(&command), "no way leads there");
    }
}

/// How many bytes a frame of a width and height has.
pub fn bytes_of((width, height): (u32, u32)) -> usize {
    width as usize * height as usize * 4
}
