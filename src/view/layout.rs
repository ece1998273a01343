//! Where the cells of a board are in a window. Knows no tile.

use std::ops::Range;

use crate::grid::Cell;
use crate::view::frame::Area;
use crate::view::projection::{PITCH, Projection};

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
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // a window's size
    pub fn fitting(board: Projection, room: Area) -> Scale {
        let (width, height) = board.extent();
        let (width, height) = (width.max(1.0), height.max(1.0));
        let side = (f64::from(room.width) / width).min(f64::from(room.height) / height);
        if side >= 1.0 {
            // Half a cell of these is whole pixels, too.
            let even = !board.is_plain() && side >= 8.0;
            return Scale::pixels(if even { side as u32 & !1 } else { side as u32 });
        }
        let steps = |cells: f64, room: u32| (cells / f64::from(room.max(1))).ceil() as u32;
        Scale { side: 1, step: steps(width, room.width).max(steps(height, room.height)) }
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
    board: Projection,
    scale: Scale,
    x: i32,
    y: i32,
}

impl Layout {
    /// The largest cells with which the whole board fits into `room`.
    #[must_use]
    pub fn fit(board: Projection, room: Area) -> Layout {
        let (width, height) = board.extent();
        let middle = (width / 2.0, height / 2.0);
        Layout::around(board, room, Scale::fitting(board, room), middle)
    }

    /// Cells of that scale, with `middle` (in sides of a cell from the top left) in the
    /// middle of `room`.
    #[must_use]
    #[allow(clippy::cast_possible_truncation)] // a board's size in pixels fits an i32
    pub fn around(board: Projection, room: Area, scale: Scale, middle: (f64, f64)) -> Layout {
        let start = |start: i32, room: u32, middle: f64| {
            start + (f64::from(room) / 2.0 - middle * scale.factor()).floor() as i32
        };
        Layout {
            board,
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

    /// How the board lies.
    #[must_use]
    pub fn board(&self) -> Projection {
        self.board
    }

    /// The place at a pixel, in sides of a cell from the top left of the board.
    #[must_use]
    pub fn place_at(&self, x: f64, y: f64) -> (f64, f64) {
        let along = |at: f64, start: i32| (at - f64::from(start)) / self.scale.factor();
        (along(x, self.x), along(y, self.y))
    }

    /// The cell at a pixel; nothing beside the board.
    #[must_use]
    pub fn cell_at(&self, x: f64, y: f64) -> Option<Cell> {
        self.board.cell_at(self.place_at(x, y))
    }

    /// The top left pixel of a cell's box.
    #[must_use]
    pub fn corner(&self, cell: Cell) -> (i32, i32) {
        let (x, y) = self.board.topology().xy(cell);
        self.corner_of(x, y)
    }

    /// The pixel in the middle of a cell.
    #[must_use]
    pub fn middle(&self, cell: Cell) -> (i32, i32) {
        let (x, y) = self.corner(cell);
        let half = |pixels: u32| i32::try_from(pixels / 2).unwrap_or(0);
        let (width, height) = self.board.size_of_box(self.scale.side);
        (x + half(width), y + half(height))
    }

    /// What is seen in a frame of that size of the board.
    #[must_use]
    pub fn in_view(&self, width: u32, height: u32) -> InView {
        let size = (i64::from(width), i64::from(height));
        let rows = match self.board.is_isometric() {
            true => self.slanted_rows(size),
            false => self.level_rows(size),
        };
        let lengths = rows.iter().map(|(_, columns)| columns.len());
        let firsts = lengths.scan(0, |next, length| Some(std::mem::replace(next, *next + length)));
        InView { layout: *self, firsts: firsts.collect(), rows }
    }

    /// What is seen in a part of a frame.
    fn seen_in(&self, part: Area) -> InView {
        let moved = Layout { x: self.x - part.x, y: self.y - part.y, ..*self };
        moved.in_view(part.width, part.height)
    }

    /// The box of a cell.
    #[must_use]
    pub fn area_of(&self, cell: Cell) -> Area {
        let ((x, y), (width, height)) =
            (self.corner(cell), self.board.size_of_box(self.scale.side));
        Area { x, y, width, height }
    }

    /// The rows of a board that is seen from above, each as far as one is shown.
    fn level_rows(&self, (width, height): (i64, i64)) -> Vec<(u32, Range<u32>)> {
        let topology = self.board.topology();
        // A row of hexagons begins where the one above has not ended yet, and every second
        // one half a cell later.
        let (pitch, slack) = if topology.is_hex() { (PITCH, 1) } else { (1.0, 0) };
        #[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)] // a window
        let along = |start: i32, room: i64, cells: u32, pitch: f64| {
            let side = f64::from(self.scale.side) * pitch;
            let shown = i64::from(cells.div_ceil(self.scale.step));
            let first = (-f64::from(start) / side).floor() as i64 - slack;
            let last = ((room as f64 - f64::from(start)) / side).ceil() as i64 + slack;
            let index = |at: i64| u32::try_from(at).unwrap_or(0) * self.scale.step;
            let first = first.clamp(0, shown);
            index(first)..index(last.clamp(first, shown))
        };
        let columns = along(self.x, width, topology.width(), 1.0);
        let rows = along(self.y, height, topology.height(), pitch);
        let rows = rows.step_by(self.scale.step as usize);
        rows.map(|row| (row, columns.start..columns.end.min(topology.width()))).collect()
    }

    /// The rows of a board at a slant: of each the columns that may be seen, with what
    /// stands on them.
    fn slanted_rows(&self, (width, height): (i64, i64)) -> Vec<(u32, Range<u32>)> {
        let topology = self.board.topology();
        let (columns, count) = (i64::from(topology.width()), topology.height());
        let (side, step) = (i64::from(self.scale.side), i64::from(self.scale.step));
        let (left, top) = (i64::from(self.x), i64::from(self.y));
        let (across, down) = self.board.corner_seen();
        let (across, down) = (i64::from(across), i64::from(down));
        let row = |row: u32| {
            let y = i64::from(row);
            let before = y + across - 1;
            let cells = |pixels: i64| (pixels * step).div_euclid(side);
            let below = down - y;
            let first = (cells(-left) + before - 2).max(2 * cells(-top) + below - 6);
            let last = (cells(width - left) + before + 3).min(2 * cells(height - top) + below + 6);
            let first = first.clamp(0, columns);
            let index =
                |at: i64| u32::try_from(at).unwrap_or(0) / self.scale.step * self.scale.step;
            (row, index(first)..u32::try_from(last.clamp(first, columns)).unwrap_or(0))
        };
        let rows = (0..count).step_by(self.scale.step as usize).map(row);
        rows.filter(|(_, columns)| !columns.is_empty()).collect()
    }

    fn corner_of(&self, x: u32, y: u32) -> (i32, i32) {
        let Scale { side, step } = self.scale;
        let (right, down) = self.board.corner((x, y), (side, step));
        let pixels = |pixels: i64| i32::try_from(pixels).unwrap_or(i32::MAX);
        (self.x.saturating_add(pixels(right)), self.y.saturating_add(pixels(down)))
    }
}

/// What is seen of a board in a frame.
#[derive(Clone, Debug)]
pub struct InView {
    layout: Layout,
    /// Each row that is shown, and its columns.
    rows: Vec<(u32, Range<u32>)>,
    /// The place of the first cell of each of them, where every cell is shown.
    firsts: Vec<usize>,
}

impl InView {
    /// Of so many columns and rows one is shown.
    pub fn step(&self) -> usize {
        self.layout.scale.step as usize
    }

    /// Every row that is shown: the places of its cells in a layer, and the top left pixel
    /// of the first.
    pub fn rows(&self) -> impl Iterator<Item = (Range<usize>, (i32, i32))> {
        let width = self.layout.board.topology().width();
        self.rows.iter().map(move |(y, columns)| {
            let place = |x: u32| (y * width + x) as usize;
            let cells = place(columns.start)..place(columns.end);
            (cells, self.layout.corner_of(columns.start, *y))
        })
    }

    /// The place of a cell among [`InView::cells`], where every cell is shown.
    pub fn place_of(&self, cell: Cell) -> Option<usize> {
        let (x, y) = self.layout.board.topology().xy(cell);
        let row = self.rows.binary_search_by_key(&y, |(y, _)| *y).ok()?;
        let columns = &self.rows[row].1;
        columns.contains(&x).then(|| self.firsts[row] + (x - columns.start) as usize)
    }

    /// The places of the cells that may be seen in a part of the frame.
    pub fn places_in(&self, part: Area) -> impl Iterator<Item = usize> {
        let rows = self.layout.seen_in(part).rows.into_iter();
        rows.flat_map(|(y, seen)| {
            let row = self.rows.binary_search_by_key(&y, |(y, _)| *y).ok();
            row.map_or(0..0, |row| {
                let columns = &self.rows[row].1;
                let first = seen.start.clamp(columns.start, columns.end);
                let last = seen.end.clamp(first, columns.end);
                let place = |x: u32| self.firsts[row] + (x - columns.start) as usize;
                place(first)..place(last)
            })
        })
    }

    /// The places in a layer of all cells that are shown, and of all around them.
    pub fn around(&self) -> Vec<Range<usize>> {
        // The rows of a board at a slant begin and end one cell apart.
        const MORE: u32 = 2;
        let topology = self.layout.board.topology();
        let above = self.rows.first().and_then(|(y, c)| Some((y.checked_sub(1)?, c)));
        let below = self.rows.last().map(|(y, c)| (*y + 1, c));
        let below = below.filter(|(y, _)| *y < topology.height());
        let rows = self.rows.iter().map(|(y, columns)| (*y, columns));
        let rows = above.into_iter().chain(rows).chain(below);
        let wider = rows.map(|(y, columns)| {
            let last = (columns.end + MORE).min(topology.width());
            let place = |x: u32| (y * topology.width() + x) as usize;
            place(columns.start.saturating_sub(MORE))..place(last)
        });
        wider.collect()
    }

    /// Every cell that is shown, row by row, with the top left pixel of its box.
    pub fn cells(&self) -> impl Iterator<Item = (Cell, (i32, i32))> {
        let (width, step) = (self.layout.board.topology().width(), self.step());
        self.rows.iter().flat_map(move |(y, columns)| {
            let columns = columns.clone().step_by(step);
            columns.map(move |x| (Cell(y * width + x), self.layout.corner_of(x, *y)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Tiling, Topology};

    fn squares(width: u32, height: u32) -> Projection {
        Projection::flat(Topology::square(width, height).unwrap())
    }

    #[test]
    fn the_board_is_whole_and_centred_at_any_size() {
        let board = squares(7, 5);
        for (width, height) in [(640, 480), (333, 777), (70, 50), (71, 59), (1920, 200)] {
            let room = Area { x: 0, y: 10, width, height };
            let layout = Layout::fit(board, room);
            for cell in board.topology().cells() {
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
        let board = squares(50, 40);
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
            let expected: Vec<Cell> = board.topology().cells().filter(inside).collect();
            assert_eq!(seen, expected, "{side} {middle:?}");
        }
    }

    #[test]
    fn no_hexagon_and_no_slanted_square_in_the_frame_is_left_out() {
        let room = Area { x: 0, y: 0, width: 100, height: 60 };
        let hex = Topology::of(50, 40, Tiling::HexEven).unwrap();
        let slanted = Projection::of(Topology::square(50, 40).unwrap(), true);
        for board in [Projection::flat(hex), slanted] {
            let (width, height) = board.extent();
            for (side, across, down) in
                [(4, 0.5, 0.5), (8, 0.1, 0.9), (16, 0.4, 0.2), (90, 0.3, 0.6)]
            {
                let middle = (width * across, height * down);
                let layout = Layout::around(board, room, Scale::pixels(side), middle);
                let seen: Vec<Cell> = layout.in_view(100, 60).cells().map(|(c, _)| c).collect();
                let (wide, high) = board.size_of_box(side);
                let (wide, high) = (i32::try_from(wide).unwrap(), i32::try_from(high).unwrap());
                let inside = |cell: &Cell| {
                    let (x, y) = layout.corner(*cell);
                    x < 100 && y < 60 && x + wide > 0 && y + high > 0
                };
                let missing = board.topology().cells().filter(inside).find(|c| !seen.contains(c));
                assert_eq!(missing, None, "{board:?} {side}");
                // And not very many more than there are.
                let count = board.topology().cells().filter(inside).count();
                assert!(seen.len() < 3 * count + 100, "{board:?} {side} {} {count}", seen.len());
            }
        }
    }

    #[test]
    fn a_board_of_more_cells_than_pixels_is_shown_in_part_of_its_cells() {
        let board = squares(1000, 300);
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
