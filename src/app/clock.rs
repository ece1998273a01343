//! How long a board has been played. Knows no clock of the system: times are those
//! since the program started.

use std::time::Duration;

/// When the boards of a history began.
#[derive(Clone, Debug, Default)]
pub(in crate::app) struct Clock {
    /// How many turns the history had then, and the time; turns ascending.
    beginnings: Vec<(usize, Duration)>,
}

impl Clock {
    /// A board begins now, with the history at that many turns.
    pub fn begin(&mut self, turns: usize, now: Duration) {
        self.beginnings.retain(|(before, _)| *before < turns);
        self.beginnings.push((turns, now));
    }

    /// How long the board has been played that began when there were so many turns.
    pub fn played(&self, turns: usize, now: Duration) -> Duration {
        let began = self.beginnings.iter().rev().find(|(began, _)| *began == turns);
        now.saturating_sub(began.map_or(Duration::ZERO, |(_, at)| *at))
    }
}

/// A time as a player reads it: `1:05`, or `1:00:05`.
pub(in crate::app) fn shown(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn undo_over_a_new_board_counts_from_the_one_before() {
        let at = Duration::from_secs;
        let mut clock = Clock::default();
        clock.begin(0, at(10));
        clock.begin(5, at(60));
        assert_eq!(clock.played(5, at(65)), at(5));
        assert_eq!(clock.played(0, at(65)), at(55));
        clock.begin(3, at(70));
        assert_eq!(clock.played(3, at(71)), at(1));
    }

    #[test]
    fn times_read_as_on_a_clock() {
        let shown = |seconds| shown(Duration::from_secs(seconds));
        assert_eq!([shown(5), shown(65), shown(3605)], ["0:05", "1:05", "1:00:05"]);
    }
}
