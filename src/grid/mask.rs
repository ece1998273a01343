//! Which neighbours of a cell hold something, as bits of one number: what autotiles
//! are chosen by. Knows no layer and no tile.

use crate::grid::topology::{Cell, Direction, Tiling, Topology};

/// How many neighbours count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Neighbours {
    /// Those beside a cell: 16 masks, 0 to 15.
    #[default]
    Four,
    /// Those at its corners, too, where both sides that meet there are set: 47 masks.
    Eight,
}

impl Neighbours {
    /// How many different masks there are.
    #[must_use]
    pub fn count(self) -> usize {
        match self {
            Neighbours::Four => 16,
            Neighbours::Eight => 47,
        }
    }

    /// The place of a mask among all, smallest first, from 0.
    #[must_use]
    pub fn place(self, mask: u8) -> usize {
        match self {
            Neighbours::Four => usize::from(mask & 15),
            Neighbours::Eight => usize::from(PLACES_OF_EIGHT[usize::from(full_corners(mask))]),
        }
    }
}

/// The place of each mask of eight neighbours; of those that there are not, that of the
/// next one.
const PLACES_OF_EIGHT: [u8; 256] = {
    let mut places = [0; 256];
    let mut mask = 1;
    while mask < 256 {
        let before = (mask - 1) as u8;
        places[mask] = places[mask - 1] + (full_corners(before) == before) as u8;
        mask += 1;
    }
    places
};

/// Where each neighbour is from the cell (right, down), in the order of its bit: 1 above,
/// 2 left, 4 right, 8 below, 16 above left, 32 above right, 64 below left, 128 below
/// right.
const PLACES: [(i64, i64); 8] =
    [(0, -1), (-1, 0), (1, 0), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1)];

/// The two sides that meet at each corner, and the corner's bit.
const CORNERS: [(u8, u8); 4] = [(1 | 2, 16), (1 | 4, 32), (8 | 2, 64), (8 | 4, 128)];

/// A mask without the corners that do not lie between two sides that are set.
#[must_use]
pub const fn full_corners(mask: u8) -> u8 {
    let mut kept = mask & 15;
    let mut at = 0;
    while at < CORNERS.len() {
        let (sides, corner) = CORNERS[at];
        if mask & sides == sides {
            kept |= mask & corner;
        }
        at += 1;
    }
    kept
}

/// The bits of the neighbours of a hexagon, in reading order: 1 above left, 2 above right,
/// 4 left, 8 right, 16 below left, 32 below right.
const HEX: [Direction; 6] = [
    Direction::Up,
    Direction::UpRight,
    Direction::Left,
    Direction::Right,
    Direction::Down,
    Direction::DownRight,
];

/// The mask of a cell on which all neighbours beside it are set.
#[must_use]
pub fn full_mask(tiling: Tiling) -> u8 {
    if tiling == Tiling::Square { 15 } else { 63 }
}

/// The mask of a hexagon: a bit for each of its six neighbours that `holds`, and of places
/// off the grid if `outside` says so.
#[must_use]
pub fn hex_mask(topology: Topology, cell: Cell, outside: bool, holds: impl Fn(Cell) -> bool) -> u8 {
    let bit = |(at, way): (usize, &Direction)| {
        u8::from(topology.step(cell, *way).map_or(outside, &holds)) << at
    };
    HEX.iter().enumerate().map(bit).sum()
}

/// The mask of a cell: a bit for each neighbour that `holds`; a place off the grid does
/// if `outside` says so. A hexagon's six neighbours are told as if it were a square: above
/// it is what touches both its upper sides.
#[must_use]
pub fn mask(
    topology: Topology,
    cell: Cell,
    neighbours: Neighbours,
    outside: bool,
    holds: impl Fn(Cell) -> bool,
) -> u8 {
    if topology.is_hex() {
        return as_square(hex_mask(topology, cell, outside, holds), neighbours);
    }
    let (x, y) = topology.xy(cell);
    let count = if neighbours == Neighbours::Four { 4 } else { 8 };
    let mut mask = 0;
    for (bit, (right, down)) in PLACES.into_iter().take(count).enumerate() {
        let (x, y) = (i64::from(x) + right, i64::from(y) + down);
        let place = u32::try_from(x).ok().zip(u32::try_from(y).ok());
        let neighbour = place.and_then(|(x, y)| topology.cell(x, y));
        mask |= u8::from(neighbour.map_or(outside, &holds)) << bit;
    }
    full_corners(mask)
}

/// A hexagon's mask, told as that of a square.
fn as_square(hex: u8, neighbours: Neighbours) -> u8 {
    let set = |bits: u8| u8::from(hex & bits == bits);
    let sides = set(1 | 2) | set(4) << 1 | set(8) << 2 | set(16 | 32) << 3;
    match neighbours {
        Neighbours::Four => sides,
        Neighbours::Eight => {
            let corners = set(1) << 4 | set(2) << 5 | set(16) << 6 | set(32) << 7;
            full_corners(sides | corners)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_neighbours_make_47_masks() {
        let masks: std::collections::BTreeSet<u8> = (0..=255).map(full_corners).collect();
        assert_eq!(masks.len(), Neighbours::Eight.count());
        let places: Vec<usize> = masks.iter().map(|&mask| Neighbours::Eight.place(mask)).collect();
        assert_eq!(places, (0..47).collect::<Vec<_>>());
    }

    #[test]
    fn a_corner_counts_only_between_two_sides() {
        // Cell 4 is the middle; `#` holds.
        let masked = |rows: &str| {
            let cells: Vec<bool> = rows.split(' ').flat_map(str::chars).map(|c| c == '#').collect();
            let grid = Topology::square(3, 3).unwrap();
            mask(grid, Cell(4), Neighbours::Eight, false, |cell| cells[cell.index()])
        };
        assert_eq!(masked("### ### ###"), 255);
        assert_eq!(masked("### #.. ..."), 1 + 2 + 16);
        assert_eq!(masked("#.# ... #.#"), 0);
        assert_eq!(masked(".#. ..# ..#"), 1 + 4);
        assert_eq!(masked("... .## .##"), 4 + 8 + 128);
    }

    #[test]
    fn off_the_grid_is_what_it_is_said_to_be() {
        let grid = Topology::square(2, 2).unwrap();
        let of = |cell, outside| mask(grid, Cell(cell), Neighbours::Four, outside, |_| true);
        assert_eq!([of(0, false), of(3, false), of(0, true)], [4 + 8, 1 + 2, 15]);
    }
}
