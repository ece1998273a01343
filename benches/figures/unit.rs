//! From seconds to the figure that a person would quote.

/// How the time of a run is told.
#[derive(Clone, Copy, Debug)]
pub enum Unit {
    /// So many of these are done in a run, and told is how many in a second.
    PerSecond(&'static str, usize),
    /// So many things are done in a run, and told are the nanoseconds for each.
    Nanoseconds(usize),
    /// So many things are done in a run, and told are the milliseconds for each.
    Milliseconds(usize),
}

impl Unit {
    /// The figure for a run of so many seconds.
    #[allow(clippy::cast_precision_loss)] // far fewer than 2^53
    pub fn told(self, seconds: f64) -> String {
        match self {
            Unit::PerSecond(what, count) => match count as f64 / seconds {
                rate if rate >= 1e6 => format!("{:.2} M {what}/s", rate / 1e6),
                rate => format!("{:.1} k {what}/s", rate / 1e3),
            },
            Unit::Nanoseconds(count) => format!("{:.1} ns", seconds * 1e9 / count as f64),
            Unit::Milliseconds(count) => {
                let milliseconds = seconds * 1e3 / count as f64;
                // Three digits that mean something.
                let decimals = [100.0, 10.0, 1.0].iter().filter(|&&it| milliseconds < it).count();
                format!("{milliseconds:.decimals$} ms")
            }
        }
    }
}
