//! A line about each frame, for tests and for reports of faults. Knows no window.

use crate::app::player::Player;

/// What else is to be told of a frame.
pub(super) struct Shown {
    pub frame: u64,
    /// In pixels.
    pub size: (u32, u32),
    pub moving: bool,
}

/// Prints the line.
pub(super) fn print(shown: &Shown, player: &Player) {
    let caption = player.caption(100);
    let trouble = caption.trouble.map(|t| format!("{} {}", t.place, t.message));
    let board = player.layout().map(|layout| {
        let (x, y) = layout.corner(crate::grid::Cell(0));
        format!("{x},{y},{}", layout.side())
    });
    let session = player.session();
    println!(
        "frame {}; size {}x{}; board {}; level {}; turns {}; solved {}; moving {}; options {}; \
         status {}; message {}; trouble {}",
        shown.frame,
        shown.size.0,
        shown.size.1,
        board.unwrap_or_default(),
        session.level().number,
        session.journal().done(),
        session.is_solved(),
        shown.moving,
        player.shows_options(),
        caption.status,
        caption.message,
        trouble.unwrap_or_default().replace('\n', " "),
    );
}
