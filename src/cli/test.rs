//! `tilewright test`: the rule tests that stand beside the scripts.

use std::fmt::Write as _;
use std::io::Write as _;

use crate::cli::Failure;
use crate::cli::args::Test;
use crate::cli::find::Places;
use crate::session::{RuleFault, run_rule_tests};

pub(super) fn run(places: &Places, arguments: &Test) -> Result<(), Failure> {
    let games = places.games(arguments.game.as_deref())?;
    let (mut count, mut faults, mut refused) = (0, Vec::new(), None);
    for scripts in &games {
        // Not every game needs any; one that is asked for by name does.
        let is_asked_for = arguments.game.is_some() && games.len() == 1;
        if !is_asked_for && scripts.tests_files().is_empty() {
            continue;
        }
        match run_rule_tests(scripts, || true) {
            Ok(report) => {
                let report = report.unwrap_or_default();
                count += report.count;
                faults.extend(report.faults);
            }
            Err(error) => refused = refused.or(Some(error)),
        }
    }
    if count == 0 && refused.is_none() {
        let folder = match games.first() {
            Some(game) => game.folder().to_owned(),
            None => places.scripts_folder()?,
        };
        return Err(Failure::of_file(&folder, &"no game here has rule tests"));
    }
    if count > 0 {
        say(count, &faults)?;
    }
    match refused {
        Some(error) => Err(error.into()),
        None if faults.is_empty() => Ok(()),
        None => Err(Failure::FoundFaults),
    }
}

fn say(count: usize, faults: &[RuleFault]) -> std::fmt::Result {
    let mut said = faults.iter().fold(String::new(), |said, fault| format!("{said}{fault}\n"));
    writeln!(said, "{} of {count} rule tests hold", count - faults.len())?;
    // Whoever has stopped reading is no fault.
    let _ = std::io::stdout().write_all(said.as_bytes());
    Ok(())
}
