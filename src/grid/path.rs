//! The shortest way from one cell to another. Knows no rule: what blocks is told.

use std::collections::{BTreeSet, VecDeque};

use crate::grid::board::Board;
use crate::grid::names::{LayerId, Tile};
use crate::grid::topology::{Cell, Direction};

/// What blocks a way.
struct Blocking<'a> {
    board: &'a Board,
    /// The layers that hold such tiles.
    layers: Vec<LayerId>,
    /// By the number of a tile, whether it blocks.
    tiles: Vec<bool>,
}

impl<'a> Blocking<'a> {
    /// Few cells are looked at, mostly: none is before it is come to.
    fn of(board: &'a Board, blocking: &[Tile]) -> Blocking<'a> {
        let mut tiles = vec![false; board.names().tile_count()];
        blocking.iter().for_each(|tile| tiles[tile.index()] = true);
        let layers = blocking.iter().map(|tile| board.names().tile_layer(*tile).0);
        let layers = layers.collect::<BTreeSet<u8>>().into_iter().map(LayerId).collect();
        Blocking { board, layers, tiles }
    }

    fn holds(&self, cell: Cell) -> bool {
        self.layers.iter().any(|layer| self.tiles[self.board.get(*layer, cell).index()])
    }
}

impl Board {
    /// The fewest steps from one cell to another without entering one that holds a
    /// blocking tile; of ways that are equally short, the first in the order of the
    /// grid's directions. `None` if there is none; the cell itself is no step away.
    /// Breadth-first search; no cell further away than the goal is looked at.
    #[must_use]
    pub fn path(&self, from: Cell, to: Cell, blocking: &[Tile]) -> Option<Vec<Direction>> {
        let blocks = Blocking::of(self, blocking);
        let topology = self.topology();
        let directions = topology.tiling().directions();
        // By which direction each cell was come to, from 1; 0 for not yet.
        let mut came = vec![0u8; topology.size() as usize];
        let mut open = VecDeque::from([from]);
        while came[to.index()] == 0 && from != to {
            let cell = open.pop_front()?;
            for (way, number) in directions.iter().zip(1..) {
                let next = topology.step(cell, *way).filter(|next| *next != from);
                let Some(next) = next.filter(|next| came[next.index()] == 0) else {
                    continue;
                };
                if !blocks.holds(next) {
                    came[next.index()] = number;
                    open.push_back(next);
                }
            }
        }
        self.traced(from, to, &came)
    }

    /// The way back from a cell by the directions that each was come to by, from its begin.
    fn traced(&self, from: Cell, to: Cell, came: &[u8]) -> Option<Vec<Direction>> {
        let topology = self.topology();
        let directions = topology.tiling().directions();
        let mut path = Vec::new();
        let mut at = to;
        while at != from {
            let way = *directions.get(usize::from(came[at.index()]).checked_sub(1)?)?;
            path.push(way);
            at = topology.step(at, way.opposite(topology.tiling()))?;
        }
        path.reverse();
        Some(path)
    }
}
