//! What a terminal shows of a game, as plain data: it is taken from the player at once, on
//! the thread that the game is played on, and drawn on another. Knows no colour of a
//! terminal.

use std::time::Duration;

use ratatui::layout::{Rect, Size};

use crate::app::panels::View;
use crate::app::player::Player;
use crate::app::terminal::list::Shown;
use crate::app::terminal::place::{Place, Scenery};
use crate::grid::Cell;
use crate::rules::Color;
use crate::view::{Caption, Moment, Sign, followed};

/// The columns and rows that a terminal has at least.
pub(super) const LEAST: Size = Size { width: 24, height: 8 };

/// The parts of the screen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Areas {
    pub header: Rect,
    pub room: Rect,
    pub footer: Rect,
}

impl Areas {
    /// The columns of the options, and the least that the board keeps beside them.
    const BESIDE: [u16; 2] = [44, 24];

    /// Nothing where the terminal is too small.
    pub fn of(size: Size) -> Option<Areas> {
        let Size { width, height } = size;
        if width < LEAST.width || height < LEAST.height {
            return None;
        }
        let below = if height < 12 { 1 } else { 2 };
        Some(Areas {
            header: Rect::new(0, 0, width, 1),
            room: Rect::new(0, 1, width, height - 1 - below),
            footer: Rect::new(0, height - below, width, below),
        })
    }

    /// The part of the room that a list takes.
    pub fn list(&self, shown: Shown) -> Rect {
        let room = self.room;
        let [options, _] = Areas::BESIDE;
        let width = if shown == Shown::Options { room.width.min(options) } else { room.width };
        Rect { x: room.right() - width, width, ..room }
    }

    /// What the options leave of the room, if that is enough for a board.
    fn beside(&self, are_options_shown: bool) -> Rect {
        let [options, least] = Areas::BESIDE;
        match self.room.width.checked_sub(options) {
            Some(width) if are_options_shown && width >= least => Rect { width, ..self.room },
            _ => self.room,
        }
    }
}

/// How a picture is taken.
#[derive(Clone, Copy, Debug)]
pub struct Sight {
    pub(super) size: Size,
    /// Where the board was before.
    pub(super) place: Place,
    /// The column and row of the mouse, if it is somewhere.
    pub(super) pointer: Option<(u16, u16)>,
    /// Since the program started.
    pub(super) now: Duration,
    /// Since the board last moved.
    pub(super) since_step: Duration,
}

/// What there is to see.
pub struct Picture {
    pub(super) caption: Caption,
    pub(super) background: Color,
    pub(super) place: Place,
    pub(super) cells: Vec<(Cell, Sign)>,
    /// The cell under the mouse in words.
    pub(super) pointed: String,
    /// The options and the levels, while they are shown.
    pub(super) view: View,
    /// How long all of this is true, if not for ever. Whatever is to happen by itself (a step
    /// of a walk, a tick, what is kept on disk) has its time here.
    pub(super) true_for: Option<Duration>,
}

impl Picture {
    /// Takes it from a player.
    pub fn of(player: &mut Player, sight: &Sight) -> Picture {
        let place = placed(player, sight);
        let cells = place.cells();
        let (since_step, motion) = (sight.since_step, player.motion());
        let moment = Moment { since_step, motion, since_start: sight.now };
        let (signs, shown_for) = player.signs(&cells, moment);
        let pointed = sight.pointer.and_then(|(column, row)| place.cell_at(column, row));
        let due = player.step_due().into_iter().chain(player.keeping_due());
        let due = due.map(|due| due.saturating_sub(sight.now)).min();
        Picture {
            caption: player.caption(100),
            background: player.painter.background(player.session()),
            place,
            cells: cells.into_iter().zip(signs).collect(),
            pointed: pointed.and_then(|cell| player.words_of(cell)).unwrap_or_default(),
            view: player.view(),
            true_for: due.into_iter().chain(shown_for).min(),
        }
    }
}

/// Where the board is now. What is not followed by its name is followed where something
/// has moved.
fn placed(player: &mut Player, sight: &Sight) -> Place {
    let Some(areas) = Areas::of(sight.size) else {
        return sight.place;
    };
    let word = player.longest_word();
    let session = player.session();
    let moved = || session.motions().last().map(|motion| motion.to);
    sight.place.then(&Scenery {
        board: session.board().topology(),
        word,
        room: areas.beside(player.shows_options()),
        follow: followed(session).or_else(moved),
    })
}
