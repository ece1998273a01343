//! How the cells of a board lie in a picture: squares, hexagons, or squares seen at a
//! slant. Lengths are in sides of a cell; x to the right, y downwards, from the top left
//! of the board. Knows no window.

use crate::grid::{Board, Cell, LayerId, Tile, Topology};

/// From one row of hexagons to the next: half the root of three.
pub(in crate::view) const PITCH: f64 = 0.866_025_403_784_438_6;

/// From the middle of a hexagon to its upper corner: one over the root of three.
pub(in crate::view) const CORNER: f64 = 0.577_350_269_189_625_8;

/// What is left above a slanted board for things that stand on it.
const RISE: f64 = 0.9;

/// A board as it lies in a picture.
///
/// Squares at a slant (two to one, as in most games that are called isometric) are
/// diamonds two sides wide and one high, so that they take as much room as flat ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Projection {
    topology: Topology,
    isometric: bool,
    /// What there is to see at a slant.
    seen: Bounds,
}

/// The part of a slanted board that has something on it: of columns less rows, and of columns
/// and rows together, the least and the most.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Bounds {
    across: (i32, i32),
    down: (i32, i32),
}

impl Bounds {
    /// Those of cells; of a whole board, if there is none.
    fn of(topology: Topology, cells: impl Iterator<Item = Cell>) -> Bounds {
        let signed = |cells: u32| i32::try_from(cells).unwrap_or(i32::MAX);
        let (width, height) = (signed(topology.width()), signed(topology.height()));
        let whole = Bounds { across: (1 - height, width - 1), down: (0, width + height - 2) };
        let places = cells.map(|cell| topology.xy(cell));
        let places = places.map(|(x, y)| (signed(x) - signed(y), signed(x) + signed(y)));
        let wider = |(least, most): (i32, i32), at: i32| (least.min(at), most.max(at));
        let bounds = places.fold(None, |bounds: Option<Bounds>, (across, down)| {
            let Bounds { across: a, down: d } =
                bounds.unwrap_or(Bounds { across: (across, across), down: (down, down) });
            Some(Bounds { across: wider(a, across), down: wider(d, down) })
        });
        bounds.unwrap_or(whole)
    }
}

/// Of larger boards, in cells, all is shown, whatever is on it.
const SMALL: u32 = 1 << 14;

impl Projection {
    /// A board seen from above.
    #[must_use]
    pub fn flat(topology: Topology) -> Projection {
        Projection { topology, isometric: false, seen: Bounds::default() }
    }

    /// A board, at a slant if that is wanted and its cells are squares.
    #[must_use]
    pub fn of(topology: Topology, isometric: bool) -> Projection {
        let isometric = isometric && !topology.is_hex();
        let seen =
            if isometric { Bounds::of(topology, std::iter::empty()) } else { Bounds::default() };
        Projection { topology, isometric, seen }
    }

    /// The same, at a slant without the corners of the board where there is no ground (a tile
    /// of the bottom layer): the ground stays where it is while pieces move about, and so does
    /// what is seen. A board of a single layer is seen whole, and so is one on which anything stands
    /// beyond the bounds of the ground.
    #[must_use]
    pub fn of_board(board: &Board, isometric: bool) -> Projection {
        let topology = board.topology();
        let projection = Projection::of(topology, isometric);
        let has_ground = board.names().layer_count() > 1;
        if !projection.isometric || !has_ground || topology.size() > SMALL {
            return projection;
        }
        let is_ground = |cell: &Cell| board.layer(LayerId(0))[cell.index()] != Tile::NONE;
        let filled = |cell: &Cell| board.tiles_at(*cell).next().is_some();
        let ground = Bounds::of(topology, topology.cells().filter(is_ground));
        let all = Bounds::of(topology, topology.cells().filter(filled));
        if ground == all { Projection { seen: ground, ..projection } } else { projection }
    }

    /// The board.
    #[must_use]
    pub fn topology(self) -> Topology {
        self.topology
    }

    /// Whether it is seen at a slant.
    #[must_use]
    pub fn is_isometric(self) -> bool {
        self.isometric
    }

    /// The least column less row, and the least of both together, that are seen at a slant.
    pub(in crate::view) fn corner_seen(self) -> (i32, i32) {
        (self.seen.across.0, self.seen.down.0)
    }

    /// Whether it is squares seen from above.
    #[must_use]
    pub fn is_plain(self) -> bool {
        !self.isometric && !self.topology.is_hex()
    }

    /// The width and height of the whole board.
    #[must_use]
    pub fn extent(self) -> (f64, f64) {
        let (width, height) = (self.topology.width(), self.topology.height());
        let (width, height) = (f64::from(width), f64::from(height));
        if self.isometric {
            let Bounds { across, down } = self.seen;
            let cells = |(least, most): (i32, i32)| f64::from(most - least + 2);
            return (cells(across), cells(down) / 2.0 + RISE);
        }
        match self.topology.is_hex() {
            true => (width + 0.5, (height - 1.0) * PITCH + 2.0 * CORNER),
            false => (width, height),
        }
    }

    /// The middle of a cell.
    #[must_use]
    pub fn middle(self, cell: Cell) -> (f64, f64) {
        let (x, y) = self.topology.xy(cell);
        let (column, row) = (f64::from(x), f64::from(y));
        if self.isometric {
            let (across, down) = (f64::from(self.seen.across.0), f64::from(self.seen.down.0));
            return (column - row - across + 1.0, (column + row - down + 1.0) / 2.0 + RISE);
        }
        match self.topology.is_hex() {
            true => (f64::from(self.topology.middle(cell).0) / 2.0, row * PITCH + CORNER),
            false => (column + 0.5, row + 0.5),
        }
    }

    /// The cell at a place; nothing beside the board.
    #[must_use]
    pub fn cell_at(self, (x, y): (f64, f64)) -> Option<Cell> {
        if self.isometric {
            let across = x + f64::from(self.seen.across.0) - 1.0;
            let down = (y - RISE) * 2.0 + f64::from(self.seen.down.0);
            return self.cell(((down + across) / 2.0).floor(), ((down - across) / 2.0).floor());
        }
        if !self.topology.is_hex() {
            return self.cell(x.floor(), y.floor());
        }
        let row = (y / PITCH).floor();
        let rows = [row - 1.0, row];
        // In a row that lies further to the right the same column begins half a cell later.
        let near = rows.into_iter().flat_map(|row| [(x.floor(), row), ((x - 0.5).floor(), row)]);
        near.filter_map(|(x, y)| self.cell(x, y)).find(|cell| {
            let (middle_x, middle_y) = self.middle(*cell);
            let (right, down) = ((x - middle_x).abs(), (y - middle_y).abs());
            right <= 0.5 && down + right * CORNER <= CORNER
        })
    }

    /// The width and height of a cell's box in pixels, in cells of that side.
    #[must_use]
    pub fn size_of_box(self, side: u32) -> (u32, u32) {
        match (self.isometric, self.topology.is_hex()) {
            (true, _) => (2 * side, side),
            (false, true) => Projection::size_of_hexagon(side),
            (false, false) => (side, side),
        }
    }

    /// The width and height of the box of a hexagon that wide, in pixels.
    #[must_use]
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // a cell
    pub fn size_of_hexagon(side: u32) -> (u32, u32) {
        (side, (2.0 * CORNER * f64::from(side)).round() as u32)
    }

    /// The corners of a cell, as parts of its box.
    #[must_use]
    pub fn corners(self) -> &'static [(f32, f32)] {
        match (self.isometric, self.topology.is_hex()) {
            (true, _) => &[(0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5)],
            (false, true) => {
                &[(0.5, 0.0), (1.0, 0.25), (1.0, 0.75), (0.5, 1.0), (0.0, 0.75), (0.0, 0.25)]
            }
            (false, false) => &[(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)],
        }
    }

    /// The top left pixel of a cell's box, in cells of that side, of which one of `step`
    /// columns and rows is shown.
    #[must_use]
    pub fn corner(self, (column, row): (u32, u32), (side, step): (u32, u32)) -> (i64, i64) {
        let (x, y) = (i64::from(column), i64::from(row));
        let (side, step) = (i64::from(side), i64::from(step));
        if self.is_plain() {
            return (x / step * side, y / step * side);
        }
        #[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)] // a board
        let pixels = |cells: f64| (cells * side as f64 / step as f64).round() as i64;
        if self.isometric {
            let (left, top) = (i64::from(self.seen.across.0), i64::from(self.seen.down.0));
            let (across, down) = ((x - y - left) * side, (x + y - top) * side);
            return (across / step, down.div_euclid(2 * step) + pixels(RISE));
        }
        let half = i64::from(self.topology.tiling().shifts(row));
        (((2 * x + half) * side) / (2 * step), pixels(f64::from(row) * PITCH))
    }

    fn cell(self, x: f64, y: f64) -> Option<Cell> {
        let whole = |cells: f64| {
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // checked
            (0.0..f64::from(u32::MAX)).contains(&cells).then_some(cells as u32)
        };
        self.topology.cell(whole(x)?, whole(y)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Tiling;

    #[test]
    fn the_middle_of_every_cell_is_in_it_and_in_the_board() {
        for tiling in [Tiling::Square, Tiling::HexEven, Tiling::HexOdd] {
            let topology = Topology::of(7, 5, tiling).unwrap();
            for projection in [Projection::flat(topology), Projection::of(topology, true)] {
                let (width, height) = projection.extent();
                for cell in topology.cells() {
                    let (x, y) = projection.middle(cell);
                    assert_eq!(projection.cell_at((x, y)), Some(cell), "{projection:?}");
                    assert!((0.0..width).contains(&x) && (0.0..height).contains(&y));
                    // So is what is a third of a side away.
                    for (right, down) in [(0.33, 0.0), (-0.33, 0.0), (0.0, 0.33), (0.0, -0.33)] {
                        assert_eq!(projection.cell_at((x + right, y + down)), Some(cell));
                    }
                }
            }
        }
    }

    #[test]
    fn nothing_is_beside_the_board() {
        let hex = Projection::flat(Topology::of(3, 3, Tiling::HexOdd).unwrap());
        assert_eq!(hex.cell_at((0.02, 0.02)), None);
        assert_eq!(hex.cell_at((0.1, 1.5)), None);
        let slanted = Projection::of(Topology::square(3, 3).unwrap(), true);
        assert_eq!(slanted.cell_at((0.1, 1.0)), None);
        assert_eq!(slanted.cell_at((3.0, 0.5)), None);
    }

    #[test]
    fn boxes_lie_where_their_cells_do() {
        for tiling in [Tiling::Square, Tiling::HexEven, Tiling::HexOdd] {
            let topology = Topology::of(9, 8, tiling).unwrap();
            for (isometric, side) in [(false, 24), (false, 31), (true, 24), (true, 31)] {
                let projection = Projection::of(topology, isometric);
                let (width, height) = projection.size_of_box(side);
                for cell in topology.cells() {
                    let (x, y) = projection.corner(topology.xy(cell), (side, 1));
                    let (middle_x, middle_y) = projection.middle(cell);
                    let side = f64::from(side);
                    let off = (x as f64 + f64::from(width) / 2.0 - middle_x * side).abs();
                    let down = (y as f64 + f64::from(height) / 2.0 - middle_y * side).abs();
                    assert!(off <= 1.5 && down <= 1.5, "{projection:?} {cell:?} {off} {down}");
                }
            }
        }
    }
}
