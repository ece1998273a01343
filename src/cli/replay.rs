//! `tilewright replay`: recorded solutions, or recordings of games, through the rules as they
//! are now.

use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::app::{load, shelf, take};
use crate::cli::Failure;
use crate::cli::args::{Replay, Source};
use crate::cli::find::Places;
use crate::cli::recording::{self, recordings_in};
use crate::files::{self, has_pack_ending};
use crate::level::{Growth, Shelf, bytes_of};
use crate::rules::{Game, Settings, is_name_of_a_game};
use crate::session::{
    PlayedLevel, Recorded, Refusal, Session, read_solutions, read_steps_within, replay,
};

/// What all solutions together came to.
#[derive(Default)]
struct Tally {
    tried: usize,
    solved: usize,
    moves: usize,
    said: String,
    /// Whether the boards at the end are told.
    digest: bool,
}

impl Tally {
    fn say(&mut self, line: impl std::fmt::Display) {
        self.said.push_str(&format!("{line}\n"));
    }
}

pub(super) fn run(places: &Places, arguments: &Replay) -> Result<(), Failure> {
    let source = &arguments.source;
    // What names no game is a recording, which says itself of which one it is.
    let names_a_game = is_name_of_a_game(&source.game) || has_pack_ending(Path::new(&source.game));
    let (game, file) = match (&source.file, names_a_game) {
        (None, false) => (None, Some(Path::new(&source.game))),
        (file, _) => (Some(source.game.as_str()), file.as_deref()),
    };
    let recordings = file.map(recordings_in).transpose()?.flatten();
    match (recordings, file, game) {
        (Some(recordings), Some(path), _) => {
            refuse_options_of_levels(path, arguments)?;
            recording::replay(places, (game, path), &recordings, arguments.digest)
        }
        (_, Some(path), None) => {
            // If it cannot be read, that is what is wrong.
            bytes_of(path)?;
            let what = "this is no recording; levels are replayed after the name of their game, \
                        as in `replay sokoban FILE`";
            Err(Failure::of_file(path, &what))
        }
        _ => replay_levels(places, arguments),
    }
}

/// What a recording says itself cannot be said again.
fn refuse_options_of_levels(path: &Path, arguments: &Replay) -> Result<(), Failure> {
    let Source { seed, set, .. } = &arguments.source;
    if arguments.solutions.is_none() && *seed == 0 && set.is_empty() {
        return Ok(());
    }
    let what = "this is a recording, with a seed and settings of its own; expected no --seed, \
                --set or --solutions";
    Err(Failure::of_file(path, &what))
}

fn replay_levels(places: &Places, arguments: &Replay) -> Result<(), Failure> {
    let source = &arguments.source;
    let scripts = places.scripts(Some(&source.game))?;
    let levels = places.levels(&scripts, source.file.as_deref())?;
    let remembered = Settings::new();
    let wanted = levels.wanted(source, &remembered);
    let (game, _) = load(&scripts, &wanted)?;
    let shelf = shelf(&game, &wanted)?;
    let mut tally = Tally { digest: arguments.digest, ..Tally::default() };
    let recorded = match &arguments.solutions {
        Some(path) => from_file(path)?,
        None => from_levels(&shelf, &mut tally),
    };
    if recorded.is_empty() && tally.tried == 0 {
        let searched = arguments.solutions.as_ref().unwrap_or(&levels.path);
        return Err(Failure::of_file(searched, &"there is no recorded solution here"));
    }
    let started = Instant::now();
    // What a solution sets is nothing to the next one.
    let settings = game.settings().clone();
    let mut playing = Playing::Game(Box::new(game), source.seed);
    let folder = scripts.own_folder();
    for one in &recorded {
        playing = replay_one(playing, (&shelf, &folder), (one, &settings), &mut tally);
    }
    tally.say(summary(&tally, started.elapsed()));
    // Whoever has stopped reading is no fault.
    let _ = std::io::stdout().write_all(tally.said.as_bytes());
    if tally.solved == tally.tried { Ok(()) } else { Err(Failure::FoundFaults) }
}

/// One game serves all levels: first alone, then in a session.
enum Playing {
    /// With the seed to begin with.
    Game(Box<Game>, u64),
    Session(Box<Session>),
}

fn replay_one(
    playing: Playing,
    (shelf, folder): (&Shelf, &Path),
    (one, settings): (&Recorded, &Settings),
    tally: &mut Tally,
) -> Playing {
    tally.tried += 1;
    let number = one.number;
    let Some(level) = shelf.level(number) else {
        tally.say(format!("level {number}: no such level; there are {}", shelf.levels().len()));
        return playing;
    };
    let title = level.title.clone().map(|title| format!(" \"{title}\"")).unwrap_or_default();
    let (mut session, begun) = begin(playing, PlayedLevel { level, number }, settings);
    if let Err(refusal) = begun {
        tally.say(refusal);
        return session;
    }
    if let Playing::Session(session) = &mut session {
        let outcome = replay(session, one, |session, step| take(session, folder, step));
        tally.moves += outcome.moves;
        if tally.digest {
            tally.say(format_args!(
                "level {number}{title}: board {:016x}",
                session.board().fingerprint()
            ));
        }
        match outcome.error {
            None => tally.solved += 1,
            Some(error) => tally.say(format!("level {number}{title}: {error}")),
        }
    }
    session
}

fn begin(
    playing: Playing,
    level: PlayedLevel,
    settings: &Settings,
) -> (Playing, Result<(), Refusal>) {
    match playing {
        Playing::Session(mut session) => {
            let begun = session.change_level_under(level, settings);
            (Playing::Session(session), begun)
        }
        Playing::Game(game, seed) => match Session::begin(*game, level, seed) {
            Ok(session) => (Playing::Session(Box::new(session)), Ok(())),
            Err((game, refusal)) => (Playing::Game(Box::new(game), seed), Err(refusal)),
        },
    }
}

fn from_file(path: &Path) -> Result<Vec<Recorded>, Failure> {
    let text = files::read_to_string(path).map_err(|error| Failure::of_file(path, &error))?;
    Ok(read_solutions(&text, path)?)
}

/// The first solution of each level that has one. One that cannot be read is told
/// and counts as not solved.
fn from_levels(shelf: &Shelf, tally: &mut Tally) -> Vec<Recorded> {
    let mut recorded = Vec::new();
    let mut growth = Growth::default();
    for (level, number) in shelf.levels().iter().zip(1..) {
        // Those of the reverse mode, and of several players, are only kept.
        let forward = level.solutions.iter().find(|text| !text.starts_with(['[', '{']));
        match forward.map(|text| read_steps_within(text, &mut growth)) {
            None => {}
            Some(Ok(steps)) => recorded.push(Recorded { number, counts: Vec::new(), steps }),
            Some(Err(bad)) => {
                tally.tried += 1;
                tally.say(format!("{}: the solution of level {number}: {bad}", level.place()));
            }
        }
    }
    recorded
}

#[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn summary(tally: &Tally, time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let rate = (tally.moves as f64 / seconds.max(1e-9)) as u64;
    format!(
        "{} of {} solved, {} moves, {seconds:.2} s, {rate} moves/s",
        tally.solved, tally.tried, tally.moves
    )
}
