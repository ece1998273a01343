//! Which part of a board is shown and how large, where it need not be the whole. Knows
//! no tile.

use crate::grid::Cell;
use crate::view::frame::Area;
use crate::view::layout::{Layout, Scale};
use crate::view::projection::Projection;

/// How large cells are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Zoom {
    /// The whole board, unless its cells would be too small to be told apart.
    #[default]
    Readable,
    /// The whole board in any case.
    Whole,
    /// As the player has set it, as long as that is larger than the whole board.
    Set(Scale),
    /// This, whatever the room.
    Exactly(Scale),
}

/// Cells smaller than this, in points, are not readable.
const READABLE: f64 = 10.0;

/// Cells of a board that is not shown whole by itself, in points.
const CLOSE: f64 = 28.0;

/// What is followed stays so far from the edge of the room, as a part of it.
const MARGIN: f64 = 0.3;

/// A view of a board.
#[derive(Clone, Debug, Default)]
pub struct Camera {
    zoom: Zoom,
    /// What is in the middle of the room, in sides of a cell from the top left.
    middle: (f64, f64),
    /// What was there before the last step.
    before: (f64, f64),
    followed: Option<Cell>,
    /// How much of the last step was over when it was last shown.
    gone: f64,
    board: Projection,
    /// Where the board is and how it is shown there.
    shown: Option<(Layout, Area)>,
    /// Whether its cells are too small to be read when all of it is shown.
    is_large: bool,
    /// How the board was looked at before all of it was shown.
    left: Option<(Zoom, (f64, f64))>,
}

/// What a view depends on.
#[derive(Clone, Copy, Debug)]
pub struct Scenery {
    /// The board.
    pub board: Projection,
    /// The part of the window that is left for it.
    pub room: Area,
    /// The same without panels beside it: what is shown must not hang on them.
    pub whole_room: Area,
    /// Pixels a point, in hundredths.
    pub scale: u32,
    /// The cell that is to stay in sight.
    pub follow: Option<Cell>,
    /// How much of the last step is over, from 0 to 1.
    pub gone: f64,
}

impl Camera {
    /// Where the board is to be shown.
    pub fn layout(&mut self, scenery: &Scenery) -> Layout {
        let Scenery { board, room, .. } = *scenery;
        let fitting = Scale::fitting(board, room);
        let points = f64::from(scenery.scale) / 100.0;
        let alone = Scale::fitting(board, scenery.whole_room);
        self.is_large = alone.factor() < READABLE * points;
        let scale = self.scale(fitting, points);
        if board != self.board {
            let (width, height) = board.extent();
            let middle = (width / 2.0, height / 2.0);
            (self.middle, self.before, self.followed, self.left) = (middle, middle, None, None);
            self.board = board;
        }
        self.follow(scenery, scale);
        let layout = if scale == fitting {
            Layout::fit(board, room)
        } else {
            self.middle = within(board, room, scale, self.middle);
            let before = within(board, room, scale, self.before);
            let along = |from: f64, to: f64| from + (to - from) * scenery.gone;
            let middle = (along(before.0, self.middle.0), along(before.1, self.middle.1));
            Layout::around(board, room, scale, middle)
        };
        self.shown = Some((layout, room));
        layout
    }

    /// Where the board was last shown.
    #[must_use]
    pub fn shown(&self) -> Option<Layout> {
        self.shown.map(|(layout, _)| layout)
    }

    /// Whether the board is on its way, with so much of the last step over.
    #[must_use]
    pub fn moves(&self, gone: f64) -> bool {
        gone < 1.0 && self.is_close() && self.before != self.middle
    }

    /// Whether less than the whole board is shown.
    #[must_use]
    pub fn is_close(&self) -> bool {
        self.shown.is_some_and(|(layout, room)| {
            layout.scale().factor() > Scale::fitting(self.board, room).factor()
        })
    }

    /// Whether the cells of the whole board are too small to be read.
    #[must_use]
    pub fn is_large(&self) -> bool {
        self.is_large
    }

    /// Makes cells larger or smaller by a number of steps; what is at a pixel stays there,
    /// or what is in the middle.
    pub fn zoom(&mut self, steps: i32, at: Option<(f64, f64)>) {
        let Some((layout, room)) = self.shown else {
            return;
        };
        let middle = |start: i32, room: u32| f64::from(start) + f64::from(room) / 2.0;
        let (x, y) = at.unwrap_or((middle(room.x, room.width), middle(room.y, room.height)));
        let fitting = Scale::fitting(self.board, room);
        let mut scale = layout.scale();
        for _ in 0..steps.unsigned_abs().min(100) {
            scale = scale.next(steps > 0);
            if scale.factor() <= fitting.factor() {
                break;
            }
        }
        self.zoom = Zoom::Set(scale);
        if scale.factor() <= fitting.factor() {
            self.zoom = Zoom::Whole;
            return;
        }
        let (column, row) = layout.place_at(x, y);
        let right = (x - middle(room.x, room.width)) / scale.factor();
        let down = (y - middle(room.y, room.height)) / scale.factor();
        self.stand_at((column - right, row - down), scale);
    }

    /// Moves the board by so many pixels.
    pub fn drag(&mut self, (right, down): (f64, f64)) {
        if let Some((layout, _)) = self.shown {
            let factor = layout.scale().factor();
            let (column, row) = self.middle;
            self.stand_at((column - right / factor, row - down / factor), layout.scale());
        }
    }

    /// Moves the view by a third of what is shown.
    pub fn scroll(&mut self, (right, down): (i32, i32)) {
        if let Some((_, room)) = self.shown {
            let pixels = |room: u32, way: i32| -f64::from(room) / 3.0 * f64::from(way);
            self.drag((pixels(room.width, right), pixels(room.height, down)));
        }
    }

    /// Shows the whole board, or, if it is whole already, what was shown before that.
    pub fn fit(&mut self) {
        if self.is_close() {
            self.left = Some((self.zoom, self.middle));
            self.zoom = Zoom::Whole;
        } else if let Some((zoom, middle)) = self.left.take() {
            (self.zoom, self.middle, self.before) = (zoom, middle, middle);
        } else {
            (self.zoom, self.followed) = (Zoom::Readable, None);
        }
    }

    /// Shows cells of that size from now on.
    pub fn show_at(&mut self, scale: Scale) {
        self.zoom = Zoom::Exactly(scale);
    }

    /// Shows the whole board from now on.
    pub fn show_whole(&mut self) {
        self.zoom = Zoom::Whole;
    }

    fn scale(&self, fitting: Scale, points: f64) -> Scale {
        match self.zoom {
            Zoom::Exactly(scale) => scale,
            Zoom::Readable if self.is_large => {
                #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // a few
                Scale::pixels((CLOSE * points).round() as u32)
            }
            Zoom::Set(scale) if scale.factor() > fitting.factor() => scale,
            Zoom::Readable | Zoom::Whole | Zoom::Set(_) => fitting,
        }
    }

    /// Keeps what is followed in sight, if it has moved.
    fn follow(&mut self, scenery: &Scenery, scale: Scale) {
        let another_step = scenery.gone < std::mem::replace(&mut self.gone, scenery.gone);
        let Some(cell) = scenery.follow.filter(|cell| self.followed != Some(*cell)) else {
            if another_step {
                self.before = self.middle;
            }
            return;
        };
        let place = scenery.board.middle(cell);
        let room = |pixels: u32| f64::from(pixels) / scale.factor() * (0.5 - MARGIN);
        let near = |middle: f64, place: f64, room: f64| middle.clamp(place - room, place + room);
        self.before = self.middle;
        self.middle = match self.followed {
            None => place,
            Some(_) => (
                near(self.middle.0, place.0, room(scenery.room.width)),
                near(self.middle.1, place.1, room(scenery.room.height)),
            ),
        };
        if self.followed.is_none() {
            self.before = self.middle;
        }
        self.followed = Some(cell);
    }

    /// From now on that is in the middle.
    fn stand_at(&mut self, middle: (f64, f64), scale: Scale) {
        if let Some((_, room)) = self.shown {
            self.middle = within(self.board, room, scale, middle);
            self.before = self.middle;
        }
    }
}

/// The middle that is nearest to the one wanted, of those that show nothing beside the
/// board where there is enough of it.
fn within(board: Projection, room: Area, scale: Scale, middle: (f64, f64)) -> (f64, f64) {
    let along = |middle: f64, cells: f64, pixels: u32| {
        let half = f64::from(pixels) / scale.factor() / 2.0;
        if cells <= 2.0 * half { cells / 2.0 } else { middle.clamp(half, cells - half) }
    };
    let (width, height) = board.extent();
    (along(middle.0, width, room.width), along(middle.1, height, room.height))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Topology;

    const ROOM: Area = Area { x: 10, y: 40, width: 600, height: 400 };

    fn scenery(side: u32, follow: Option<u32>) -> Scenery {
        let board = Projection::flat(Topology::square(side, side).unwrap());
        let follow = follow.map(Cell);
        Scenery { board, room: ROOM, whole_room: ROOM, scale: 100, follow, gone: 1.0 }
    }

    #[test]
    fn a_small_board_is_shown_whole_and_a_large_one_near_what_is_followed() {
        let mut camera = Camera::default();
        assert_eq!(camera.layout(&scenery(20, None)), Layout::fit(scenery(20, None).board, ROOM));
        assert!(!camera.is_close());
        let layout = camera.layout(&scenery(200, Some(100 * 200 + 50)));
        assert!(camera.is_close());
        assert_eq!(layout.cell_at(310.0, 240.0), Some(Cell(100 * 200 + 50)));
    }

    #[test]
    fn what_is_under_the_mouse_stays_there_when_it_is_zoomed() {
        let mut camera = Camera::default();
        let scenery = scenery(200, Some(100 * 200 + 100));
        let mut layout = camera.layout(&scenery);
        for steps in [1, 1, 2, -1, -2, 1] {
            let at = (123.0, 301.0);
            let before = layout.place_at(at.0, at.1);
            camera.zoom(steps, Some(at));
            layout = camera.layout(&scenery);
            let after = layout.place_at(at.0, at.1);
            let pixel = 1.0 / layout.scale().factor();
            assert!((before.0 - after.0).abs() <= pixel && (before.1 - after.1).abs() <= pixel);
        }
        camera.zoom(-20, None);
        assert_eq!(camera.layout(&scenery), Layout::fit(scenery.board, ROOM));
    }

    #[test]
    fn a_drag_moves_the_board_with_the_hand_as_far_as_there_is_board() {
        let mut camera = Camera::default();
        let scenery = scenery(200, Some(100 * 200 + 100));
        let before = camera.layout(&scenery).corner(Cell(0));
        camera.drag((-56.0, 28.0));
        let after = camera.layout(&scenery).corner(Cell(0));
        assert_eq!((after.0 - before.0, after.1 - before.1), (-56, 28));
        camera.drag((1e9, 1e9));
        assert_eq!(camera.layout(&scenery).corner(Cell(0)), (ROOM.x, ROOM.y));
    }

    #[test]
    fn what_is_followed_stays_in_sight_and_what_was_dragged_away_stays_away_until_it_moves() {
        let mut camera = Camera::default();
        let start = 100 * 200 + 20;
        for step in 0..100 {
            let layout = camera.layout(&scenery(200, Some(start + step)));
            let (x, y) = layout.corner(Cell(start + step));
            assert!((150..460).contains(&x) && (150..290).contains(&y), "{step}: {x}, {y}");
        }
        camera.drag((-2000.0, 0.0));
        let away = camera.layout(&scenery(200, Some(start + 99)));
        assert!(away.corner(Cell(start + 99)).0 < 0);
        let back = camera.layout(&scenery(200, Some(start + 98)));
        assert!((150..460).contains(&back.corner(Cell(start + 98)).0));
    }

    #[test]
    fn one_key_shows_all_and_then_what_was_seen_before() {
        let mut camera = Camera::default();
        let scenery = scenery(200, Some(100 * 200 + 50));
        let close = camera.layout(&scenery);
        camera.fit();
        assert_eq!(camera.layout(&scenery), Layout::fit(scenery.board, ROOM));
        camera.fit();
        assert_eq!(camera.layout(&scenery), close);
        camera.zoom(3, None);
        camera.drag((-300.0, 100.0));
        let elsewhere = camera.layout(&scenery);
        assert_ne!(elsewhere, close);
        camera.fit();
        camera.layout(&scenery);
        camera.fit();
        assert_eq!(camera.layout(&scenery), elsewhere);
    }

    #[test]
    fn panels_beside_a_board_do_not_change_whether_all_of_it_is_shown() {
        let mut camera = Camera::default();
        let alone = scenery(38, Some(100));
        assert_eq!(camera.layout(&alone), Layout::fit(alone.board, ROOM));
        let beside = Scenery { room: Area { width: 250, ..ROOM }, ..alone };
        assert_eq!(camera.layout(&beside), Layout::fit(alone.board, beside.room));
    }
}
