//! The terminal itself: taken over for as long as a game is played in it, and given back as
//! it was, also after a panic. Knows no game.

use std::io::{IsTerminal, stderr, stdin, stdout};

use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{
    DisableBracketedPaste, DisableFocusChange, DisableMouseCapture, EnableBracketedPaste,
    EnableFocusChange, EnableMouseCapture,
};
use ratatui::crossterm::execute;

use crate::rules::hold_printed;

/// Whether there is a terminal to play in.
#[must_use]
pub fn is_there() -> bool {
    stdin().is_terminal() && stdout().is_terminal()
}

/// Whether the system says that there is no display for a window. Where it says nothing of
/// that there may be one.
#[must_use]
pub fn lacks_display() -> bool {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    cfg!(all(unix, not(target_os = "macos"))) && !is_set("DISPLAY") && !is_set("WAYLAND_DISPLAY")
}

/// The terminal while a game is played in it.
pub(super) struct Tty {
    pub terminal: DefaultTerminal,
}

impl Tty {
    /// Takes the terminal over, with its mouse.
    ///
    /// # Errors
    /// It does not let itself be taken over.
    pub fn open() -> std::io::Result<Tty> {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            let _ = give_back();
            before(panic);
        }));
        // This restores the rest before a panic is told. From here on an end of any kind
        // gives back what was taken.
        let tty = Tty { terminal: ratatui::try_init()? };
        execute!(stdout(), EnableMouseCapture, EnableBracketedPaste, EnableFocusChange)?;
        // What scripts print would stand in the middle of the board.
        hold_printed(stderr().is_terminal());
        Ok(tty)
    }
}

impl Drop for Tty {
    fn drop(&mut self) {
        // Whoever has closed the terminal needs nothing back.
        let _ = give_back();
        let _ = ratatui::try_restore();
        hold_printed(false).iter().for_each(|line| eprintln!("{line}"));
    }
}

/// Gives back what was taken beside the screen itself.
fn give_back() -> std::io::Result<()> {
    execute!(stdout(), DisableMouseCapture, DisableBracketedPaste, DisableFocusChange)
}
