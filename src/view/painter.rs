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
use crate::view::damage::Damage;
use crate::view::frame::{Area, Frame, Picture};
use crate::view::layout::Layout;
use crate::view::looks::Looks;
use crate::view::marks::Marks;
use crate::view::overlay::{self, Caption, Shown};
use crate::view::painted::Painted;
use crate::view::pictures::{PictureError, Pictures, Sources};
use crate::view::pointer::Pointed;
use crate::view::projection::Projection;
use crate::view::raised::Raised;
use crate::view::scene::Scene;
use crate::view::sprite::Form;
use crate::view::sprites::{Materials, SpriteId, Sprites};
use crate::view::standing::{Ground, Standing};
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
    /// The cell under the mouse and the same in words, as it was last painted.
    pub(in crate::view) pointed: Pointed,
    /// Whether the layer that hides what the player has not seen is left out.
    uncovered: bool,
    /// What stands in each cell that is seen.
    pub(in crate::view) standing: Standing,
    /// What is on its way, each in its layer, counted from the bottom.
    pub(in crate::view) moving: Vec<(usize, Raised)>,
    /// The last picture that was painted.
    painted: Option<Painted>,
    /// Whether squares are seen at a slant.
    pub isometric: bool,
    /// What is marked on the board.
    pub marks: Marks,
    /// Looks that take the place of the game's own, from the next
    /// [`Painter::change_looks`] on.
    pub skin: Option<Skin>,
    /// The layers that are painted, from the bottom up.
    pub(in crate::view) layers: Vec<LayerId>,
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
            pointed: Pointed::default(),
            uncovered: false,
            standing: Standing::default(),
            moving: Vec::new(),
            painted: None,
            isometric: false,
            marks: Marks::default(),
            layers: Vec::new(),
            raised: Vec::new(),
        };
        let errors = painter.change_looks(session, folder);
        (painter, errors)
    }

    /// Takes over the looks of a session's game, or of another skin. Returns the pictures
    /// that cannot be read.
    pub fn change_looks(&mut self, session: &Session, folder: &Path) -> Vec<PictureError> {
        let looks = Looks::of(session.game(), self.skin.as_ref());
        let chosen = chosen_pictures(session);
        let sources = Sources { folder, chosen: &chosen };
        let (pictures, errors) = Pictures::load(&sources, looks.images(), &self.pictures);
        let other_pictures = self.pictures.take_over(pictures);
        // Most saves are of other rules, and to draw the same again takes its time.
        if other_pictures || !looks.draw_the_same(&self.looks) {
            self.sprites.clear();
        }
        self.looks = looks;
        self.forget_painted();
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
        &self.pointed.words
    }

    /// Every picture file that was looked at.
    #[must_use]
    pub fn seen(&self) -> &[Seen] {
        self.pictures.seen()
    }

    /// Paints a frame: all of it, or, where its buffer holds the picture that was painted last,
    /// what is other by now. Returns how long it stays true, if not for ever.
    pub fn paint(
        &mut self,
        frame: &mut Frame<'_>,
        session: &Session,
        caption: &Caption,
        moment: Moment,
    ) -> Option<Duration> {
        self.open = overlay::between_bars(frame, caption);
        let (step, moment) = moment.within(session.stages());
        let stage = session.stage(step);
        // The view has followed the turn with its first step.
        let gone = if step == 0 { moment.gone() } else { 1.0 };
        let layout = self.follow(frame, session, caption, gone);
        let mut scene = Scene::new(session, layout, moment, &stage);
        scene.moves |= self.camera.moves(gone);
        let mut damage = Damage::none(frame.part());
        self.find(frame, &mut scene, &mut damage);
        self.point(session, caption);
        let known = self.painted.take().filter(|last| frame.held() == Some(last.picture));
        let painted = self.describe(session, caption);
        match known {
            Some(last) => painted.compare(&last, frame, &layout, &mut damage),
            None => damage.all(),
        }
        if damage.is_all() {
            self.trouble = None;
        }
        for part in damage.areas() {
            self.paint_part(&mut frame.only(*part), &mut scene, &painted);
        }
        frame.hold(painted.picture);
        self.painted = Some(painted);
        scene.true_for()
    }

    /// Forgets what was painted, so that the next frame hangs on nothing of it.
    pub fn forget_painted(&mut self) {
        self.standing.forget();
        self.painted = None;
    }

    /// Where the board is to be shown, by now.
    fn follow(
        &mut self,
        frame: &Frame<'_>,
        session: &Session,
        caption: &Caption,
        gone: f64,
    ) -> Layout {
        self.camera.layout(&Scenery {
            board: Projection::of_board(session.board(), self.isometric),
            room: overlay::room(frame, caption, caption.taken),
            whole_room: overlay::room(frame, caption, 0),
            scale: caption.scale.max(50),
            follow: followed(session),
            gone,
        })
    }

    /// Tells all of a picture but the board.
    fn describe(&self, session: &Session, caption: &Caption) -> Painted {
        Painted {
            picture: Picture::new(),
            caption: caption.clone(),
            is_large: self.camera.is_large() || self.camera.is_close(),
            background: self.background(session),
            marks: self.marks.clone(),
            pointed: self.pointed.clone(),
            moving: self.moving.iter().map(|(_, thing)| self.area_of(thing)).collect(),
        }
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
        let mut scene = Scene::still(session, Layout::fit(board, room));
        self.painted = None;
        self.find(frame, &mut scene, &mut Damage::none(frame.part()));
        self.paint_board(frame, &mut scene);
    }

    /// Finds what stands where, and what is on its way. What stands there that did not is
    /// damaged.
    fn find(&mut self, frame: &Frame<'_>, scene: &mut Scene<'_>, damage: &mut Damage) {
        let layout = scene.layout;
        if self.sprites.reform(Form::of(layout.board(), layout.side())) {
            self.pictures.forget_sizes();
        }
        self.layers = self.layers(scene);
        self.moving.clear();
        if layout.side() < DOTS {
            self.standing.forget();
            self.raised.clear();
            return damage.all();
        }
        let ground = Ground {
            layout,
            layers: self.layers.clone(),
            solved: scene.solved,
            size: (frame.width(), frame.height()),
            sprites: self.sprites.stamp(),
        };
        self.look(scene, ground, damage);
        for (layer, at) in self.layers.clone().into_iter().zip(0..) {
            for motion in scene.motions(layer) {
                let tile = scene.board.get(layer, motion.to);
                let sprite = self.sprite(scene, layer, motion.to, tile);
                // It passes before whatever is behind the nearer one of its two cells.
                let cell = motion.to.max(motion.from);
                self.moving.push((at, Raised { cell, sprite, corner: scene.between(&motion) }));
            }
        }
        self.find_raised();
    }

    /// Paints what is seen in a part of a frame.
    fn paint_part(&mut self, frame: &mut Frame<'_>, scene: &mut Scene<'_>, painted: &Painted) {
        frame.clear(painted.background);
        self.paint_board(frame, scene);
        self.marks.paint_over(frame, &scene.layout);
        self.pointed.mark(frame, &scene.layout);
        let shown = Shown {
            pointed: &self.pointed.words,
            is_large: painted.is_large,
            trouble: self.trouble,
        };
        self.trouble = overlay::paint(frame, &mut self.text, &painted.caption, &shown);
    }

    /// Layer by layer: things that stay first, so that a thing that moves passes over
    /// them. What is wholly hidden is not painted. What reaches above its cell comes last,
    /// from the back to the front.
    fn paint_board(&mut self, frame: &mut Frame<'_>, scene: &mut Scene<'_>) {
        if scene.layout.side() < DOTS {
            let layers = self.layers.clone();
            return self.paint_dots(frame, scene, &layers);
        }
        let places: Vec<usize> = self.standing.places_in(frame.part()).collect();
        for layer in 0..self.layers.len() {
            for &place in &places {
                let (cell, corner) = self.standing.cells[place];
                let sprite = self.standing.sprite(layer, place);
                let opaque = self.sprites.is_opaque(sprite);
                self.put(frame, &Raised { cell, sprite, corner }, opaque);
            }
            for (_, thing) in self.moving.iter().filter(|(at, _)| *at == layer) {
                self.put(frame, thing, false);
            }
        }
        self.marks.paint(frame, &scene.layout);
        self.paint_raised(frame);
    }

    pub(in crate::view) fn sprite(
        &mut self,
        scene: &mut Scene<'_>,
        layer: LayerId,
        cell: Cell,
        tile: Tile,
    ) -> SpriteId {
        self.sprite_in(scene, layer, cell, tile).0
    }

    /// The sprite of what is in a cell, and whether it hangs on more than the tiles: on the
    /// time, or on how that has moved.
    pub(in crate::view) fn sprite_in(
        &mut self,
        scene: &mut Scene<'_>,
        layer: LayerId,
        cell: Cell,
        tile: Tile,
    ) -> (SpriteId, bool) {
        if tile == Tile::NONE {
            return (SpriteId::NONE, false);
        }
        let coarse = scene.layout.side() < COARSE;
        let how = (scene.solved, coarse);
        let id = self.looks.look_in(scene.board, how, cell, tile);
        let look = self.looks.get(id);
        let is_live = look.turn || !look.facing.is_empty() || !look.frames.is_empty();
        let pose = scene.pose(look, layer, cell);
        let (text, pictures) = (&mut self.text, &mut self.pictures);
        let mut materials = Materials { looks: &self.looks, text, pictures };
        (self.sprites.of(id, pose, &mut materials), is_live)
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
