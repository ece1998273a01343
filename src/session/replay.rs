//! Recorded solutions: reading a file of them, and playing one through the rules
//! as they are. Knows no clock.

use std::path::Path;

use crate::grid::Value;
use crate::level::{Growth, LevelError, Place};
use crate::rules::Action;
use crate::session::error::Refusal;
use crate::session::play::Session;
use crate::session::recording::{Step, read_steps_within};

/// One recorded solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// The level's number, from 1.
    pub number: usize,
    /// What the game's `score` variables must be at the end, in their order.
    pub counts: Vec<u64>,
    /// The steps.
    pub steps: Vec<Step>,
}

/// Reads lines of `number TAB moves/pushes TAB LURD`. Empty lines and lines that
/// begin with `#` are passed over, and so is a level without a solution (`-`).
///
/// # Errors
/// A line that is none of these, with its place.
pub fn read_solutions(text: &str, path: &Path) -> Result<Vec<Recorded>, LevelError> {
    let mut recorded = Vec::new();
    let mut growth = Growth::default();
    for (line, number) in text.lines().zip(1..) {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let solution = solution(line, &mut growth)
            .map_err(|(column, what)| LevelError::at(Place::new(path, number, column), what))?;
        recorded.extend(solution);
    }
    Ok(recorded)
}

fn solution(line: &str, growth: &mut Growth) -> Result<Option<Recorded>, (usize, String)> {
    let mut fields = line.splitn(3, '\t');
    let mut next = || fields.next().unwrap_or_default();
    let (number, counts, walk) = (next(), next(), next());
    let counts_at = number.chars().count() + 2;
    let walk_at = counts_at + counts.chars().count() + 1;
    let number = number.trim().parse().map_err(|_| {
        (1, format!("\"{number}\" is no number; expected number TAB moves/pushes TAB LURD"))
    })?;
    if matches!(walk.trim(), "" | "-" | "!") {
        return Ok(None);
    }
    let counts: Result<Vec<u64>, _> = counts.split('/').map(|n| n.trim().parse()).collect();
    let counts = counts.map_err(|_| (counts_at, "expected moves/pushes, like 33/8".to_owned()))?;
    let steps = read_steps_within(walk.trim(), growth);
    let blanks = walk.chars().take_while(|c| c.is_whitespace()).count();
    let steps = steps.map_err(|bad| (walk_at + blanks + bad.column - 1, bad.what))?;
    Ok(Some(Recorded { number, counts, steps }))
}

/// Why a recorded solution does not hold.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// A step failed in the middle.
    #[error("action {at}: {error}")]
    Failed {
        /// The number of the step, from 1.
        at: usize,
        /// What was wrong.
        error: Box<Refusal>,
    },
    /// All was played and the level is not solved.
    #[error("not solved after {at} moves; the last is '{last}'")]
    NotSolved {
        /// How many steps were taken.
        at: usize,
        /// The last one.
        last: String,
    },
    /// Solved, but the counters say something else than the record.
    #[error("solved, but {name} is {is}; the record says {recorded}")]
    Counts {
        /// The variable.
        name: String,
        /// Its value as it is shown.
        is: String,
        /// What the record says.
        recorded: u64,
    },
}

/// What replaying came to.
#[derive(Debug)]
pub struct Outcome {
    /// How many steps were taken.
    pub moves: usize,
    /// Why it does not hold, if it does not.
    pub error: Option<ReplayError>,
}

/// Plays a recorded solution on a session that stands at its start; `take` takes one
/// step of it, as [`Session::take`] does.
pub fn replay(
    session: &mut Session,
    recorded: &Recorded,
    take: impl Fn(&mut Session, &Step) -> Result<bool, Refusal>,
) -> Outcome {
    let mut moves = 0;
    while moves < recorded.steps.len() {
        let (taken, outcome) = take_next(session, &recorded.steps[moves..], &take);
        moves += taken;
        if let Err(error) = outcome {
            let error = Box::new(error);
            let error = Some(ReplayError::Failed { at: moves, error });
            return Outcome { moves, error };
        }
    }
    let error = if session.is_solved() {
        wrong_count(session, &recorded.counts)
    } else {
        let last = recorded.steps.last().map(Step::token).unwrap_or_default();
        Some(ReplayError::NotSolved { at: moves, last })
    };
    Outcome { moves, error }
}

/// Takes the first of these steps, or all moves that they begin with, up to one that fails.
/// Returns how many were taken, and what was wrong with the last of them.
fn take_next(
    session: &mut Session,
    steps: &[Step],
    take: impl Fn(&mut Session, &Step) -> Result<bool, Refusal>,
) -> (usize, Result<(), Refusal>) {
    let mut ways = Vec::with_capacity(steps.len());
    ways.extend(steps.iter().map_while(|step| match step {
        Step::Play(Action::Move(way)) => Some(*way),
        _ => None,
    }));
    let mut taken = 0;
    while taken < ways.len() {
        let (played, outcome) = session.play_on(&ways[taken..]);
        taken += played;
        if let Err(error) = outcome {
            return (taken, Err(Refusal::Script(error)));
        }
    }
    match (taken, steps.first()) {
        (0, Some(step)) => (1, take(session, step).map(drop)),
        _ => (taken, Ok(())),
    }
}

fn wrong_count(session: &Session, counts: &[u64]) -> Option<ReplayError> {
    let names = &session.game().declared().score;
    names.iter().zip(counts).find_map(|(name, &recorded)| {
        #[allow(clippy::cast_precision_loss)] // counts are far below 2^53
        let expected = recorded as f64;
        match session.board().var_named(name) {
            #[allow(clippy::float_cmp)] // whole numbers
            Value::Number(is) if *is == expected => None,
            other => Some(ReplayError::Counts { name: name.clone(), is: shown(other), recorded }),
        }
    })
}

fn shown(value: &Value) -> String {
    match value {
        Value::Nil => "not set".into(),
        Value::Text(text) => text.to_string(),
        other => other.to_string(),
    }
}
