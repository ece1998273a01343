//! The command line: one file a verb. Knows arguments and exit statuses, and
//! leaves the rest to the rooms above.

mod api;
mod args;
mod find;
mod new;
mod play;
mod replay;
mod shot;
mod show;
mod test;

use std::path::Path;
use std::process::ExitCode;

use clap::Parser;

use args::{Arguments, Verb};

/// A command that did not do what it was asked.
#[derive(Debug)]
enum Failure {
    /// It could not even be tried: status 2.
    Refused(String),
    /// It was done, and found faults that it has told: status 1.
    FoundFaults,
}

impl Failure {
    /// A file that cannot be read or written.
    fn of_file(path: &Path, error: &dyn std::fmt::Display) -> Failure {
        Failure::Refused(format!("{}: {error}", path.display()))
    }
}

impl<E: std::error::Error> From<E> for Failure {
    fn from(error: E) -> Failure {
        Failure::Refused(error.to_string())
    }
}

/// Runs the program with the arguments it was started with.
#[must_use]
pub fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let places = find::Places::new(arguments.scripts, arguments.levels, arguments.settings);
    let done = match arguments.verb {
        None => play::run(&places, &args::Play::default()),
        Some(Verb::Play(play)) => play::run(&places, &play),
        Some(Verb::Show(show)) => show::run(&places, &show),
        Some(Verb::Shot(shot)) => shot::run(&places, &shot),
        Some(Verb::Replay(replay)) => replay::run(&places, &replay),
        Some(Verb::Test(test)) => test::run(&places, &test),
        Some(Verb::New(new)) => new::run(&new),
        Some(Verb::Api(api)) => api::run(&api),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::FoundFaults) => ExitCode::from(1),
        Err(Failure::Refused(message)) => {
            eprintln!("tilewright: {message}");
            ExitCode::from(2)
        }
    }
}
