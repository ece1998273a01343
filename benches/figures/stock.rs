//! The stock games, opened as the program opens them.

use std::path::{Path, PathBuf};
use std::time::Duration;

use tilewright::app::{Opened, Wanted, open};
use tilewright::rules::{Game, Limits, Scripts};
use tilewright::session::{PlayedLevel, Session, Step, read_steps};

use crate::common::{session, stock_scripts, wanted};

/// A file or folder of the project.
pub fn project(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The stock game of that name. Making the largest map may take longer than it may in the
/// program: where the machine is busy, that is to be seen in its figure.
pub fn scripts(name: &str) -> Scripts {
    let limits = Limits { start: Duration::from_secs(60), ..Limits::default() };
    Scripts::new(&stock_scripts(), name, limits)
}

/// The same, read.
pub fn game(name: &str) -> Game {
    scripts(name).load().unwrap_or_else(|error| panic!("{error}"))
}

/// A stock game on the first of its own levels, with some parameters set.
pub fn opened(name: &str, set: &[(&str, &str)]) -> Opened {
    let owned = |&(name, value): &(&str, &str)| (name.to_owned(), value.to_owned());
    let set: Vec<(String, String)> = set.iter().map(owned).collect();
    let levels = project("levels").join(name);
    let wanted = Wanted { seed: 7, set: &set, ..wanted(&levels, 1) };
    open(&scripts(name), &wanted).unwrap_or_else(|error| panic!("{error}"))
}

/// A game on a level.
pub fn begun(game: Game, level: PlayedLevel) -> Session {
    Session::begin(game, level, 0).unwrap_or_else(|(_, refusal)| panic!("{refusal}"))
}

/// The stock Sokoban on a board of text.
pub fn sokoban(board: &str) -> Session {
    session(&scripts("sokoban"), board)
}

/// The steps of a text like `RurrdL`.
pub fn steps(text: &str) -> Vec<Step> {
    read_steps(text).unwrap_or_else(|error| panic!("{error}"))
}

/// Takes steps, each of which must change something.
pub fn take(session: &mut Session, steps: &[Step]) {
    for step in steps {
        let changed = session.take(step).unwrap_or_else(|refusal| panic!("{refusal}"));
        assert!(changed, "{} changes nothing", step.token());
    }
}
