//! The shortest way from one cell to another. Knows no rule: what blocks is told.

use std::collections::VecDeque;

use crate::grid::board::Board;
use crate::grid::names::{LayerId, Tile};
use crate::grid::topology::{Cell, Direction};

/// What blocks a way: in each layer that holds such tiles, which they are.
struct Blocking<'a> {
    board: &'a Board,
    layers: Vec<LayerId>,
    tiles: &'a [Tile],
}

impl Blocking<'_> {
    fn holds(&self, cell: Cell) -> bool {
        self.layers.iter().any(|layer| self.tiles.contains(&self.board.get(*layer, cell)))
    }
}

impl Board {
    /// The fewest steps from one cell to another without entering one that holds a
    /// blocking tile; of ways that are equally short, the first in the order of the
    /// grid's directions. `None` if there is none; the cell itself is no step away.
    /// Breadth-first search; no cell further away than the goal is looked at.
    #[must_use]
    pub fn path(&self, from: Cell, to: Cell, blocking: &[Tile]) -> Option<Vec<Direction>> {
        let mut layers: Vec<LayerId> = Vec::new();
        for layer in blocking.iter().map(|tile| self.names().tile_layer(*tile)) {
            if !layers.contains(&layer) {
                layers.push(layer);
            }
        }
        let blocks = Blocking { board: self, layers, tiles: blocking };
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
        let mut path = Vec::new();
        let mut at = to;
        while at != from {
            let way = directions[usize::from(came[at.index()]) - 1];
            path.push(way);
            at = topology.step(at, way.opposite(topology.tiling()))?;
        }
        path.reverse();
        Some(path)
    }
}
