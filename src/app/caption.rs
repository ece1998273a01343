//! The words around a board: where one is, how it goes, what the keys do. Knows no
//! command.

use crate::app::clock;
use crate::app::keymap::{ENTRIES, Keymap, capital};
use crate::rules::{COMMANDS, Game};
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
    // In many files the number is the title.
    let title = played.level.title.as_deref();
    let title = title.filter(|title| *title != played.number.to_string()).unwrap_or_default();
    match played.number <= count {
        true => format!("{} / {count}   {title}", played.number),
        // One of a collection that is not here, as in a recording.
        false => format!("{}   {title}", played.number),
    }
}

/// What is said once the level is won: how it went, and what comes next.
pub(in crate::app) fn solved(
    (session, keymap): (&Session, &Keymap),
    status: &str,
    time: std::time::Duration,
    count: usize,
) -> String {
    let played = session.level();
    let new = key_of(session.game(), "new").filter(|_| played.level.is_made());
    let next = match (new, played.number < count) {
        (Some(key), _) => format!("{key}: new board"),
        (None, true) => match keymap.shown("next-level") {
            Some(key) => format!("{key}: next level"),
            None => String::new(),
        },
        (None, false) if played.number == count => "This was the last level.".to_owned(),
        (None, false) => String::new(),
    };
    let status = if status.is_empty() { String::new() } else { format!("   {status}") };
    format!("Well done!{status}   Time {}   {next}", clock::shown(time))
}

/// What is odd about the level, in one line: of a mistake where and what, and no more.
pub(in crate::app) fn warning(session: &Session) -> Option<String> {
    session.warning().and_then(|warning| warning.lines().next()).map(str::to_owned)
}

/// The keys in a few words, those that matter most first. A `large` board is looked at in
/// parts; of time that could go by and does not it is `paused`.
pub(in crate::app) fn hints(
    session: &Session,
    keymap: &Keymap,
    levels: usize,
    (large, paused): (bool, bool),
) -> String {
    let declared = session.game().declared();
    let mut hints = vec![moving(session, keymap)];
    hints.extend(own_keys(session));
    // What the game has taken for itself means something else there.
    let free = |key: &String| !declared.keys.contains_key(&key.to_lowercase());
    let key = |name: &str| keymap.shown(name).filter(free);
    let hint = |name: &str, what: &str| key(name).map(|key| format!("{key}: {what}"));
    if large {
        hints.push("Wheel: zoom    Drag: scroll".to_owned());
        hints.extend(hint("whole-board", "whole board"));
    }
    if session.game().tick().is_some() {
        hints.extend(hint("pause", if paused { "let time go on" } else { "stop time" }));
    }
    let own = [("undo", "undo"), ("redo", "redo"), ("restart", "restart")];
    hints.extend(own.into_iter().filter_map(|(name, what)| hint(name, what)));
    // What is cut off first, where there is no room, stands in the options, too.
    hints.extend(hint("levels", "levels"));
    hints.push(format!("{}: options", options_key(session.game())));
    hints.push("Esc: quit".to_owned());
    if levels > 1 {
        let both = key("next-level").zip(key("previous-level"));
        hints.extend(both.map(|(next, before)| format!("{next} / {before}: next / previous")));
    }
    hints.join("    ")
}

/// What the keys of the game do. Of many that are no commands of the program only the first
/// and the last are shown: they are alike, most often, and would take the whole line.
fn own_keys(session: &Session) -> Vec<String> {
    let keys = session.game().declared().keys.iter();
    let (commands, own): (Vec<_>, Vec<_>) =
        keys.partition(|(_, action)| COMMANDS.contains(&action.as_str()));
    let made = session.level().level.is_made();
    let hint = |(key, action): (&String, &String)| match action.as_str() {
        "new" => made.then(|| format!("{}: new board", capital(key))),
        other => Some(format!("{}: {other}", capital(key))),
    };
    let mut hints: Vec<String> = commands.into_iter().filter_map(hint).collect();
    match own.as_slice() {
        [(first, does), _, _, .., (last, last_does)] => {
            let keys = format!("{} ... {}", capital(first), capital(last));
            hints.push(format!("{keys}: {does} ... {last_does}"));
        }
        few => hints.extend(few.iter().copied().filter_map(hint)),
    }
    hints
}

/// How to move, in a few words.
fn moving(session: &Session, keymap: &Keymap) -> String {
    let game = session.game();
    let clicks = game.declared().clicks || game.plans();
    if !session.board().topology().is_hex() {
        // Of a game that takes clicks itself nobody knows whether it looks at the arrows.
        let hint = match (game.plans(), clicks) {
            (true, _) => "Click or arrows: move",
            (false, true) => "Click or arrows: play",
            (false, false) => "Arrows or WASD: move",
        };
        return hint.to_owned();
    }
    // Around the cell, clockwise from the left, as the keys lie.
    let ways = ["left", "up-left", "up-right", "right", "down-right", "down-left"];
    let key = |way: &str| {
        let entry = ENTRIES.iter().find(|entry| entry.name == format!("hex-{way}"))?;
        let keys = keymap.keys(entry);
        keys.iter().find(|key| key.len() == 1).or(keys.first()).map(|key| capital(key))
    };
    let keys: Vec<String> = ways.into_iter().filter_map(key).collect();
    let first = if clicks { "Click, " } else { "" };
    format!("{first}arrows or {}: move around", keys.join(" "))
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

/// There is nothing left to solve.
pub(in crate::app) const ALL_SOLVED: &str = "Every level here is solved.";

/// Another board was asked for where a file has laid it out.
pub(in crate::app) const FROM_FILE: &str = "This board comes from a file; it can be begun again.";

fn key_of(game: &Game, action: &str) -> Option<String> {
    let mut keys = game.declared().keys.iter();
    keys.find(|(_, name)| *name == action).map(|(key, _)| capital(key))
}

/// Messages in one line.
pub(in crate::app) fn together(messages: [&str; 2]) -> String {
    let messages = messages.into_iter().filter(|message| !message.is_empty());
    messages.collect::<Vec<_>>().join("; ")
}
