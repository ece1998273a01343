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

/// A way to leave a cell, by its number in [`Direction::ALL`].
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
}

impl Direction {
    /// Every direction of a square grid, clockwise from the left.
    pub const ALL: [Direction; 4] =
        [Direction::Left, Direction::Up, Direction::Right, Direction::Down];

    /// The name that scripts and key settings use.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Direction::Left => "left",
            Direction::Up => "up",
            Direction::Right => "right",
            Direction::Down => "down",
        }
    }

    /// The letter that stands for a step this way in a recording (the usual `lurd`).
    #[must_use]
    pub fn letter(self) -> char {
        match self {
            Direction::Left => 'l',
            Direction::Up => 'u',
            Direction::Right => 'r',
            Direction::Down => 'd',
        }
    }

    /// The direction of a recording's letter, small or capital.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Direction> {
        let letter = letter.to_ascii_lowercase();
        Self::ALL.into_iter().find(|d| d.letter() == letter)
    }

    /// The way in cells: (x to the right, y downwards).
    #[must_use]
    pub fn offset(self) -> (i32, i32) {
        match self {
            Direction::Left => (-1, 0),
            Direction::Up => (0, -1),
            Direction::Right => (1, 0),
            Direction::Down => (0, 1),
        }
    }
}

/// A grid of squares, `width` by `height` cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Topology {
    width: u32,
    height: u32,
}

impl Topology {
    /// The longest side of a grid, in cells.
    pub const MAX_SIDE: u32 = 4096;

    /// A grid of that many cells, or `None` when a side is 0 or over [`Self::MAX_SIDE`].
    #[must_use]
    pub fn square(width: u32, height: u32) -> Option<Topology> {
        let fits = |side: u32| (1..=Self::MAX_SIDE).contains(&side);
        (fits(width) && fits(height)).then_some(Topology { width, height })
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

    /// All cells.
    #[must_use]
    pub fn size(self) -> u32 {
        self.width * self.height
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

    /// The neighbour that way, or `None` off the grid.
    #[must_use]
    #[inline]
    pub fn step(self, cell: Cell, direction: Direction) -> Option<Cell> {
        let at = cell.0;
        let next = match direction {
            Direction::Left => (!at.is_multiple_of(self.width)).then(|| at - 1),
            Direction::Right => (!(at + 1).is_multiple_of(self.width)).then(|| at + 1),
            Direction::Up => at.checked_sub(self.width),
            Direction::Down => (at + self.width < self.size()).then(|| at + self.width),
        };
        next.map(Cell)
    }

    /// The cell `steps` away in that direction; a negative number walks backwards.
    #[must_use]
    pub fn walk(self, cell: Cell, direction: Direction, steps: i32) -> Option<Cell> {
        let (x, y) = self.xy(cell);
        let (dx, dy) = direction.offset();
        let along = |from: u32, by: i32| {
            let to = i64::from(from) + i64::from(by) * i64::from(steps);
            u32::try_from(to).ok()
        };
        self.cell(along(x, dx)?, along(y, dy)?)
    }

    /// The neighbours on the grid, in the order of [`Direction::ALL`].
    pub fn near(self, cell: Cell) -> impl Iterator<Item = Cell> {
        Direction::ALL.into_iter().filter_map(move |direction| self.step(cell, direction))
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
    fn sides_are_bounded() {
        assert_eq!(Topology::square(0, 4), None);
        assert_eq!(Topology::square(4, Topology::MAX_SIDE + 1), None);
    }
}
