//! Where `print` goes: to standard error, for the person at the terminal; or, while somebody
//! needs that terminal for something else, to them. Knows no script.

use std::sync::{Mutex, PoisonError};

/// The most lines that are held; of more the last.
const MOST: usize = 1000;

/// The lines that are held, while they are.
static HELD: Mutex<Option<Vec<String>>> = Mutex::new(None);

fn held<T>(with: impl FnOnce(&mut Option<Vec<String>>) -> T) -> T {
    with(&mut HELD.lock().unwrap_or_else(PoisonError::into_inner))
}

/// From now on lines are held, or no longer. Returns those that were and nobody has taken.
pub fn hold_printed(hold: bool) -> Vec<String> {
    let next = hold.then(Vec::new);
    held(|lines| std::mem::replace(lines, next)).unwrap_or_default()
}

/// The lines that were printed since this was last asked, while they are held.
pub fn take_printed() -> Vec<String> {
    held(|lines| lines.as_mut().map(std::mem::take)).unwrap_or_default()
}

/// Prints a line.
pub(in crate::rules) fn print(line: String) {
    held(|lines| match lines {
        None => eprintln!("{line}"),
        Some(lines) => {
            lines.push(line);
            let excess = lines.len().saturating_sub(MOST);
            lines.drain(..excess);
        }
    });
}
