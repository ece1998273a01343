//! `tilewright play`: a game in a window, or in the terminal where there can be none.

use std::hash::{BuildHasher, RandomState};

use crate::app::{
    Player, Request, RunError, Store, WindowError, WindowSettings, begin, is_terminal,
    lacks_display, run as open_window, run_in_terminal,
};
use crate::cli::Failure;
use crate::cli::args::Play;
use crate::cli::find::Places;
use crate::files::STOCK;
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
        RunError::Gone => Failure::Refused(
            "the game has ended: the thread that it was played on has ended".to_owned(),
        ),
    }
}

/// The game that is to be played.
fn player(places: &Places, play: Play) -> Result<Player, Failure> {
    let store = places.store();
    let (scripts, lost) = scripts(places, play.game.as_deref(), &store)?;
    let home = places.home()?;
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
    let in_pack = |key: &String| {
        // In a folder of one's own that is played, and no pack.
        let is_stock = folder.starts_with(STOCK);
        is_stock.then(|| places.packs().of_key(key).cloned()).flatten()
    };
    match last {
        Some(name) if games_in(&folder).contains(&name) => Ok((places.scripts(Some(&name))?, lost)),
        last => match last.as_ref().and_then(in_pack) {
            Some(scripts) => Ok((scripts, lost)),
            None => Ok((places.scripts(None)?, lost)),
        },
    }
}

/// Another number each time, from the keys that the standard library draws for its
/// hash tables.
fn any_seed() -> u64 {
    RandomState::new().hash_one(0) % SEEDS
}
