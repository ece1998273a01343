//! `tilewright play`: a game in a window.

use std::hash::{BuildHasher, RandomState};

use crate::app::{Player, RunError, Wanted, WindowSettings, open, run as open_window};
use crate::cli::Failure;
use crate::cli::args::{Play, Source};
use crate::cli::find::Places;
use crate::grid::SEEDS;
use crate::rules::Settings;

pub(super) fn run(places: &Places, play: Play) -> Result<(), Failure> {
    let settings = WindowSettings { size: play.size, trace: play.trace };
    let places = places.clone();
    open_window(move || player(&places, play), settings).map_err(|error| match error {
        RunError::Window(error) => error.into(),
        RunError::Game(failure) => failure,
    })
}

/// The game that is to be played.
fn player(places: &Places, play: Play) -> Result<Player, Failure> {
    let scripts = places.scripts(play.game.as_deref())?;
    let levels = places.levels(&scripts, play.file.as_deref());
    let store = places.store();
    let mut lost = Vec::new();
    let remembered = store.settings(scripts.name()).unwrap_or_else(|error| {
        lost.push(error.to_string());
        Settings::new()
    });
    let seed = play.seed.unwrap_or_else(any_seed);
    let game = scripts.name().to_owned();
    let source = Source { game, file: play.file, seed, set: play.set };
    let wanted = Wanted { number: play.level, ..levels.wanted(&source, &remembered) };
    let mut opened = open(&scripts, &wanted).or_else(|error| {
        // What was set before must not keep a game from being played; nor must the player
        // wait for it, who has stopped it.
        if remembered.is_empty() {
            return Err(error);
        }
        lost.push(format!("what you set before is left out: {error}"));
        open(&scripts, &Wanted { remembered: &Settings::new(), ..wanted })
    })?;
    opened.lost.extend(lost);
    Ok(Player::new(scripts, opened).with_store(store))
}

/// Another number each time, from the keys that the standard library draws for its
/// hash tables.
fn any_seed() -> u64 {
    RandomState::new().hash_one(0) % SEEDS
}
