//! One edit of a board, and how to take it back. Knows no turn.

use crate::grid::board::{Board, State, Value};
use crate::grid::names::{LayerId, Tile, VarId};
use crate::grid::random::Random;
use crate::grid::topology::Cell;

/// An edit, as what has to be done to a board.
///
/// [`Change::swap`] does it and leaves in its place the edit that takes it back,
/// so undo and redo are one function and an edit is stored once. An edit of a
/// cell, a number or the generator takes 16 bytes. Those that keep more stand last, where
/// one comparison tells them.
#[derive(Clone, Debug)]
pub enum Change {
    /// The tile of one layer of a cell becomes this one.
    Set {
        /// Where.
        cell: Cell,
        /// In which layer.
        layer: LayerId,
        /// What will be there; may be nothing.
        tile: Tile,
    },
    /// What one layer of `from` holds and what it holds of `to` change places.
    /// With nothing in `to` this is a thing that moves, and is shown as such.
    Swap {
        /// Where the thing is before.
        from: Cell,
        /// Where it is after.
        to: Cell,
        /// In which layer.
        layer: LayerId,
    },
    /// A variable becomes this number.
    Number {
        /// Which.
        var: VarId,
        /// Its next value.
        value: f64,
    },
    /// The random generator becomes this one.
    Random(Random),
    /// Nothing: up to here the turn is shown as a step of its own.
    Shown,
    /// A variable becomes this value, which is no number.
    Var {
        /// Which.
        var: VarId,
        /// Its next value, boxed since it is rare and would widen every change.
        value: Box<Value>,
    },
    /// One whole layer becomes this one: fewer bytes than many edits of cells.
    Layer(Box<(LayerId, Vec<Tile>)>),
    /// The whole board becomes this one, as at a restart.
    State(Box<State>),
}

impl Change {
    /// The change that gives a variable a value.
    #[must_use]
    pub fn var(var: VarId, value: Value) -> Change {
        match value {
            Value::Number(value) => Change::Number { var, value },
            other => Change::Var { var, value: Box::new(other) },
        }
    }

    /// What it weighs beyond its own 16 bytes, in as many as that.
    pub(in crate::grid) fn bulk(&self) -> usize {
        match self {
            Change::Layer(change) => change.1.len() / 8,
            Change::Var { value, .. } => match &**value {
                Value::Text(text) => text.len() / 16,
                _ => 0,
            },
            _ => 0,
        }
    }

    /// Whether it keeps memory of its own, beyond its 16 bytes.
    #[inline]
    pub(in crate::grid) fn owns(&self) -> bool {
        matches!(self, Change::Var { .. } | Change::Layer(_) | Change::State(_))
    }

    /// Does the change; what stays here is the change that takes it back.
    pub fn swap(&mut self, board: &mut Board) {
        match self {
            Change::Set { cell, layer, tile } => *tile = board.put(*layer, *cell, *tile),
            Change::Swap { from, to, layer } => {
                board.exchange(*layer, *from, *to);
                std::mem::swap(from, to);
            }
            Change::Number { var, value } => {
                let before = board.replace_var(*var, Value::Number(*value));
                *self = Change::var(*var, before);
            }
            Change::Var { var, value } => {
                let before = board.replace_var(*var, std::mem::take(value));
                *self = Change::var(*var, before);
            }
            Change::Layer(change) => {
                let (layer, tiles) = &mut **change;
                board.exchange_layer(*layer, tiles);
            }
            Change::Random(random) => *random = board.replace_random(*random),
            Change::State(state) => board.swap_state(state),
            Change::Shown => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_takes_no_more_than_the_promised_bytes() {
        assert_eq!(std::mem::size_of::<Change>(), 16);
    }
}
