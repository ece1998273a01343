//! The words around a board: where one is, how it goes, what the keys do. Knows no
//! command.

use crate::app::clock;
use crate::rules::Game;
use crate::session::Session;

/// The title of the window: the game and the level.
pub(in crate::app) fn window_title(session: &Session) -> String {
    let game = &session.game().declared().title;
    let played = session.level();
    match &played.level.title {
        Some(title) => format!("{game} - {title}"),
        None if played.level.is_made() => format!("{game} - seed {}", session.board().seed()),
        None => format!("{game} - level {}", played.number),
    }
}

/// The level, or the seed of a board that was made.
pub(in crate::app) fn level(session: &Session, count: usize) -> String {
    let played = session.level();
    if played.level.is_made() {
        return format!("Seed {}", session.board().seed());
    }
    let title = played.level.title.as_deref().unwrap_or_default();
    format!("{} / {count}   {title}", played.number)
}

/// What is said once the level is won: how it went, and what comes next.
pub(in crate::app) fn solved(
    session: &Session,
    status: &str,
    time: std::time::Duration,
    count: usize,
) -> String {
    let played = session.level();
    let new = key_of(session.game(), "new").filter(|_| played.level.is_made());
    let next = match (new, played.number < count) {
        (Some(key), _) => format!("{key}: new board"),
        (None, true) => "N: next level".to_owned(),
        (None, false) => "This was the last level.".to_owned(),
    };
    let status = if status.is_empty() { String::new() } else { format!("   {status}") };
    format!("Well done!{status}   Time {}   {next}", clock::shown(time))
}

/// The keys in a few words, those that matter most first. A `large` board is looked at in
/// parts.
pub(in crate::app) fn hints(session: &Session, levels: usize, large: bool) -> String {
    let declared = session.game().declared();
    let moving = if declared.clicks { "Click or arrows: move" } else { "Arrows or WASD: move" };
    let mut hints = vec![moving.to_owned()];
    for (key, action) in &declared.keys {
        let what = match action.as_str() {
            "new" if session.level().level.is_made() => "new board",
            "new" => continue,
            other => other,
        };
        hints.push(format!("{}: {what}", capital(key)));
    }
    // What the game has taken for itself means something else there.
    let free = |key: &str| !declared.keys.contains_key(key);
    if large {
        hints.push("Wheel: zoom    Drag: scroll".to_owned());
        hints.extend(free("f").then(|| "F: whole board".to_owned()));
    }
    let own = [("z", "undo"), ("x", "redo"), ("r", "restart")];
    let own = own.into_iter().filter(|(key, _)| free(key));
    hints.extend(own.map(|(key, what)| format!("{}: {what}", capital(key))));
    if levels > 1 && free("n") && free("p") {
        hints.push("N / P: next / previous level".to_owned());
    }
    let options = options_key(session.game());
    hints.extend([format!("{options}: options"), "Esc: quit".to_owned()]);
    hints.join("    ")
}

/// The key that shows and hides the options, where the game may have taken O for itself.
pub(in crate::app) fn options_key(game: &Game) -> &'static str {
    if game.declared().keys.contains_key("o") { "F2" } else { "O" }
}

/// There is no level of that number.
pub(in crate::app) fn no_level(session: &Session, number: usize) -> String {
    match (session.level().level.is_made(), key_of(session.game(), "new")) {
        (true, Some(key)) => format!("There are no levels here. {key}: new board"),
        (true, None) => "There are no levels here.".to_owned(),
        (false, _) if number == 0 => "This is the first level.".to_owned(),
        (false, _) => "This is the last level.".to_owned(),
    }
}

/// Another board was asked for where a file has laid it out.
pub(in crate::app) const FROM_FILE: &str = "This board comes from a file. R: begin it again";

fn key_of(game: &Game, action: &str) -> Option<String> {
    let mut keys = game.declared().keys.iter();
    keys.find(|(_, name)| *name == action).map(|(key, _)| capital(key))
}

fn capital(key: &str) -> String {
    let mut letters = key.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}
