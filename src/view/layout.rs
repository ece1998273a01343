//! Where the cells of a board are in a window. Knows no tile.

use std::ops::Range;

use crate::grid::{Cell, Topology};
use crate::view::frame::Area;

/// How large cells are shown: whole pixels a cell, or whole cells a pixel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scale {
    /// The side of what stands for a cell, in pixels, at least 1.
    side: u32,
    /// Of so many columns and rows one is shown; over 1 only where `side` is 1 or 2.
    step: u32,
}

impl Scale {
    /// Cells of that many pixels a side, at least 1.
    #[must_use]
    pub fn pixels(side: u32) -> Scale {
        Scale { side: side.max(1), step: 1 }
    }

    /// The largest scale at which the whole board fits into `room`.
    #[must_use]
    pub fn fitting(topology: Topology, room: Area) -> Scale {
        let (width, height) = (topology.width().max(1), topology.height().max(1));
        let side = (room.width / width).min(room.height / height);
        if side > 0 {
            return Scale::pixels(side);
        }
        let step = width.div_ceil(room.width.max(1)).max(height.div_ceil(room.height.max(1)));
        Scale { side: 1, step }
    }

    /// Pixels a cell.
    #[must_use]
    pub fn factor(self) -> f64 {
        f64::from(self.side) / f64::from(self.step)
    }

    /// The scale that is one step larger or smaller. Below two pixels a cell fewer cells
    /// are shown, not smaller ones: millions of dots cannot be scrolled smoothly.
    #[must_use]
    pub fn next(self, larger: bool) -> Scale {
        const SIDES: [u32; 14] = [2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192];
        match (larger, self.side, self.step) {
            (true, side, 1) => {
                let next = SIDES.into_iter().find(|next| *next > side);
                Scale::pixels(next.unwrap_or(side))
            }
            (true, 1, step) => Scale { side: 2, step },
            (true, _, 2) => Scale::pixels(2),
            (true, side, step) => Scale { side, step: step.div_ceil(2) },
            (false, side, 1) if side > 2 => {
                let next = SIDES.into_iter().rev().find(|next| *next < side);
                Scale::pixels(next.unwrap_or(2))
            }
            (false, side, step) => Scale { side, step: step * 2 },
        }
    }
}

/// A board in a window: whole, and centred in the part that is left for it, or a part of
/// it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    topology: Topology,
    scale: Scale,
    x: i32,
    y: i32,
}

impl Layout {
    /// The largest cells with which the whole board fits into `room`.
    #[must_use]
    pub fn fit(topology: Topology, room: Area) -> Layout {
        let middle = (f64::from(topology.width()) / 2.0, f64::from(topology.height()) / 2.0);
        Layout::around(topology, room, Scale::fitting(topology, room), middle)
    }

    /// Cells of that scale, with `middle` (columns and rows from the top left) in the
    /// middle of `room`.
    #[must_use]
    #[allow(clippy::cast_possible_truncation)] // a board's size in pixels fits an i32
    pub fn around(topology: Topology, room: Area, scale: Scale, middle: (f64, f64)) -> Layout {
        let start = |start: i32, room: u32, middle: f64| {
            start + (f64::from(room) / 2.0 - middle * scale.factor()).floor() as i32
        };
        Layout {
            topology,
            scale,
            x: start(room.x, room.width, middle.0),
            y: start(room.y, room.height, middle.1),
        }
    }

    /// How large cells are shown.
    #[must_use]
    pub fn scale(&self) -> Scale {
        self.scale
    }

    /// The side of what stands for a cell, in pixels, at least 1.
    #[must_use]
    pub fn side(&self) -> u32 {
        self.scale.side
    }

    /// The place at a pixel, in columns and rows from the top left of the board.
    #[must_use]
    pub fn place_at(&self, x: f64, y: f64) -> (f64, f64) {
        let along = |at: f64, start: i32| (at - f64::from(start)) / self.scale.factor();
        (along(x, self.x), along(y, self.y))
    }

    /// The cell at a pixel; nothing beside the board.
    #[must_use]
    pub fn cell_at(&self, x: f64, y: f64) -> Option<Cell> {
        let whole = |cells: f64| {
            let cells = cells.floor();
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // checked
            (0.0..f64::from(u32::MAX)).contains(&cells).then_some(cells as u32)
        };
        let (x, y) = self.place_at(x, y);
        self.topology.cell(whole(x)?, whole(y)?)
    }

    /// The top left pixel of a cell.
    #[must_use]
    pub fn corner(&self, cell: Cell) -> (i32, i32) {
        let (x, y) = self.topology.xy(cell);
        self.corner_of(x, y)
    }

    /// The columns and rows that are seen in a frame of that size, each as far as one is
    /// shown.
    #[must_use]
    pub fn in_view(&self, width: u32, height: u32) -> InView {
        let side = i64::from(self.scale.side);
        let along = |start: i32, room: u32, cells: u32| {
            let shown = i64::from(cells.div_ceil(self.scale.step));
            let first = (-i64::from(start)).div_euclid(side).clamp(0, shown);
            let last = (i64::from(room) - i64::from(start) + side - 1).div_euclid(side);
            let index = |at: i64| u32::try_from(at).unwrap_or(0) * self.scale.step;
            index(first)..index(last.clamp(first, shown))
        };
        let columns = along(self.x, width, self.topology.width());
        let rows = along(self.y, height, self.topology.height());
        InView { layout: *self, columns, rows }
    }

    fn corner_of(&self, x: u32, y: u32) -> (i32, i32) {
        let Scale { side, step } = self.scale;
        let pixels = |cells: u32| i32::try_from(cells / step * side).unwrap_or(i32::MAX);
        (self.x.saturating_add(pixels(x)), self.y.saturating_add(pixels(y)))
    }
}

/// What is seen of a board in a frame.
#[derive(Clone, Debug)]
pub struct InView {
    layout: Layout,
    columns: Range<u32>,
    rows: Range<u32>,
}

impl InView {
    /// Of so many columns and rows one is shown.
    pub fn step(&self) -> usize {
        self.layout.scale.step as usize
    }

    /// Every row that is shown: the places of its cells in a layer, and the top left pixel
    /// of the first.
    pub fn rows(&self) -> impl Iterator<Item = (Range<usize>, (i32, i32))> {
        let Layout { topology, scale, .. } = self.layout;
        let step = scale.step as usize;
        self.rows.clone().step_by(step).map(move |y| {
            let place = |x: u32| (y * topology.width() + x) as usize;
            let cells = place(self.columns.start)..place(self.columns.end.min(topology.width()));
            (cells, self.layout.corner_of(self.columns.start, y))
        })
    }

    /// Every cell that is shown, row by row, with its top left pixel.
    pub fn cells(&self) -> impl Iterator<Item = (Cell, (i32, i32))> {
        let Layout { topology, scale, .. } = self.layout;
        let step = scale.step as usize;
        self.rows.clone().step_by(step).flat_map(move |y| {
            let columns = self.columns.clone().step_by(step);
            columns.map(move |x| (Cell(y * topology.width() + x), self.layout.corner_of(x, y)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_board_is_whole_and_centred_at_any_size() {
        let board = Topology::square(7, 5).unwrap();
        for (width, height) in [(640, 480), (333, 777), (70, 50), (71, 59), (1920, 200)] {
            let room = Area { x: 0, y: 10, width, height };
            let layout = Layout::fit(board, room);
            for cell in board.cells() {
                let (x, y) = layout.corner(cell);
                let (x, y, side) = (f64::from(x), f64::from(y), f64::from(layout.side()));
                assert_eq!(layout.cell_at(x, y), Some(cell));
                assert_eq!(layout.cell_at(x + side - 0.5, y + side - 0.5), Some(cell));
            }
            let (left, top) = layout.corner(Cell(0));
            assert_eq!(layout.cell_at(f64::from(left) - 0.5, f64::from(top)), None);
            let (right, bottom) = layout.corner(Cell(34));
            let side = i32::try_from(layout.side()).unwrap();
            let (width, height) = (i32::try_from(width).unwrap(), i32::try_from(height).unwrap());
            let (after, below) = (width - right - side, height + 10 - bottom - side);
            assert!(left >= 0 && after >= 0 && (left - after).abs() <= 1);
            assert!(top >= 10 && below >= 0 && (top - 10 - below).abs() <= 1);
        }
    }

    #[test]
    fn only_what_is_in_the_frame_is_seen_and_all_of_it() {
        let board = Topology::square(50, 40).unwrap();
        let room = Area { x: 0, y: 0, width: 100, height: 60 };
        for (side, middle) in
            [(1, (25.0, 20.0)), (8, (0.3, 39.9)), (16, (24.7, 3.1)), (90, (9.5, 9.5))]
        {
            let layout = Layout::around(board, room, Scale::pixels(side), middle);
            let seen: Vec<Cell> = layout.in_view(100, 60).cells().map(|(cell, _)| cell).collect();
            let side = i32::try_from(side).unwrap();
            let inside = |cell: &Cell| {
                let (x, y) = layout.corner(*cell);
                x < 100 && y < 60 && x + side > 0 && y + side > 0
            };
            let expected: Vec<Cell> = board.cells().filter(inside).collect();
            assert_eq!(seen, expected, "{side} {middle:?}");
        }
    }

    #[test]
    fn a_board_of_more_cells_than_pixels_is_shown_in_part_of_its_cells() {
        let board = Topology::square(1000, 300).unwrap();
        let room = Area { x: 5, y: 7, width: 101, height: 101 };
        let layout = Layout::fit(board, room);
        let seen: Vec<_> = layout.in_view(200, 200).cells().collect();
        assert_eq!(seen.len(), 100 * 30);
        for (cell, (x, y)) in seen {
            assert!((5..106).contains(&x) && (7..108).contains(&y));
            assert_eq!(layout.cell_at(f64::from(x), f64::from(y)), Some(cell));
        }
    }

    #[test]
    fn scales_go_up_and_down_in_steps() {
        let mut scale = Scale { side: 1, step: 7 };
        let mut factors = Vec::new();
        for _ in 0..8 {
            factors.push(scale.factor());
            scale = scale.next(true);
        }
        assert!(
            factors.windows(2).all(|two| two[0] < two[1] && two[1] < two[0] * 2.1),
            "{factors:?}"
        );
        assert_eq!(Scale::pixels(31).next(false), Scale::pixels(24));
        assert_eq!(Scale::pixels(2).next(false), Scale { side: 2, step: 2 });
        assert_eq!(Scale::pixels(1).next(false), Scale { side: 1, step: 2 });
        assert_eq!(Scale::pixels(192).next(true), Scale::pixels(192));
    }
}
