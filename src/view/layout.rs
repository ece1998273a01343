//! Where the cells of a board are in a window. Knows no tile.

use crate::grid::{Cell, Topology};
use crate::view::frame::Area;

/// A board of whole pixels, centred in the part of a window that is left for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    topology: Topology,
    /// The side of a cell in pixels, at least 1.
    side: u32,
    x: i32,
    y: i32,
}

impl Layout {
    /// The largest cells with which the whole board fits into `room`.
    #[must_use]
    pub fn fit(topology: Topology, room: Area) -> Layout {
        let across = room.width / topology.width().max(1);
        let down = room.height / topology.height().max(1);
        let side = across.min(down).max(1);
        let middle = |start: i32, room: u32, cells: u32| {
            let left = i64::from(room) - i64::from(cells) * i64::from(side);
            start + i32::try_from(left / 2).unwrap_or(0)
        };
        Layout {
            topology,
            side,
            x: middle(room.x, room.width, topology.width()),
            y: middle(room.y, room.height, topology.height()),
        }
    }

    /// The side of a cell in pixels.
    #[must_use]
    pub fn side(&self) -> u32 {
        self.side
    }

    /// The cell at a pixel; nothing beside the board.
    #[must_use]
    pub fn cell_at(&self, x: f64, y: f64) -> Option<Cell> {
        let along = |at: f64, start: i32| {
            let cells = ((at - f64::from(start)) / f64::from(self.side)).floor();
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // checked
            (0.0..f64::from(u32::MAX)).contains(&cells).then_some(cells as u32)
        };
        self.topology.cell(along(x, self.x)?, along(y, self.y)?)
    }

    /// The top left pixel of a cell.
    #[must_use]
    pub fn corner(&self, cell: Cell) -> (i32, i32) {
        let (x, y) = self.topology.xy(cell);
        let pixels = |cells: u32| i32::try_from(cells * self.side).unwrap_or(i32::MAX);
        (self.x.saturating_add(pixels(x)), self.y.saturating_add(pixels(y)))
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
}
