//! Where the cells of a board are on the screen, in columns and rows. A cell is twice as
//! many columns wide as it is rows high, so that it is about square; every other row of
//! hexagons lies half a cell further to the right. Knows no tile.

use ratatui::layout::Rect;

use crate::grid::{Cell, Topology};

/// What is followed stays so far from the edge of the room, as a part of it.
const MARGIN: f64 = 0.3;

/// A board in its room.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    board: Topology,
    /// The rows of a cell, at least 1.
    side: u16,
    room: Rect,
    /// The column and row of the board that are at the top left of the room; less than 0
    /// where there is more room than board.
    corner: (i32, i32),
    followed: Option<Cell>,
}

impl Default for Place {
    /// No board, in no room.
    fn default() -> Place {
        let (board, room) = (Topology::default(), Rect::default());
        Place { board, side: 1, room, corner: (0, 0), followed: None }
    }
}

/// What a place depends on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scenery {
    pub board: Topology,
    /// How many characters the longest word in a cell has.
    pub word: usize,
    pub room: Rect,
    /// The cell that is to stay in sight.
    pub follow: Option<Cell>,
}

impl Place {
    /// Where the board is now, after it was here.
    #[must_use]
    pub fn then(self, scenery: &Scenery) -> Place {
        let Scenery { board, word, room, follow } = *scenery;
        let side = side(board, word, room);
        let is_same = board == self.board && side == self.side && room == self.room;
        let mut place = Place { board, side, room, ..self };
        if !is_same {
            let (width, height) = place.extent();
            let middle = |cells: i32, room: u16| (cells - i32::from(room)) / 2;
            place.corner = (middle(width, room.width), middle(height, room.height));
        }
        if let Some(cell) = follow
            && !(is_same && self.followed == follow)
        {
            place.keep_in_sight(cell);
        }
        place.followed = follow;
        place.corner = place.within(place.corner);
        place
    }

    /// The part of the screen that the board is seen in.
    pub fn room(&self) -> Rect {
        self.room
    }

    /// The rows of a cell; it has twice as many columns.
    pub fn side(&self) -> u16 {
        self.side
    }

    /// Whether less than the whole board is shown.
    pub fn is_close(&self) -> bool {
        let (width, height) = self.extent();
        width > i32::from(self.room.width) || height > i32::from(self.room.height)
    }

    /// Shows what lies that way, by a third of the room.
    pub fn scroll(&mut self, (right, down): (i32, i32)) {
        let third = |way: i32, room: u16| way * (i32::from(room) / 3).max(1);
        let (x, y) = self.corner;
        let corner = (x + third(right, self.room.width), y + third(down, self.room.height));
        self.corner = self.within(corner);
    }

    /// The top left of a cell on the screen.
    pub fn at(&self, cell: Cell) -> (i32, i32) {
        let (x, y) = self.on_board(cell);
        let (left, top) = self.corner;
        (x - left + i32::from(self.room.x), y - top + i32::from(self.room.y))
    }

    /// The cell that is seen at a column and row of the screen.
    pub fn cell_at(&self, column: u16, row: u16) -> Option<Cell> {
        if !self.room.contains((column, row).into()) {
            return None;
        }
        let (left, top) = self.corner;
        let side = i32::from(self.side);
        let y = i32::from(row - self.room.y) + top;
        let y = u32::try_from(y.div_euclid(side)).ok()?;
        let x = i32::from(column - self.room.x) + left - self.shift(y);
        let x = u32::try_from(x.div_euclid(2 * side)).ok()?;
        self.board.cell(x, y)
    }

    /// All cells of which something is seen.
    pub fn cells(&self) -> Vec<Cell> {
        let side = i32::from(self.side);
        let range = |start: i32, room: u16, each: i32, most: u32| {
            let whole = |at: i32| u32::try_from(at.max(0)).unwrap_or(0).min(most);
            whole(start.div_euclid(each))..whole((start + i32::from(room)).div_euclid(each) + 1)
        };
        let (left, top) = self.corner;
        let rows = range(top, self.room.height, side, self.board.height());
        // One more at the left, for rows that are shifted.
        let columns = range(left - side, self.room.width + self.side, 2 * side, self.board.width());
        let row = |y| columns.clone().filter_map(move |x| self.board.cell(x, y));
        rows.flat_map(row).collect()
    }

    fn extent(&self) -> (i32, i32) {
        let side = i32::from(self.side);
        let signed = |cells: u32| i32::try_from(cells).unwrap_or(0);
        let shift = if self.board.is_hex() { side } else { 0 };
        (2 * side * signed(self.board.width()) + shift, side * signed(self.board.height()))
    }

    fn shift(&self, row: u32) -> i32 {
        if self.board.tiling().shifts(row) { i32::from(self.side) } else { 0 }
    }

    /// The top left of a cell from that of the board.
    fn on_board(&self, cell: Cell) -> (i32, i32) {
        let (x, y) = self.board.xy(cell);
        let side = i32::from(self.side);
        let signed = |cells: u32| i32::try_from(cells).unwrap_or(0);
        (2 * side * signed(x) + self.shift(y), side * signed(y))
    }

    #[allow(clippy::cast_possible_truncation)] // a part of a screen
    fn keep_in_sight(&mut self, cell: Cell) {
        let (x, y) = self.on_board(cell);
        let side = i32::from(self.side);
        let near = |corner: i32, at: i32, room: u16, each: i32| {
            let margin = (f64::from(room) * MARGIN) as i32;
            let most = at - margin;
            let least = at + each + margin - i32::from(room);
            corner.clamp(least.min(most), most.max(least))
        };
        self.corner = (
            near(self.corner.0, x, self.room.width, 2 * side),
            near(self.corner.1, y, self.room.height, side),
        );
    }

    /// The corner that is nearest to the one wanted, of those that show nothing beside the
    /// board where there is enough of it.
    fn within(&self, corner: (i32, i32)) -> (i32, i32) {
        let along = |at: i32, cells: i32, room: u16| {
            let spare = cells - i32::from(room);
            if spare <= 0 { spare / 2 } else { at.clamp(0, spare) }
        };
        let (width, height) = self.extent();
        let room = self.room;
        (along(corner.0, width, room.width), along(corner.1, height, room.height))
    }
}

/// The rows of a cell: enough for a word and a gap to the next one, and a little more for
/// whole words if there is room for that.
fn side(board: Topology, word: usize, room: Rect) -> u16 {
    let least = u16::try_from((word + 1).div_ceil(2)).unwrap_or(1).max(1);
    let larger = Place { board, side: least + 1, room, ..Place::default() };
    if word > 1 && !larger.is_close() { least + 1 } else { least }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Tiling;

    fn scenery(side: u32, tiling: Tiling, follow: Option<u32>) -> Scenery {
        let board = Topology::of(side, side, tiling).unwrap();
        let room = Rect { x: 0, y: 1, width: 80, height: 20 };
        Scenery { board, word: 1, room, follow: follow.map(Cell) }
    }

    #[test]
    fn every_cell_in_view_is_found_where_it_is() {
        for tiling in [Tiling::Square, Tiling::HexEven, Tiling::HexOdd] {
            for (side, word) in [(5, 1), (5, 2), (200, 1), (200, 3)] {
                let scenery = Scenery { word, ..scenery(side, tiling, Some(side * 3 + 3)) };
                let place = Place::default().then(&scenery);
                let mut seen = 0;
                for cell in place.cells() {
                    let (x, y) = place.at(cell);
                    let (Ok(x), Ok(y)) = (u16::try_from(x), u16::try_from(y)) else { continue };
                    if !scenery.room.contains((x, y).into()) {
                        continue;
                    }
                    assert_eq!(place.cell_at(x, y), Some(cell));
                    seen += 1;
                }
                assert!(seen >= 25, "{seen}");
            }
        }
    }

    #[test]
    fn what_is_followed_stays_in_sight_and_what_was_scrolled_to_stays_until_it_moves() {
        let mut place = Place::default();
        for step in 0..100 {
            place = place.then(&scenery(200, Tiling::Square, Some(100 * 200 + 20 + step)));
            let (x, y) = place.at(Cell(100 * 200 + 20 + step));
            assert!((20..60).contains(&x) && (6..16).contains(&y), "{step}: {x}, {y}");
        }
        place.scroll((-1, 0));
        place.scroll((-1, 0));
        place.scroll((-1, 0));
        let scenery = scenery(200, Tiling::Square, Some(100 * 200 + 119));
        let away = place.then(&scenery);
        assert!(away.at(Cell(100 * 200 + 119)).0 > 80);
        let back = away.then(&Scenery { follow: Some(Cell(100 * 200 + 118)), ..scenery });
        assert!((20..60).contains(&back.at(Cell(100 * 200 + 118)).0));
    }

    #[test]
    fn a_small_board_is_in_the_middle() {
        let place = Place::default().then(&scenery(4, Tiling::Square, None));
        assert_eq!(place.at(Cell(0)), (36, 9));
        assert!(!place.is_close());
    }
}
