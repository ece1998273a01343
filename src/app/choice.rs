//! What a player sets, checked beyond what the script says of it: a picture must be
//! one that can be shown. Knows no panel and no command line.

use std::path::Path;

use crate::files;
use crate::rules::{Game, Param, ParamError, ParamKind, Setting, Settings, is_inside};
use crate::session::{Refusal, Session, Set, Step};
use crate::view::measure;

/// Reads a value as a person writes it. `folder` is that of the game's own files.
///
/// # Errors
/// There is no such parameter, or it cannot be set to that.
pub(in crate::app) fn setting(
    game: &Game,
    folder: &Path,
    name: &str,
    text: &str,
) -> Result<Setting, ParamError> {
    let param = game.declared().param(name)?;
    checked(param, folder, param.parse(text)?)
}

/// Takes a step of a recording; what it sets is checked as if it were set by hand.
///
/// # Errors
/// What the step comes to.
#[inline]
pub fn take(session: &mut Session, folder: &Path, step: &Step) -> Result<bool, Refusal> {
    let Step::Set(name, value) = step else {
        return session.take(step);
    };
    let setting = setting(session.game(), folder, name, value)?;
    session.set(name, setting).map(|set| set != Set::Same)
}

/// Checks a value that is allowed by the script. A path becomes one that is true
/// wherever the program is started next.
///
/// # Errors
/// A picture that cannot be shown.
pub(in crate::app) fn checked(
    param: &Param,
    folder: &Path,
    setting: Setting,
) -> Result<Setting, ParamError> {
    let (ParamKind::Picture { min, offers }, Setting::Text(name)) = (&param.kind, &setting) else {
        return Ok(setting);
    };
    let own = folder.join(name);
    let found_there =
        files::is_file(&own) && (offers.contains(name) || !files::is_file(Path::new(name)));
    let is_own = found_there && is_inside(name);
    let path = if found_there { own } else { Path::new(name).to_owned() };
    let refused = |why: String| param.refused(format!("{name} ({why})"));
    let (width, height) = measure(&path).map_err(|error| refused(error.why))?;
    if width.min(height) < *min {
        return Err(refused(format!("{width} x {height} pixels")));
    }
    if is_own {
        return Ok(setting);
    }
    let whole = std::path::absolute(&path).map_err(|error| refused(error.to_string()))?;
    let text = whole.to_str().ok_or_else(|| refused("its path is no Unicode text".to_owned()))?;
    Ok(Setting::Text(text.to_owned()))
}

/// The settings that a game begins with: the script's, over them what the player has
/// set before (as far as it still holds), over them what was asked for now. Returns
/// what no longer holds beside them, in words.
///
/// # Errors
/// Something that was asked for now is not to be had.
pub(in crate::app) fn settings(
    game: &Game,
    folder: &Path,
    remembered: &Settings,
    asked: &[(String, String)],
) -> Result<(Settings, Vec<String>), ParamError> {
    let mut settings = game.settings().clone();
    let mut lost = Vec::new();
    for param in &game.declared().params {
        let Some(before) = remembered.get(&param.name) else {
            continue;
        };
        if !param.allows(before) {
            lost.push(param.refused(before.to_string()).to_string());
            continue;
        }
        match checked(param, folder, before.clone()) {
            Ok(setting) => drop(settings.insert(param.name.clone(), setting)),
            Err(error) => lost.push(error.to_string()),
        }
    }
    for (name, text) in asked {
        let setting = setting(game, folder, name, text)?;
        settings.insert(name.clone(), setting);
    }
    Ok((settings, lost))
}
