//! What the history of a million moves takes in memory, by what the process has more of after
//! they were played than before.

use crate::boards::{APPROACH, ROUND, board};
use crate::harness::Figures;
use crate::plain::Plain;
use crate::stock::{sokoban, steps, take};
use crate::table::Beside;

const MOVES: usize = 1_000_000;

/// How many changes a [`ROUND`] has: two a step and four a push.
const CHANGES: usize = 24;

pub fn measure(figures: &mut Figures) {
    if resident().is_none() {
        figures.remark("The history was not measured: only Linux tells its size.".to_owned());
        return;
    }
    let (ours, plain) = (engine(), plain());
    for (what, per, unit) in
        [("a change", MOVES / ROUND.len() * CHANGES, "bytes"), ("a million moves", 1_000_000, "MB")]
    {
        #[allow(clippy::cast_precision_loss)] // far fewer than 2^53
        let [ours, plain] = [ours, plain].map(|bytes| bytes as f64 / per as f64);
        let told = |value: f64| format!("{value:.1} {unit}");
        let beside = vec![Beside {
            name: "plain Rust".to_owned(),
            figure: told(plain),
            ratio: ours / plain,
        }];
        figures.tell(what, told(ours), beside);
    }
}

/// The bytes that our history takes.
fn engine() -> usize {
    let mut session = sokoban(&board(9, 2));
    take(&mut session, &steps(APPROACH));
    let round = steps(ROUND);
    let bytes = growth(|| (0..MOVES / ROUND.len()).for_each(|_| take(&mut session, &round)));
    assert_eq!(session.journal().done(), APPROACH.len() + MOVES);
    bytes
}

/// The bytes that the history of the reference takes.
fn plain() -> usize {
    let rows: Vec<String> = board(9, 2).lines().map(str::to_owned).collect();
    let mut plain = Plain::begin(&rows);
    let [approach, round] = [APPROACH, ROUND].map(str::to_lowercase);
    plain.play_all(&approach);
    growth(|| (0..MOVES / ROUND.len()).for_each(|_| _ = plain.play_all(&round)))
}

/// How many bytes the process has more of in memory after some work than before.
fn growth(work: impl FnOnce()) -> usize {
    let before = resident();
    work();
    resident().zip(before).map_or(0, |(after, before)| after.saturating_sub(before))
}

/// The bytes of this process in memory, where the system tells them.
fn resident() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: usize = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}
