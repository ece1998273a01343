//! Paints a session into a frame: the board with what moves on it, and the text
//! around it. Knows no window; the same frame serves a file.

use std::collections::HashSet;
use std::path::Path;
use std::time::Duration;

use crate::grid::{Cell, LayerId, Tile};
use crate::level::Seen;
use crate::rules::{Color, ParamKind, Setting, Skin};
use crate::session::Session;
use crate::view::camera::{Camera, Scenery};
use crate::view::frame::{Area, Frame};
use crate::view::layout::Layout;
use crate::view::looks::Looks;
use crate::view::marks::Marks;
use crate::view::overlay::{self, Caption, Shown};
use crate::view::pictures::{PictureError, Pictures, Sources};
use crate::view::projection::Projection;
use crate::view::raised::Raised;
use crate::view::scene::Scene;
use crate::view::sprite::Form;
use crate::view::sprites::{Materials, SpriteId, Sprites};
use crate::view::text::Text;

/// How long a thing takes from one cell to the next, unless the player has set
/// another time.
pub const MOTION: Duration = Duration::from_millis(120);

/// The colour behind a board that declares none.
pub const BACKGROUND: Color = Color::rgb(0x23, 0x26, 0x2e);

/// Cells smaller than this, in pixels, are dots.
const DOTS: u32 = 3;

/// In cells smaller than this, in pixels, nobody sees what hangs on the neighbours.
const COARSE: u32 = 4;

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

    /// Whether things are on their way.
    pub(in crate::view) fn moves(&self) -> bool {
        self.since_step < self.motion
    }

    /// Which of so many steps of a turn is shown, from 0, and the moment within it.
    pub(in crate::view) fn within(self, steps: usize) -> (usize, Moment) {
        let last = steps.saturating_sub(1);
        let times = self.since_step.as_nanos().checked_div(self.motion.as_nanos());
        let step = times.and_then(|times| usize::try_from(times).ok()).unwrap_or(last).min(last);
        let before = self.motion.saturating_mul(u32::try_from(step).unwrap_or(u32::MAX));
        (step, Moment { since_step: self.since_step.saturating_sub(before), ..self })
    }

    /// How much of a step is over, from 0 to 1; slow at the end.
    pub(in crate::view) fn gone(&self) -> f64 {
        if !self.moves() {
            return 1.0;
        }
        let gone = self.since_step.as_secs_f64() / self.motion.as_secs_f64();
        1.0 - (1.0 - gone.clamp(0.0, 1.0)).powi(2)
    }
}

/// A game's looks and the sprites that were drawn from them.
pub struct Painter {
    pub(in crate::view) looks: Looks,
    pictures: Pictures,
    text: Text,
    pub(in crate::view) sprites: Sprites,
    /// The part of the last frame in which the board is seen.
    pub(in crate::view) open: Area,
    /// Where the last frame tells what is wrong, if it does.
    trouble: Option<Area>,
    /// Which part of the board is shown.
    pub camera: Camera,
    /// The cell under the mouse in words, as it was last painted.
    pub(in crate::view) pointed: String,
    /// Whether the layer that hides what the player has not seen is left out.
    uncovered: bool,
    /// What stands in each seen cell, one layer after the other; kept for its room.
    standing: Vec<SpriteId>,
    /// Whether squares are seen at a slant.
    pub isometric: bool,
    /// What is marked on the board.
    pub marks: Marks,
    /// Looks that take the place of the game's own, from the next
    /// [`Painter::change_looks`] on.
    pub skin: Option<Skin>,
    /// What reaches above its cell in the last frame, from the back to the front.
    pub(in crate::view) raised: Vec<Raised>,
}

impl Painter {
    /// A painter for a session whose picture files are in `folder`. Each picture that
    /// cannot be read is returned beside.
    #[must_use]
    pub fn new(session: &Session, folder: &Path) -> (Painter, Vec<PictureError>) {
        let mut painter = Painter {
            looks: Looks::of(session.game(), None),
            skin: None,
            pictures: Pictures::default(),
            text: Text::default(),
            sprites: Sprites::default(),
            open: Area::default(),
            trouble: None,
            camera: Camera::default(),
            pointed: String::new(),
            uncovered: false,
            standing: Vec::new(),
            isometric: false,
            marks: Marks::default(),
            raised: Vec::new(),
        };
        let errors = painter.change_looks(session, folder);
        (painter, errors)
    }

    /// Takes over the looks of a session's game, or of another skin. Returns the pictures
    /// that cannot be read.
    pub fn change_looks(&mut self, session: &Session, folder: &Path) -> Vec<PictureError> {
        self.looks = Looks::of(session.game(), self.skin.as_ref());
        self.sprites.clear();
        let chosen = chosen_pictures(session);
        let sources = Sources { folder, chosen: &chosen };
        let (pictures, errors) = Pictures::load(&sources, self.looks.images(), &self.pictures);
        self.pictures = pictures;
        errors
    }

    /// From now on the layer that hides what the player has not seen is left out.
    pub fn uncover(&mut self) {
        self.uncovered = true;
    }

    /// Where the board was last painted.
    #[must_use]
    pub fn layout(&self) -> Option<Layout> {
        self.camera.shown()
    }

    /// Where the last frame tells what is wrong, if it does.
    #[must_use]
    pub fn trouble(&self) -> Option<Area> {
        self.trouble
    }

    /// What was last told of the cell under the mouse.
    #[must_use]
    pub fn pointed(&self) -> &str {
        &self.pointed
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
        frame.clear(self.background(session));
        self.open = overlay::between_bars(frame, caption);
        let (step, moment) = moment.within(session.stages());
        let stage = session.stage(step);
        // The view has followed the turn with its first step.
        let gone = if step == 0 { moment.gone() } else { 1.0 };
        let board = Projection::of_board(session.board(), self.isometric);
        let layout = self.camera.layout(&Scenery {
            board,
            room: overlay::room(frame, caption, caption.taken),
            whole_room: overlay::room(frame, caption, 0),
            scale: caption.scale.max(50),
            follow: followed(session),
            gone,
        });
        if self.sprites.reform(Form::of(board, layout.side())) {
            self.pictures.forget_sizes();
        }
        let mut scene = Scene::new(session, layout, moment, &stage);
        scene.moves |= self.camera.moves(gone);
        self.paint_board(frame, &mut scene);
        self.marks.paint_over(frame, &layout);
        self.point(frame, session, caption);
        let shown = Shown {
            pointed: &self.pointed,
            is_large: self.camera.is_large() || self.camera.is_close(),
        };
        self.trouble = overlay::paint(frame, &mut self.text, caption, &shown);
        scene.true_for()
    }

    /// The colour behind the board.
    #[must_use]
    pub fn background(&self, session: &Session) -> Color {
        let skin = self.skin.as_ref().and_then(|skin| skin.background);
        skin.or(session.game().declared().background).unwrap_or(BACKGROUND)
    }

    /// Paints the whole board alone, seen from above, as large as the frame allows.
    pub fn paint_preview(&mut self, frame: &mut Frame<'_>, session: &Session) {
        /// Around the board, in pixels.
        const MARGIN: u32 = 3;
        frame.clear(self.background(session));
        let [width, height] = [frame.width(), frame.height()].map(|side| side - 2 * MARGIN);
        let start = i32::try_from(MARGIN).unwrap_or(0);
        let room = Area { x: start, y: start, width, height };
        let board = Projection::flat(session.board().topology());
        let layout = Layout::fit(board, room);
        self.sprites.reform(Form::of(board, layout.side()));
        let mut scene = Scene::still(session, layout);
        self.paint_board(frame, &mut scene);
    }

    /// Layer by layer: things that stay first, so that a thing that moves passes over
    /// them. What is wholly hidden is not painted. What reaches above its cell comes last,
    /// from the back to the front.
    fn paint_board(&mut self, frame: &mut Frame<'_>, scene: &mut Scene<'_>) {
        let layers = self.layers(scene);
        self.raised.clear();
        if scene.layout.side() < DOTS {
            return self.paint_dots(frame, scene, &layers);
        }
        let seen = scene.layout.in_view(frame.width(), frame.height());
        let cells: Vec<(Cell, (i32, i32))> = seen.cells().collect();
        self.look_at(scene, &layers, &cells);
        for (layer, at) in layers.iter().zip(0..) {
            for (&(cell, corner), place) in cells.iter().zip(at * cells.len()..) {
                let sprite = self.standing[place];
                let opaque = self.sprites.is_opaque(sprite);
                self.put(frame, Raised { cell, sprite, corner }, opaque);
            }
            for motion in scene.motions(*layer) {
                let tile = scene.board.get(*layer, motion.to);
                let sprite = self.sprite(scene, *layer, motion.to, tile);
                // It passes before whatever is behind the nearer one of its two cells.
                let cell = motion.to.max(motion.from);
                self.put(frame, Raised { cell, sprite, corner: scene.between(&motion) }, false);
            }
        }
        self.marks.paint(frame, &scene.layout);
        self.paint_raised(frame);
    }

    /// Finds what stands in each cell, from the topmost layer down to what hides the
    /// rest.
    fn look_at(&mut self, scene: &mut Scene<'_>, layers: &[LayerId], cells: &[(Cell, (i32, i32))]) {
        self.standing.clear();
        self.standing.resize(layers.len() * cells.len(), SpriteId::NONE);
        let board = scene.board;
        let arriving: HashSet<(LayerId, Cell)> = scene.arriving().collect();
        let mut hidden = vec![false; cells.len()];
        for (at, layer) in layers.iter().enumerate().rev() {
            let tiles = board.layer(*layer);
            for (place, (cell, _)) in cells.iter().enumerate() {
                let tile = tiles[cell.index()];
                let absent = tile == Tile::NONE || hidden[place];
                if absent || (!arriving.is_empty() && arriving.contains(&(*layer, *cell))) {
                    continue;
                }
                let sprite = self.sprite(scene, *layer, *cell, tile);
                hidden[place] = self.sprites.is_opaque(sprite);
                self.standing[at * cells.len() + place] = sprite;
            }
        }
    }

    pub(in crate::view) fn sprite(
        &mut self,
        scene: &mut Scene<'_>,
        layer: LayerId,
        cell: Cell,
        tile: Tile,
    ) -> SpriteId {
        if tile == Tile::NONE {
            return SpriteId::NONE;
        }
        let coarse = scene.layout.side() < COARSE;
        let how = (scene.solved, coarse);
        let id = self.looks.look_in(scene.board, how, cell, tile);
        let pose = scene.pose(self.looks.get(id), layer, cell);
        let (text, pictures) = (&mut self.text, &mut self.pictures);
        let mut materials = Materials { looks: &self.looks, text, pictures };
        self.sprites.of(id, pose, &mut materials)
    }

    /// The game's layers from the bottom up, without those that are empty; what lies in a
    /// layer that the script no longer declares is on top, as missing.
    pub(in crate::view) fn layers(&self, scene: &Scene<'_>) -> Vec<LayerId> {
        let (game, names) = (scene.session.game(), scene.board.names());
        let mut layers = game.layers().to_vec();
        let count = u8::try_from(names.layer_count()).unwrap_or(u8::MAX);
        let forgotten: Vec<_> = (0..count).map(LayerId).filter(|id| !layers.contains(id)).collect();
        layers.extend(forgotten);
        // Going through millions of cells for nothing takes its time.
        let tiles = (1..=u16::MAX).take(names.tile_count() - 1).map(Tile);
        let held = tiles.filter(|tile| scene.board.count(*tile) > 0);
        let used: HashSet<LayerId> = held.map(|tile| names.tile_layer(tile)).collect();
        let cover = game.declared().cover.as_deref().filter(|_| self.uncovered);
        layers.retain(|id| used.contains(id) && cover != Some(names.layer_name(*id)));
        layers
    }
}

/// The cell that is to stay in sight, in games that name a tile for that.
#[must_use]
pub fn followed(session: &Session) -> Option<Cell> {
    let name = session.game().declared().follow.as_ref()?;
    session.board().find(session.game().tile(name)?)
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
