//! A line about each frame, for tests and for reports of faults. Knows no window.

use std::time::Duration;

use crate::app::panels::Panels;
use crate::app::player::Player;

/// Where the time of a frame went.
#[derive(Clone, Copy)]
pub(super) struct Times {
    /// Until the buffer was complete.
    pub painted: Duration,
    /// From then on, until the driver had it.
    pub shown: Duration,
}

/// Prints the line: what the window knows, with the presses that it has missed, and what the
/// player has told.
pub(super) fn print(
    frame: u64,
    (width, height): (u32, u32),
    times: Times,
    panels: Option<&Panels>,
    (missed, told): (u32, &str),
) {
    let [painted, shown] = [times.painted, times.shown].map(|time| time.as_secs_f64() * 1000.0);
    let options = panels.map(places).unwrap_or_default();
    println!(
        "frame {frame}; size {width}x{height}; painted {painted:.2} ms; shown {shown:.2} ms; \
         missed {missed}; options {options}; {told}"
    );
}

/// What is to be told of the player.
pub(super) fn of_player(player: &Player, moving: bool) -> String {
    let caption = player.caption(100);
    let trouble = caption.trouble.map(|t| format!("{} {}", t.place, t.message));
    let board = player.layout().map(|layout| {
        let (x, y) = layout.corner(crate::grid::Cell(0));
        format!("{x},{y},{}", layout.side())
    });
    let session = player.session();
    format!(
        "board {}; level {}; turns {}; solved {}; moving {moving}; title {}; pointed {}; \
         status {}; message {}; trouble {}",
        board.unwrap_or_default(),
        session.level().number,
        session.journal().done(),
        session.is_solved(),
        caption.title,
        player.pointed(),
        caption.status,
        caption.message,
        trouble.unwrap_or_default().replace('\n', " "),
    )
}

/// Where the options are, in whole points: `name=left,top,width,height ...`.
fn places(panels: &Panels) -> String {
    let place = |(name, rect): &(String, egui::Rect)| {
        let (left, top) = (rect.left(), rect.top());
        format!("{name}={left:.0},{top:.0},{:.0},{:.0}", rect.width(), rect.height())
    };
    panels.places().iter().map(place).collect::<Vec<_>>().join(" ")
}
