//! Time in games that have it: from the player's first action on the rule is told of each
//! tick, until something stops that. Knows no clock: whoever knows the time tells it.

use std::time::Duration;

use crate::app::player::Player;
use crate::app::workbench::Beside;
use crate::rules::Action;

/// The longest that the steps of one turn are shown, all together.
const LONGEST_TURN: Duration = Duration::from_secs(4);

/// Whether time goes by.
#[derive(Debug, Default)]
pub(in crate::app) struct Ticking {
    /// When the next tick is due, while time goes by.
    due: Option<Duration>,
    /// When the steps of the last turn have all been shown.
    shown: Duration,
}

impl Player {
    /// Whether time goes by, so that the game goes on by itself.
    #[must_use]
    pub fn is_ticking(&self) -> bool {
        self.tick_due().is_some()
    }

    /// When the next tick is due, on the clock that [`Player::tell_time`] tells.
    #[must_use]
    pub fn tick_due(&self) -> Option<Duration> {
        let covered =
            self.beside == Beside::Options || self.browsing.is_some() || self.trouble().is_some();
        let still = covered || self.is_over() || self.session.game().tick().is_none();
        let due = self.ticking.due.filter(|_| !still)?;
        Some(due.max(self.ticking.shown))
    }

    /// How long each step of the last turn takes to be seen.
    #[must_use]
    pub fn motion(&self) -> Duration {
        self.motion_of(self.steps())
    }

    fn steps(&self) -> u32 {
        u32::try_from(self.session.stages()).unwrap_or(u32::MAX)
    }

    fn motion_of(&self, steps: u32) -> Duration {
        let motion = self.walking.pace().unwrap_or(self.preferences.motion);
        if steps > 1 { motion.min(LONGEST_TURN / steps) } else { motion }
    }

    /// The player has acted: from now on time goes by.
    pub(in crate::app) fn start_time(&mut self) {
        let tick = self.session.game().tick().filter(|_| !self.is_over());
        match (tick, self.ticking.due) {
            (None, _) => self.stop_time(),
            (Some(tick), None) => self.ticking.due = Some(self.now + tick),
            (Some(_), Some(_)) => {}
        }
    }

    /// Whether the level is won and nothing goes on.
    fn is_over(&self) -> bool {
        self.session.is_won() && !self.session.game().declared().goes_on
    }

    /// Time stands still until the player acts.
    pub fn stop_time(&mut self) {
        self.ticking.due = None;
    }

    /// Stops time, or has it go by.
    pub(in crate::app) fn pause(&mut self) {
        if self.session.game().tick().is_none() {
            return;
        }
        match self.ticking.due {
            Some(_) => self.stop_time(),
            None => self.start_time(),
        }
    }

    /// Whether time could go by and does not.
    #[must_use]
    pub(in crate::app) fn is_paused(&self) -> bool {
        self.session.game().tick().is_some() && self.ticking.due.is_none() && !self.is_over()
    }

    /// A turn was made just now, and is shown from now on.
    pub(in crate::app) fn note_shown(&mut self) {
        let steps = self.steps();
        let takes = if steps > 1 { self.motion_of(steps) * steps } else { Duration::ZERO };
        self.ticking.shown = self.now + takes;
    }

    /// Tells the rule of a tick, if one is due. Returns whether the board moved.
    pub(in crate::app) fn tick_on(&mut self) -> bool {
        let (Some(due), Some(tick)) = (self.tick_due(), self.session.game().tick()) else {
            return false;
        };
        if due > self.now {
            return false;
        }
        // After a pause of the whole program ticks that nobody has seen are not made up for.
        let next = due + tick;
        self.ticking.due = Some(if next > self.now { next } else { self.now + tick });
        self.play_now(&Action::Tick)
    }
}
