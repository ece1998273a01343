//! `tilewright play`: a game in a window, or in the terminal where there can be none.

use std::hash::{BuildHasher, RandomState};

use crate::app::{
    Home, Player, Request, RunError, Store, WindowError, WindowSettings, begin, is_terminal,
    lacks_display, run as open_window, run_in_terminal,
};
use crate::cli::Failure;
use crate::cli::args::Play;
use crate::cli::find::Places;
use crate::grid::SEEDS;
use crate::rules::{Scripts, games_in};

pub(super) fn run(places: &Places, play: &Play) -> Result<(), Failure> {
    let open = || {
        let (places, play) = (places.clone(), play.clone());
        move || player(&places, play)
    };
    if play.terminal {
        return run_in_terminal(open()).map_err(failure);
    }
    // Frames are told of windows only.
    let may_fall_back = is_terminal() && !play.trace;
    if may_fall_back && lacks_display() {
        eprintln!("There is no display: the game is played in the terminal.");
        return run_in_terminal(open()).map_err(failure);
    }
    let settings = WindowSettings { size: play.size, trace: play.trace };
    let played = match open_window(open(), settings) {
        Err(RunError::Window(WindowError::NoDisplay(why) | WindowError::NoDriver(why)))
            if may_fall_back =>
        {
            eprintln!("No window opens here ({why}): the game is played in the terminal.");
            run_in_terminal(open())
        }
        played => played,
    };
    played.map_err(failure)
}

fn failure(error: RunError<Failure>) -> Failure {
    match error {
        RunError::Window(error) => error.into(),
        RunError::Terminal(error) => error.into(),
        RunError::Game(failure) => failure,
    }
}

/// The game that is to be played.
fn player(places: &Places, play: Play) -> Result<Player, Failure> {
    let store = places.store();
    let (scripts, lost) = scripts(places, play.game.as_deref(), &store)?;
    let home = Home { store, levels: places.levels_root(&scripts) };
    let Play { file, level, seed, set, .. } = play;
    let request = Request { file, level, seed, set, any_seed: any_seed() };
    let mut player = begin(scripts, home, &request)?;
    lost.iter().for_each(|lost| player.tell(lost));
    Ok(player)
}

/// The game that was named, or the one that was played last if it is still there, or the
/// one to begin with; and what there is to tell of that.
fn scripts(
    places: &Places,
    named: Option<&str>,
    store: &Store,
) -> Result<(Scripts, Option<String>), Failure> {
    if named.is_some() {
        return Ok((places.scripts(named)?, None));
    }
    let (last, lost) = match store.last_game() {
        Ok(last) => (last, None),
        Err(error) => (None, Some(error.to_string())),
    };
    let folder = places.scripts_folder()?;
    let last = last.filter(|name| games_in(&folder).contains(name));
    Ok((places.scripts(last.as_deref())?, lost))
}

/// Another number each time, from the keys that the standard library draws for its
/// hash tables.
fn any_seed() -> u64 {
    RandomState::new().hash_one(0) % SEEDS
}
