//! A line about each frame, for tests and for reports of faults. Knows no window.

use crate::app::panels::Panels;
use crate::app::player::Player;

/// What else is to be told of a frame.
pub(super) struct Shown<'a> {
    pub frame: u64,
    /// The panels, once they were shown.
    pub panels: Option<&'a Panels>,
    /// In pixels.
    pub size: (u32, u32),
    pub moving: bool,
}

/// Prints the line.
pub(super) fn print(shown: &Shown<'_>, player: &Player) {
    let caption = player.caption(100);
    let trouble = caption.trouble.map(|t| format!("{} {}", t.place, t.message));
    let board = player.layout().map(|layout| {
        let (x, y) = layout.corner(crate::grid::Cell(0));
        format!("{x},{y},{}", layout.side())
    });
    let options = match (player.shows_options(), shown.panels) {
        (true, Some(panels)) => places(panels),
        _ => String::new(),
    };
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
        options,
        caption.status,
        caption.message,
        trouble.unwrap_or_default().replace('\n', " "),
    );
}

/// Where the options are, in whole points: `name=left,top,width,height ...`.
fn places(panels: &Panels) -> String {
    let place = |(name, rect): &(String, egui::Rect)| {
        let (left, top) = (rect.left(), rect.top());
        format!("{name}={left:.0},{top:.0},{:.0},{:.0}", rect.width(), rect.height())
    };
    panels.places().iter().map(place).collect::<Vec<_>>().join(" ")
}
