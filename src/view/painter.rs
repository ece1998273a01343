//! Paints a session into a frame: the board with what moves on it, and the text
//! around it. Knows no window; the same frame serves a file.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::time::Duration;

use tiny_skia::Pixmap;

use crate::grid::{Cell, LayerId, Tile};
use crate::level::Seen;
use crate::rules::{Color, ParamKind, Setting};
use crate::session::{Motion, Session};
use crate::view::frame::Frame;
use crate::view::layout::Layout;
use crate::view::looks::{LookId, Looks};
use crate::view::overlay::{self, Caption};
use crate::view::pictures::{PictureError, Pictures, Sources};
use crate::view::sprite::{Pose, sprite};
use crate::view::text::Text;

/// How long a thing takes from one cell to the next, unless the player has set
/// another time.
pub const MOTION: Duration = Duration::from_millis(120);

/// The colour behind a board that declares none.
const BACKGROUND: Color = Color::rgb(0x23, 0x26, 0x2e);

/// When to paint.
#[derive(Clone, Copy, Debug)]
pub struct Moment {
    /// Since the last step of the session; beyond `motion` nothing moves.
    pub since_step: Duration,
    /// How long a thing takes from one cell to the next; zero for none at all.
    pub motion: Duration,
    /// Since the program started: looks with frames go by it.
    pub since_start: Duration,
}

impl Moment {
    /// When everything has arrived.
    pub const STILL: Moment =
        Moment { since_step: Duration::MAX, motion: MOTION, since_start: Duration::ZERO };
}

/// A game's looks and the sprites that were drawn from them.
pub struct Painter {
    looks: Looks,
    pictures: Pictures,
    text: Text,
    sprites: HashMap<(LookId, Pose), Option<Pixmap>>,
    /// The side in pixels of the sprites above.
    side: u32,
    /// Where the board was last painted.
    layout: Option<Layout>,
}

/// What one painting needs to look up again and again.
struct Scene<'a> {
    session: &'a Session,
    layout: Layout,
    moment: Moment,
    /// What is on its way at that moment.
    motions: Vec<Motion>,
    /// The first animated look's time to its next frame.
    next_frame: Option<Duration>,
}

impl Painter {
    /// A painter for the game of a session. Pictures are read from `folder`; what
    /// cannot be read is returned beside.
    #[must_use]
    pub fn new(session: &Session, folder: &Path) -> (Painter, Vec<PictureError>) {
        let mut painter = Painter {
            looks: Looks::of(session.game()),
            pictures: Pictures::default(),
            text: Text::default(),
            sprites: HashMap::new(),
            side: 0,
            layout: None,
        };
        let errors = painter.change_looks(session, folder);
        (painter, errors)
    }

    /// Takes over the looks of a session's game after a reload. Returns the
    /// pictures that cannot be read.
    pub fn change_looks(&mut self, session: &Session, folder: &Path) -> Vec<PictureError> {
        self.looks = Looks::of(session.game());
        self.sprites.clear();
        let chosen = chosen_pictures(session);
        let sources = Sources { folder, chosen: &chosen };
        let (pictures, errors) = Pictures::load(&sources, self.looks.images(), &self.pictures);
        self.pictures = pictures;
        errors
    }

    /// The cell that was last painted at a pixel of the frame.
    #[must_use]
    pub fn cell_at(&self, x: f64, y: f64) -> Option<Cell> {
        self.layout?.cell_at(x, y)
    }

    /// Where the board was last painted.
    #[must_use]
    pub fn layout(&self) -> Option<Layout> {
        self.layout
    }

    /// Every picture file that was looked at.
    #[must_use]
    pub fn seen(&self) -> &[Seen] {
        self.pictures.seen()
    }

    /// Paints a whole frame. Returns how long it stays true, if not for ever.
    pub fn paint(
        &mut self,
        frame: &mut Frame<'_>,
        session: &Session,
        caption: &Caption,
        moment: Moment,
    ) -> Option<Duration> {
        frame.clear(session.game().declared().background.unwrap_or(BACKGROUND));
        let room = overlay::room(frame, caption);
        let layout = Layout::fit(session.board().topology(), room);
        self.layout = Some(layout);
        if layout.side() != self.side {
            self.sprites.clear();
            self.pictures.forget_sizes();
            self.side = layout.side();
        }
        let moves = moment.since_step < moment.motion;
        let motions = if moves { session.motions() } else { Vec::new() };
        let mut scene = Scene { session, layout, moment, motions, next_frame: None };
        for layer in layers(session) {
            self.paint_layer(frame, &mut scene, layer);
        }
        overlay::paint(frame, &mut self.text, caption);
        // While something moves the next frame is due at once.
        if scene.motions.is_empty() { scene.next_frame } else { Some(Duration::ZERO) }
    }

    /// Things that stand first, so that a thing that moves passes over them.
    fn paint_layer(&mut self, frame: &mut Frame<'_>, scene: &mut Scene<'_>, layer: LayerId) {
        let board = scene.session.board();
        let motions = scene.motions(layer);
        let arriving: HashSet<Cell> = motions.iter().map(|motion| motion.to).collect();
        for (cell, &tile) in board.topology().cells().zip(board.layer(layer)) {
            if tile != Tile::NONE && !arriving.contains(&cell) {
                let corner = scene.layout.corner(cell);
                self.paint_tile(frame, scene, (layer, cell, tile), corner);
            }
        }
        for motion in &motions {
            let tile = board.get(layer, motion.to);
            if tile != Tile::NONE {
                let corner = scene.between(motion);
                self.paint_tile(frame, scene, (layer, motion.to, tile), corner);
            }
        }
    }

    fn paint_tile(
        &mut self,
        frame: &mut Frame<'_>,
        scene: &mut Scene<'_>,
        (layer, cell, tile): (LayerId, Cell, Tile),
        (x, y): (i32, i32),
    ) {
        let session = scene.session;
        let id = self.looks.look_in(session.board(), session.is_solved(), cell, tile);
        let look = self.looks.get(id);
        let pose = Pose {
            frame: scene.frame_of(look.frames.len(), look.fps),
            facing: look.turn.then(|| scene.session.facing(layer, cell)).flatten(),
        };
        let (text, pictures, side) = (&mut self.text, &mut self.pictures, self.side);
        let sprite = self
            .sprites
            .entry((id, pose))
            .or_insert_with(|| sprite(look, pose, side, text, pictures));
        if let Some(sprite) = sprite {
            frame.draw(sprite, x, y);
        }
    }
}

impl Scene<'_> {
    fn motions(&self, layer: LayerId) -> Vec<Motion> {
        self.motions.iter().filter(|motion| motion.layer == layer).copied().collect()
    }

    /// The corner of a thing on its way; slow at the end.
    #[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation)] // a window's size
    fn between(&self, motion: &Motion) -> (i32, i32) {
        let (from, to) = (self.layout.corner(motion.from), self.layout.corner(motion.to));
        let gone = self.moment.since_step.as_secs_f32() / self.moment.motion.as_secs_f32();
        let eased = 1.0 - (1.0 - gone.clamp(0.0, 1.0)).powi(2);
        let at = |from: i32, to: i32| from + ((to - from) as f32 * eased).round() as i32;
        (at(from.0, to.0), at(from.1, to.1))
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

/// The picture files that parameters are set to.
fn chosen_pictures(session: &Session) -> Vec<&str> {
    let game = session.game();
    let params = game.declared().params.iter();
    let pictures = params.filter(|param| matches!(param.kind, ParamKind::Picture { .. }));
    let chosen = pictures.filter_map(|param| match game.settings().get(&param.name) {
        Some(Setting::Text(path)) => Some(path.as_str()),
        _ => None,
    });
    chosen.collect()
}

/// The game's layers from the bottom up; what lies in a layer that the script no
/// longer declares is on top, as missing.
fn layers(session: &Session) -> Vec<LayerId> {
    let mut layers = session.game().layers().to_vec();
    let count = u8::try_from(session.board().names().layer_count()).unwrap_or(u8::MAX);
    let forgotten: Vec<_> = (0..count).map(LayerId).filter(|id| !layers.contains(id)).collect();
    layers.extend(forgotten);
    layers
}
