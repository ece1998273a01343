//! Where cells are and which of them touch. Knows nothing of what a cell holds.

/// One cell of a grid: its place in row-major order from the top left, from 0.
///
/// Scripts count cells from 1; only the Lua boundary adds and takes away that 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell(pub u32);

impl Cell {
    /// The place as an index into a layer.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// How the cells of a grid lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Tiling {
    /// Squares.
    #[default]
    Square,
    /// Hexagons with a corner at the top; the first row and every second one after it lie
    /// half a cell further to the right than the others.
    HexEven,
    /// The same; the second row and every second one after it do.
    HexOdd,
}

impl Tiling {
    /// Every direction, clockwise from the left.
    #[must_use]
    pub fn directions(self) -> &'static [Direction] {
        match self {
            Tiling::Square => &Direction::ALL,
            Tiling::HexEven | Tiling::HexOdd => &Direction::HEX,
        }
    }

    /// Whether a row (from 0) lies half a cell further to the right.
    #[must_use]
    #[inline]
    pub fn shifts(self, row: u32) -> bool {
        match self {
            Tiling::Square => false,
            Tiling::HexEven => row.is_multiple_of(2),
            Tiling::HexOdd => !row.is_multiple_of(2),
        }
    }
}

/// A way to leave a cell. A square has the first four; a hexagon has all six, of which
/// [`Direction::Up`] and [`Direction::Down`] lead up to the left and down to the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Towards x = 0.
    Left,
    /// Towards y = 0, which is the top row.
    Up,
    /// Away from x = 0.
    Right,
    /// Away from y = 0.
    Down,
    /// Up to the right, on hexagons.
    UpRight,
    /// Down to the right, on hexagons.
    DownRight,
}

impl Direction {
    /// Every direction of a square grid, clockwise from the left.
    pub const ALL: [Direction; 4] =
        [Direction::Left, Direction::Up, Direction::Right, Direction::Down];

    /// Every direction of a hexagonal grid, clockwise from the left.
    pub const HEX: [Direction; 6] = [
        Direction::Left,
        Direction::Up,
        Direction::UpRight,
        Direction::Right,
        Direction::DownRight,
        Direction::Down,
    ];

    /// The name that scripts and key settings use.
    #[must_use]
    pub fn name(self, tiling: Tiling) -> &'static str {
        match (self, tiling) {
            (Direction::Left, _) => "left",
            (Direction::Right, _) => "right",
            (Direction::Up, Tiling::Square) => "up",
            (Direction::Down, Tiling::Square) => "down",
            (Direction::Up, _) => "up-left",
            (Direction::Down, _) => "down-left",
            (Direction::UpRight, _) => "up-right",
            (Direction::DownRight, _) => "down-right",
        }
    }

    /// The letter that stands for a step this way in a recording: the usual `lurd`, and
    /// for hexagons `n` and `s`, as files of hexagonal levels have it.
    #[must_use]
    pub fn letter(self) -> char {
        match self {
            Direction::Left => 'l',
            Direction::Up => 'u',
            Direction::Right => 'r',
            Direction::Down => 'd',
            Direction::UpRight => 'n',
            Direction::DownRight => 's',
        }
    }

    /// The direction of a recording's letter, small or capital.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Direction> {
        let letter = letter.to_ascii_lowercase();
        Self::HEX.into_iter().find(|d| d.letter() == letter)
    }

    /// The way back.
    #[must_use]
    pub fn opposite(self, tiling: Tiling) -> Direction {
        let all = tiling.directions();
        let at = all.iter().position(|way| *way == self).unwrap_or_default();
        all[(at + all.len() / 2) % all.len()]
    }

    /// The way in cells (x to the right, y downwards), on squares; of the other two that
    /// of the nearest one.
    #[must_use]
    pub fn offset(self) -> (i32, i32) {
        match self {
            Direction::Left => (-1, 0),
            Direction::Up | Direction::UpRight => (0, -1),
            Direction::Right => (1, 0),
            Direction::Down | Direction::DownRight => (0, 1),
        }
    }
}

/// A grid, `width` by `height` cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Topology {
    width: u32,
    height: u32,
    /// All cells: every look at a board asks for it.
    size: u32,
    tiling: Tiling,
    /// One part in `width` of 2^64, rounded up: see [`Topology::is_first`].
    part: u64,
}

impl Topology {
    /// The longest side of a grid, in cells.
    pub const MAX_SIDE: u32 = 4096;

    /// A grid of that many squares, or `None` when a side is 0 or over [`Self::MAX_SIDE`].
    #[must_use]
    pub fn square(width: u32, height: u32) -> Option<Topology> {
        Topology::of(width, height, Tiling::Square)
    }

    /// A grid of that many cells, or `None` when a side is 0 or over [`Self::MAX_SIDE`].
    #[must_use]
    pub fn of(width: u32, height: u32, tiling: Tiling) -> Option<Topology> {
        let fits = |side: u32| (1..=Self::MAX_SIDE).contains(&side);
        let part = |width: u32| (u64::MAX / u64::from(width)).wrapping_add(1);
        (fits(width) && fits(height)).then(|| {
            let (size, part) = (width * height, part(width));
            Topology { width, height, size, tiling, part }
        })
    }

    /// Cells in a row.
    #[must_use]
    pub fn width(self) -> u32 {
        self.width
    }

    /// Rows.
    #[must_use]
    pub fn height(self) -> u32 {
        self.height
    }

    /// How the cells lie.
    #[must_use]
    #[inline]
    pub fn tiling(self) -> Tiling {
        self.tiling
    }

    /// Whether the cells are hexagons.
    #[must_use]
    #[inline]
    pub fn is_hex(self) -> bool {
        self.tiling != Tiling::Square
    }

    /// All cells.
    #[must_use]
    #[inline]
    pub fn size(self) -> u32 {
        self.size
    }

    /// The cell in column `x` of row `y`, both from 0.
    #[must_use]
    pub fn cell(self, x: u32, y: u32) -> Option<Cell> {
        (x < self.width && y < self.height).then(|| Cell(y * self.width + x))
    }

    /// Column and row of a cell of this grid, both from 0.
    #[must_use]
    pub fn xy(self, cell: Cell) -> (u32, u32) {
        (cell.0 % self.width, cell.0 / self.width)
    }

    /// Where the middle of a cell is: half columns from the left edge of the grid, and
    /// its row.
    #[must_use]
    pub fn middle(self, cell: Cell) -> (i32, i32) {
        let (x, y) = self.xy(cell);
        let signed = |cells: u32| i32::try_from(cells).unwrap_or(i32::MAX);
        (2 * signed(x) + 1 + i32::from(self.tiling.shifts(y)), signed(y))
    }

    /// The neighbour that way, or `None` off the grid.
    #[must_use]
    #[inline(always)] // what nearly every rule asks for at every turn
    pub fn step(self, cell: Cell, direction: Direction) -> Option<Cell> {
        let (at, way) = (cell.0, direction as u32);
        let along_row = (way & 1) ^ 1;
        if self.is_hex() && (along_row == 0 || way > 3) {
            return self.slant(cell, direction);
        }
        // Which of the ways it is no processor foresees: so all come to the same sums.
        let forward = way >> 1;
        let length = 1 + (along_row ^ 1) * (self.width - 1);
        let next = at.wrapping_add(2 * forward * length).wrapping_sub(length);
        let is_over_the_edge = along_row & u32::from(self.is_first(at + forward));
        (way <= 3 && next < self.size() && is_over_the_edge == 0).then_some(Cell(next))
    }

    /// Whether a row begins at that number: whether it is a multiple of the width. A division
    /// would be the slowest part of a step; this is Lemire's test (Lemire, Kaser and Kurz,
    /// "Faster remainder by direct computation", 2019, section 3.2).
    #[inline]
    fn is_first(self, at: u32) -> bool {
        u64::from(at).wrapping_mul(self.part) <= self.part.wrapping_sub(1)
    }

    /// A step to another row of hexagons.
    #[inline(never)] // as a step on squares is shorter without
    fn slant(self, cell: Cell, direction: Direction) -> Option<Cell> {
        let (x, y) = self.xy(cell);
        let left = matches!(direction, Direction::Up | Direction::Down);
        let x = (x + u32::from(self.tiling.shifts(y))).checked_sub(u32::from(left))?;
        match direction {
            Direction::Up | Direction::UpRight => self.cell(x, y.checked_sub(1)?),
            _ => self.cell(x, y + 1),
        }
    }

    /// The cell `steps` away in that direction; a negative number walks backwards.
    #[must_use]
    pub fn walk(self, cell: Cell, direction: Direction, steps: i32) -> Option<Cell> {
        if self.is_hex() {
            let back = direction.opposite(self.tiling);
            let way = if steps < 0 { back } else { direction };
            return (0..steps.unsigned_abs()).try_fold(cell, |at, _| self.step(at, way));
        }
        if !Direction::ALL.contains(&direction) {
            return None;
        }
        let (x, y) = self.xy(cell);
        let (dx, dy) = direction.offset();
        let along = |from: u32, by: i32| {
            let to = i64::from(from) + i64::from(by) * i64::from(steps);
            u32::try_from(to).ok()
        };
        self.cell(along(x, dx)?, along(y, dy)?)
    }

    /// The neighbours on the grid, in the order of [`Tiling::directions`].
    pub fn near(self, cell: Cell) -> impl Iterator<Item = Cell> {
        let all = self.tiling.directions().iter();
        all.filter_map(move |direction| self.step(cell, *direction))
    }

    /// Every cell at most `most` away, the cell itself among them, in reading order: so
    /// many columns and rows on squares, so many steps on hexagons.
    pub fn around(self, cell: Cell, most: u32) -> impl Iterator<Item = Cell> {
        let (x, y) = self.xy(cell);
        let (middle, _) = self.middle(cell);
        let rows = y.saturating_sub(most)..(y + most + 1).min(self.height);
        rows.flat_map(move |row| {
            let columns = x.saturating_sub(most)..(x + most + 1).min(self.width);
            let cells = columns.map(move |x| Cell(row * self.width + x));
            // Two half columns a step, and one less wide for each row.
            let wide = 2 * i64::from(most) - i64::from(row.abs_diff(y));
            let near = move |at: &Cell| i64::from(self.middle(*at).0.abs_diff(middle)) <= wide;
            cells.filter(move |at| !self.is_hex() || near(at))
        })
    }

    /// The direction from one cell to another, by the longer of the two ways.
    #[must_use]
    pub fn heading(self, from: Cell, to: Cell) -> Option<Direction> {
        if from.0.max(to.0) >= self.size() || from == to {
            return None;
        }
        let ((x0, y0), (x1, y1)) = (self.middle(from), self.middle(to));
        // Half columns on both sides, so that both ways have one measure.
        let (right, down) = (x1 - x0, 2 * (y1 - y0));
        let level = if self.is_hex() { down == 0 } else { right.abs() >= down.abs() };
        let slants = self.is_hex() && right > 0;
        Some(match (level, right > 0, down > 0) {
            (true, true, _) => Direction::Right,
            (true, false, _) => Direction::Left,
            (false, _, true) if slants => Direction::DownRight,
            (false, _, false) if slants => Direction::UpRight,
            (false, _, true) => Direction::Down,
            (false, _, false) => Direction::Up,
        })
    }

    /// Every cell, row by row from the top left.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        (0..self.size()).map(Cell)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_begins_where_the_width_divides() {
        for width in [1, 2, 3, 5, 7, 64, 100, 4095, 4096] {
            let grid = Topology::square(width, 4096).unwrap();
            for at in (0..40_000).chain(grid.size().saturating_sub(5000)..=grid.size()) {
                assert_eq!(grid.is_first(at), at % width == 0, "{at} in rows of {width}");
            }
        }
    }

    #[test]
    fn a_step_off_the_grid_is_none() {
        let grid = Topology::square(3, 2).unwrap();
        let step = |cell, direction| grid.step(Cell(cell), direction);
        assert_eq!(step(0, Direction::Left), None);
        assert_eq!(step(2, Direction::Right), None);
        assert_eq!(step(2, Direction::Up), None);
        assert_eq!(step(3, Direction::Down), None);
        assert_eq!(step(3, Direction::Left), None);
        assert_eq!(step(1, Direction::Down), Some(Cell(4)));
    }

    #[test]
    fn a_walk_is_as_many_steps() {
        let grid = Topology::square(7, 5).unwrap();
        for cell in grid.cells() {
            for direction in Direction::ALL {
                let mut stepped = Some(cell);
                for steps in 0..8 {
                    assert_eq!(grid.walk(cell, direction, steps), stepped);
                    stepped = stepped.and_then(|at| grid.step(at, direction));
                }
            }
        }
    }

    #[test]
    fn a_walk_around_a_hexagon_comes_back_to_it() {
        for tiling in [Tiling::HexEven, Tiling::HexOdd] {
            let grid = Topology::of(5, 5, tiling).unwrap();
            let middle = grid.cell(2, 2).unwrap();
            let step = |at, letter| grid.step(at, Direction::from_letter(letter)?);
            assert_eq!("lrunds".chars().try_fold(middle, step), Some(middle));
            // Around the cell itself, and never back over it.
            let ring: Vec<Cell> = "lnrsdlu"
                .chars()
                .scan(middle, |at, letter| {
                    *at = step(*at, letter)?;
                    Some(*at)
                })
                .collect();
            assert_eq!(ring.first(), ring.last());
            assert!(!ring.contains(&middle));
            let mut near: Vec<Cell> = grid.near(middle).collect();
            let mut around: Vec<Cell> = grid.around(middle, 1).filter(|c| *c != middle).collect();
            assert_eq!(near.len(), 6);
            for list in [&mut near, &mut around] {
                list.sort();
                let mut ring = ring[..6].to_vec();
                ring.sort();
                assert_eq!(*list, ring);
            }
        }
    }

    #[test]
    fn every_step_of_a_hexagon_has_a_way_back_and_a_heading() {
        for tiling in [Tiling::HexEven, Tiling::HexOdd] {
            let grid = Topology::of(5, 4, tiling).unwrap();
            for cell in grid.cells() {
                for &way in tiling.directions() {
                    let Some(next) = grid.step(cell, way) else { continue };
                    assert_eq!(grid.step(next, way.opposite(tiling)), Some(cell));
                    assert_eq!(grid.walk(next, way, -1), Some(cell));
                    assert_eq!(grid.heading(cell, next), Some(way), "{cell:?} {way:?}");
                }
            }
        }
    }

    #[test]
    fn sides_are_bounded() {
        assert_eq!(Topology::square(0, 4), None);
        assert_eq!(Topology::square(4, Topology::MAX_SIDE + 1), None);
    }
}
