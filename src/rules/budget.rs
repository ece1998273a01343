//! How long a call into a script may take. Knows no Lua.

use std::cell::Cell;
use std::time::{Duration, Instant};

/// The time that calls may take.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// For a key press, a win check, a status line.
    pub call: Duration,
    /// For reading a script and for laying out a level.
    pub start: Duration,
    /// For everything a script holds at a time, in bytes.
    pub memory: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { call: Duration::from_millis(100), start: Duration::from_secs(5), memory: 64 << 20 }
    }
}

/// Looking at the clock costs more than a call of most rules, so the first look
/// is after this many ticks and the time runs from there.
const TICKS_A_LOOK: u32 = 1024;

/// A running stopwatch that is cheap to ask.
#[derive(Debug, Default)]
pub(in crate::rules) struct Budget {
    limit: Cell<Duration>,
    started: Cell<Option<Instant>>,
    ticks: Cell<u32>,
    over: Cell<bool>,
}

impl Budget {
    /// A call begins.
    pub fn begin(&self, limit: Duration) {
        self.limit.set(limit);
        self.started.set(None);
        self.ticks.set(0);
        self.over.set(false);
    }

    /// Counts a piece of work; true once the time is over, and from then on.
    pub fn is_spent_after(&self, ticks: u32) -> bool {
        let counted = self.ticks.get().saturating_add(ticks);
        if counted < TICKS_A_LOOK && !self.over.get() {
            self.ticks.set(counted);
            return false;
        }
        self.ticks.set(0);
        self.look()
    }

    /// The time that the call may take.
    pub fn limit(&self) -> Duration {
        self.limit.get()
    }

    #[cold]
    fn look(&self) -> bool {
        let now = Instant::now();
        let started = self.started.get().unwrap_or(now);
        self.started.set(Some(started));
        let over = now.duration_since(started) >= self.limit.get();
        self.over.set(over);
        over
    }
}
