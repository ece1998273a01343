//! The command line: one file a verb. Knows arguments and exit statuses, and
//! leaves the rest to the rooms above.

mod api;
mod args;
mod check;
mod find;
mod new;
mod pack;
mod play;
mod recording;
mod replay;
mod shot;
mod show;
mod test;

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

use clap::Parser;

use args::{Arguments, Verb};

use crate::files::has_pack_ending;

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

/// The arguments; where the first is the name of a pack, as when a file is opened by a double
/// click, with the verb that plays it before.
fn with_verb(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = arguments.collect();
    if arguments.get(1).is_some_and(|first| has_pack_ending(first.as_ref())) {
        arguments.insert(1, "play".into());
    }
    arguments
}

/// Runs the program with the arguments it was started with.
#[must_use]
pub fn main() -> ExitCode {
    let arguments = Arguments::parse_from(with_verb(std::env::args_os()));
    let places = find::Places::new(arguments.scripts, arguments.levels, arguments.settings);
    let done = match arguments.verb {
        None => play::run(&places, &args::Play::default()),
        Some(Verb::Play(play)) => play::run(&places, &play),
        Some(Verb::Show(show)) => show::run(&places, &show),
        Some(Verb::Shot(shot)) => shot::run(&places, &shot),
        Some(Verb::Replay(replay)) => replay::run(&places, &replay),
        Some(Verb::Test(test)) => test::run(&places, &test),
        Some(Verb::Check(check)) => check::run(&places, &check),
        Some(Verb::New(new)) => new::run(&new),
        Some(Verb::Pack(pack)) => pack::run(&pack),
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
