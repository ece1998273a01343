//! `tilewright play`: a game in a window.

use crate::app::{Player, Settings, open, run as open_window};
use crate::cli::Failure;
use crate::cli::args::Play;
use crate::cli::find::Places;

pub(super) fn run(places: &Places, play: Play) -> Result<(), Failure> {
    let scripts = places.scripts(play.game.as_deref())?;
    let levels = places.levels(&scripts, play.file.as_deref());
    let (session, shelf) = open(&scripts, &levels, play.level, play.seed)?;
    let player = Player::new(scripts, shelf, session);
    let settings = Settings { size: play.size, trace: play.trace };
    open_window(player, settings)?;
    Ok(())
}
