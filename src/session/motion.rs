//! What moved in the last step of a session, for whoever shows it. Knows no time
//! and no pixel.

use crate::grid::{Cell, Change, LayerId};

/// A thing that is in one cell now and was in another before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Motion {
    /// The layer it is in.
    pub layer: LayerId,
    /// Where it was.
    pub from: Cell,
    /// Where it is.
    pub to: Cell,
}

/// The most things that are shown on their way.
const MOST: usize = 2000;

/// The motions of changes that were just done (or taken back), in the order that
/// they were done. Each change is stored as what takes it back.
pub(in crate::session) fn motions<'a>(done: impl Iterator<Item = &'a Change>) -> Vec<Motion> {
    let swaps: Vec<&Change> = done.filter(|change| matches!(change, Change::Swap { .. })).collect();
    // Nobody can follow more; and each looks at those before it.
    if swaps.len() > MOST {
        return Vec::new();
    }
    let mut motions: Vec<Motion> = Vec::new();
    for change in swaps {
        let Change::Swap { from, to, layer } = *change else {
            continue;
        };
        let (was, is) = (to, from);
        let origin_of = |cell: Cell| {
            let moved = motions.iter().position(|m| m.layer == layer && m.to == cell);
            (moved, moved.map_or(cell, |at| motions[at].from))
        };
        let (first, first_origin) = origin_of(was);
        let (second, second_origin) = origin_of(is);
        let mut kept = 0..;
        motions.retain(|_| {
            let at = kept.next();
            at != first && at != second
        });
        motions.push(Motion { layer, from: first_origin, to: is });
        motions.push(Motion { layer, from: second_origin, to: was });
    }
    motions.retain(|motion| motion.from != motion.to);
    motions
}
