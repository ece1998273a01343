//! `tilewright test`: the rule tests that stand beside the scripts.

use std::io::Write;

use crate::cli::Failure;
use crate::cli::args::Test;
use crate::cli::find::Places;
use crate::rules::{Scripts, games_in};
use crate::session::{Verdict, read_rule_tests, side_by_side};

/// What the tests of all games came to.
#[derive(Default)]
struct Tally {
    tried: usize,
    held: usize,
    said: String,
}

impl Tally {
    fn say(&mut self, line: impl std::fmt::Display) {
        self.said.push_str(&format!("{line}\n"));
    }
}

pub(super) fn run(places: &Places, arguments: &Test) -> Result<(), Failure> {
    let games = match &arguments.game {
        Some(game) => vec![game.clone()],
        None => games_in(&places.scripts_folder()?),
    };
    let mut tally = Tally::default();
    for game in &games {
        let scripts = places.scripts(Some(game))?;
        match scripts.tests_file().is_file() {
            true => test(&scripts, &mut tally)?,
            false if arguments.game.is_some() => {
                return Err(Failure::of_file(&scripts.tests_file(), &"there are no rule tests"));
            }
            false => {}
        }
    }
    tally.say(format!("{} of {} rule tests hold", tally.held, tally.tried));
    // Whoever has stopped reading is no fault.
    let _ = std::io::stdout().write_all(tally.said.as_bytes());
    if tally.held == tally.tried { Ok(()) } else { Err(Failure::FoundFaults) }
}

/// Runs the tests of one game.
fn test(scripts: &Scripts, tally: &mut Tally) -> Result<(), Failure> {
    let path = scripts.tests_file();
    let text = std::fs::read_to_string(&path).map_err(|error| Failure::of_file(&path, &error))?;
    for test in read_rule_tests(&text, &path)? {
        tally.tried += 1;
        let place = format!("{}:{}: {}", path.display(), test.line, test.title);
        match test.run(scripts.load()?) {
            Verdict::Holds => tally.held += 1,
            Verdict::Wrong(what) => tally.say(format!("{place}: {what}")),
            Verdict::OtherBoard(expected, is) => {
                tally.say(format!("{place}: the board is another one"));
                side_by_side(&expected, &is).iter().for_each(|row| tally.say(format!("    {row}")));
            }
        }
    }
    Ok(())
}
