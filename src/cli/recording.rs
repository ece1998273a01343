//! Recordings of games, which are rule tests in files of their own: read, and played again.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

use crate::app::{Opened, open_recording};
use crate::cli::Failure;
use crate::cli::find::Places;
use crate::level::{bytes_of, decode};
use crate::rules::Scripts;
use crate::session::{RuleTest, holds_rule_tests, read_rule_tests, replay_recording};

/// The recordings in a file, or nothing if it holds something else, as levels.
pub(super) fn recordings_in(path: &Path) -> Result<Option<Vec<RuleTest>>, Failure> {
    // What is not there, or no text, is told by whoever looks for levels.
    let Ok(bytes) = bytes_of(path) else { return Ok(None) };
    let holds = decode(&bytes, path).is_ok_and(|text| holds_rule_tests(&text));
    Ok(holds.then(|| read_rule_tests(&bytes, path)).transpose()?)
}

/// Plays recordings again, of that game or else of the one that each names, and says what has
/// come of them; with the boards at the end, if a digest of them is asked for.
pub(super) fn replay(
    places: &Places,
    (game, path): (Option<&str>, &Path),
    recordings: &[RuleTest],
    digest: bool,
) -> Result<(), Failure> {
    let (mut said, mut holds) = (String::new(), true);
    for recording in recordings {
        let game = game.or(recording.game()).ok_or_else(|| {
            let what = "expected 'game NAME' below the title, or the name of the game before the \
                        file";
            Failure::of_file(path, &what)
        })?;
        let scripts = places.scripts(Some(game))?;
        if digest {
            let digest = digest_of(&scripts, recording);
            writeln!(said, "{}: board {digest}", recording.title())?;
        }
        match replay_recording(recording, &scripts)? {
            Ok(solved) => writeln!(said, "{}", told(recording, solved))?,
            Err(fault) => {
                holds = false;
                writeln!(said, "{fault}")?;
            }
        }
    }
    // Whoever has stopped reading is no fault.
    let _ = std::io::stdout().write_all(said.as_bytes());
    if holds { Ok(()) } else { Err(Failure::FoundFaults) }
}

/// What tells the board at the end of a recording from others; in words where there is none.
fn digest_of(scripts: &Scripts, recording: &RuleTest) -> String {
    let Ok(Opened { mut session, .. }) = open_recording(scripts, recording) else {
        return "that is refused".to_owned();
    };
    for step in recording.steps() {
        // A step may be meant to fail; that changes nothing.
        let _ = session.take(step);
    }
    format!("{:016x}", session.board().fingerprint())
}

/// What is said of a recording that ends as it should.
fn told(recording: &RuleTest, solved: bool) -> String {
    let moves = match recording.steps().len() {
        1 => "1 move".to_owned(),
        moves => format!("{moves} moves"),
    };
    let end = if recording.expects_an_end() { "ends as recorded" } else { "no end is recorded" };
    let solved = if solved { "solved" } else { "not solved" };
    format!("{}: {moves}, {end}, {solved}", recording.title())
}
