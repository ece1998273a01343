//! `tilewright play`: a game in a window.

use std::hash::{BuildHasher, RandomState};
use std::path::{Path, PathBuf};

use crate::app::{
    Opened, Player, RunError, Stand, Store, Wanted, WindowSettings, open, run as open_window,
};
use crate::cli::Failure;
use crate::cli::args::{Play, Source};
use crate::cli::find::Places;
use crate::grid::SEEDS;
use crate::rules::{Scripts, Settings, games_in};

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
    let store = places.store();
    let mut lost = Vec::new();
    let scripts = scripts(places, &play, &store)?;
    let stand = told(stand(&scripts, &play, &store), &mut lost).flatten();
    let remembered = told(store.settings(scripts.name()), &mut lost).unwrap_or_default();
    let file = play.file.clone().or_else(|| stand.as_ref()?.source.as_ref().map(PathBuf::from));
    let levels = places.levels(&scripts, file.as_deref());
    let game = scripts.name().to_owned();
    let seed = play.seed.unwrap_or_else(any_seed);
    let source = Source { game, file, seed, set: play.set };
    let mut standing = remembered.clone();
    standing.extend(stand.iter().flat_map(|stand| stand.settings.clone()));
    let wanted = levels.wanted(&source, &standing);
    let wanted = Wanted { number: play.level.unwrap_or(1), stand: stand.as_ref(), ..wanted };
    let mut opened = opened(&scripts, wanted, &mut lost)?;
    opened.lost.extend(lost);
    let stand = stand.filter(|_| opened.stands);
    let root = places.levels_root(&scripts);
    let mut player = Player::new(scripts, opened).with_store(store).with_levels(root);
    stand.iter().for_each(|stand| player.resume(stand));
    player.note_game();
    Ok(player)
}

/// The game that was named, or the one that was played last if it is still there, or the
/// one to begin with.
fn scripts(places: &Places, play: &Play, store: &Store) -> Result<Scripts, Failure> {
    let named = places.scripts(play.game.as_deref());
    if play.game.is_some() {
        return named;
    }
    let last = store.last_game().ok().flatten();
    let folder = named.as_ref().map(|scripts| scripts.folder().to_owned());
    let known = |name: &String| folder.is_ok_and(|folder| games_in(&folder).contains(name));
    match last.filter(known) {
        Some(name) => places.scripts(Some(&name)),
        None => named,
    }
}

/// Where the player was in the game, unless something else is asked for.
fn stand(
    scripts: &Scripts,
    play: &Play,
    store: &Store,
) -> Result<Option<Stand>, crate::app::StoreError> {
    if play.level.is_some() || play.seed.is_some() || !play.set.is_empty() {
        return Ok(None);
    }
    let whole = |path: &Path| std::path::absolute(path).ok();
    let same = |stand: &Stand| match (&play.file, &stand.source) {
        (None, None) => true,
        // A file that is gone is no place to go on at.
        (None, Some(source)) => Path::new(source).exists(),
        (Some(file), Some(source)) => whole(file).as_deref() == Some(Path::new(source)),
        (Some(_), None) => false,
    };
    Ok(store.stand(scripts.name())?.filter(same))
}

/// Begins the level. What was kept from the last time must not keep a game from being
/// played; nor must the player wait for it, who has stopped it.
fn opened(
    scripts: &Scripts,
    wanted: Wanted<'_>,
    lost: &mut Vec<String>,
) -> Result<Opened, Failure> {
    let first = open(scripts, &wanted);
    let error = match first {
        Ok(opened) => return Ok(opened),
        Err(error) if wanted.remembered.is_empty() && wanted.stand.is_none() => {
            return Err(error.into());
        }
        Err(error) => error,
    };
    lost.push(format!("what was kept from the last time is left out: {error}"));
    Ok(open(scripts, &Wanted { remembered: &Settings::new(), stand: None, ..wanted })?)
}

/// What could be read; what could not is told.
fn told<T>(read: Result<T, crate::app::StoreError>, lost: &mut Vec<String>) -> Option<T> {
    read.map_err(|error| lost.push(error.to_string())).ok()
}

/// Another number each time, from the keys that the standard library draws for its
/// hash tables.
fn any_seed() -> u64 {
    RandomState::new().hash_one(0) % SEEDS
}
