//! One moment of a session as it is painted: where things on their way are, which frame
//! of a look is shown, and how long that is true. Knows no sprite.

use std::time::Duration;

use crate::grid::{Board, Cell, LayerId};
use crate::rules::Look;
use crate::session::{Motion, Session, Stage};
use crate::view::layout::Layout;
use crate::view::painter::Moment;
use crate::view::sprite::Pose;

/// What one painting needs to look up again and again.
pub struct Scene<'a> {
    pub session: &'a Session,
    /// The board as it was at that moment.
    pub board: &'a Board,
    /// Whether things look as in a level that is solved.
    pub solved: bool,
    pub layout: Layout,
    moment: Moment,
    /// What is on its way at that moment.
    motions: Vec<Motion>,
    /// Whether the next frame is another one in any case.
    pub moves: bool,
    /// The first animated look's time to its next frame.
    next_frame: Option<Duration>,
}

impl<'a> Scene<'a> {
    /// A moment of a step of the last turn.
    pub fn new(
        session: &'a Session,
        layout: Layout,
        moment: Moment,
        stage: &'a Stage<'_>,
    ) -> Scene<'a> {
        let motions = if moment.moves() { stage.motions() } else { Vec::new() };
        Scene {
            board: &stage.board,
            solved: stage.is_last && session.is_solved(),
            moves: !motions.is_empty() || !stage.is_last,
            motions,
            moment,
            ..Scene::still(session, layout)
        }
    }

    /// When everything has arrived.
    pub fn still(session: &'a Session, layout: Layout) -> Scene<'a> {
        Scene {
            session,
            board: session.board(),
            solved: session.is_solved(),
            layout,
            moment: Moment::STILL,
            motions: Vec::new(),
            moves: false,
            next_frame: None,
        }
    }

    /// How long the picture stays true, if not for ever. While something moves the next
    /// frame is due at once.
    pub fn true_for(&self) -> Option<Duration> {
        if self.moves { Some(Duration::ZERO) } else { self.next_frame }
    }

    /// What is on its way in a layer.
    pub fn motions(&self, layer: LayerId) -> Vec<Motion> {
        self.motions.iter().filter(|motion| motion.layer == layer).copied().collect()
    }

    /// Where something will be that is on its way.
    pub fn arriving(&self) -> impl Iterator<Item = (LayerId, Cell)> {
        self.motions.iter().map(|motion| (motion.layer, motion.to))
    }

    /// The corner of a thing on its way.
    #[allow(clippy::cast_possible_truncation)] // a window's size
    pub fn between(&self, motion: &Motion) -> (i32, i32) {
        let (from, to) = (self.layout.corner(motion.from), self.layout.corner(motion.to));
        let gone = self.moment.gone();
        let at = |from: i32, to: i32| from + (f64::from(to - from) * gone).round() as i32;
        (at(from.0, to.0), at(from.1, to.1))
    }

    /// Which picture of a look is shown for what is in a cell.
    pub fn pose(&mut self, look: &Look, layer: LayerId, cell: Cell) -> Pose {
        let faces = look.turn || !look.facing.is_empty();
        let facing = faces.then(|| self.session.facing(layer, cell)).flatten();
        let tiling = self.board.topology().tiling();
        let shown = look.towards(facing.map(|way| way.name(tiling)));
        Pose { frame: self.frame_of(shown.frames.len(), shown.fps), facing }
    }

    /// The frame of an animated look, and when the next one is due.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // a count of frames
    fn frame_of(&mut self, frames: usize, fps: f32) -> usize {
        if frames < 2 {
            return 0;
        }
        let shown = (self.moment.since_start.as_secs_f64() * f64::from(fps)).floor();
        let due = Duration::from_secs_f64((shown + 1.0) / f64::from(fps));
        let left = due.saturating_sub(self.moment.since_start);
        self.next_frame = Some(self.next_frame.map_or(left, |next| next.min(left)));
        shown as usize % frames
    }
}
