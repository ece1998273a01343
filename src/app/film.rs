//! A game as an animation: all its turns from the first on, one after the other, as the window
//! would show them. Knows no window and no file.

use gif::EncodingError;

use crate::app::gif::Animation;
use crate::app::input::Command;
use crate::app::player::Player;
use crate::view::{Frame, MOTION, Moment};

/// The most frames. Nobody looks at more, and a longer game is still shown from end to end.
const MOST_FRAMES: usize = 2000;

/// How many frames a turn has, where there are not too many of them.
const FRAMES: u16 = 3;

/// How long a frame is shown, in hundredths of a second: so a turn takes as long as in the
/// window.
const SHOWN: u16 = 4;

/// How long the first board is looked at, and the last one.
const FIRST: u16 = 60;
const LAST: u16 = 250;

/// The longest animation, in bytes.
const MOST_BYTES: usize = 256 << 20;

/// An animation of a game.
pub struct Film {
    /// A GIF file.
    pub bytes: Vec<u8>,
    /// The turns that it has.
    pub turns: usize,
    /// One of so many turns is shown: 1 for every one of them.
    pub every: usize,
}

/// Why there is no animation.
#[derive(Debug, thiserror::Error)]
pub enum FilmError {
    /// It would be too large.
    #[error("the animation is larger than 256 MiB; expected smaller pictures or fewer turns")]
    TooLarge,
    /// It cannot be written.
    #[error("the animation cannot be written: {0}")]
    Encoding(#[from] EncodingError),
}

/// How a number of turns is shown.
struct Pace {
    /// How many frames a turn has.
    frames: u16,
    /// One of so many is shown.
    every: usize,
}

impl Pace {
    fn of(turns: usize) -> Pace {
        let most = MOST_FRAMES - 1;
        match turns * usize::from(FRAMES) <= most {
            true => Pace { frames: FRAMES, every: 1 },
            false => Pace { frames: 1, every: turns.div_ceil(most) },
        }
    }
}

/// An animation to which a player's boards are added.
struct Filming<'a> {
    player: &'a mut Player,
    animation: Animation,
    size: (u32, u32),
    bytes: Vec<u8>,
}

impl Filming<'_> {
    /// Adds the board as it is at a moment, for so many hundredths of a second.
    fn add(&mut self, moment: Moment, hundredths: u16) -> Result<(), FilmError> {
        let (width, height) = self.size;
        if let Some(mut frame) = Frame::new(width, height, &mut self.bytes) {
            self.player.paint(&mut frame, 100, moment);
        }
        self.animation.add(&self.bytes, hundredths)?;
        if self.animation.len() > MOST_BYTES { Err(FilmError::TooLarge) } else { Ok(()) }
    }

    /// Adds the last turn, as it comes to be.
    fn add_turn(&mut self, frames: u16, last: bool) -> Result<(), FilmError> {
        for frame in 1..frames {
            let since_step = MOTION * u32::from(frame) / u32::from(frames);
            self.add(Moment { since_step, ..Moment::STILL }, SHOWN)?;
        }
        let moves = SHOWN * (FRAMES + 1 - frames);
        self.add(Moment::STILL, if last { LAST } else { moves })
    }
}

impl Player {
    /// Goes back to the first turn and paints all of them, in frames of that width and height,
    /// in pixels. Nothing once `goes_on` says no.
    ///
    /// # Errors
    /// There is no room for it.
    pub fn film(
        &mut self,
        size: (u32, u32),
        goes_on: &dyn Fn() -> bool,
    ) -> Result<Option<Film>, FilmError> {
        // What was said of the last turn is said again there.
        let told = self.caption(100).message;
        let turns = self.rewind();
        let Pace { frames, every } = Pace::of(turns);
        let animation = Animation::new(size.0, size.1)?;
        let bytes = vec![0; size.0 as usize * size.1 as usize * 4];
        let mut filming = Filming { player: self, animation, size, bytes };
        filming.add(Moment::STILL, if turns == 0 { LAST } else { FIRST })?;
        for turn in 1..=turns {
            if !goes_on() {
                return Ok(None);
            }
            filming.player.command(&Command::Redo);
            let last = turn == turns;
            if last {
                filming.player.tell(&told);
            }
            if last || turn % every == 0 {
                filming.add_turn(frames, last)?;
            }
        }
        Ok(Some(Film { bytes: filming.animation.finish()?, turns, every }))
    }

    /// Takes back all turns. Returns how many there were.
    fn rewind(&mut self) -> usize {
        let turns = self.session.journal().done();
        while self.session.journal().done() > 0 {
            let before = self.session.journal().done();
            self.command(&Command::Undo);
            if self.session.journal().done() == before {
                break;
            }
        }
        turns - self.session.journal().done()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_games_are_shown_from_end_to_end_in_no_more_frames() {
        let shown = |turns: usize| {
            let Pace { frames, every } = Pace::of(turns);
            (usize::from(frames), every)
        };
        assert_eq!(shown(0), (3, 1));
        assert_eq!(shown(666), (3, 1));
        assert_eq!(shown(667), (1, 1));
        assert_eq!(shown(1999), (1, 1));
        assert_eq!(shown(2000), (1, 2));
        for turns in [1, 666, 667, 1999, 2000, 5000, 1_000_000] {
            let (frames, every) = shown(turns);
            assert!(turns.div_ceil(every) * frames < MOST_FRAMES, "{turns}");
        }
    }
}
