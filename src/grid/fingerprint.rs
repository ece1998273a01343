//! What tells a board from others wherever and whenever it came to be: by names, and by nothing
//! that hangs on the order in which they were learnt. Knows no rule.

use crate::grid::board::Board;
use crate::grid::hash::Hash;
use crate::grid::names::Tile;
use crate::grid::topology::Tiling;

impl Board {
    /// A number that boards have in common which hold the same: cells, variables, and generator.
    /// Others hardly ever have it in common. It is the same on every machine; unlike
    /// [`Board::digest`] it can be kept, and takes its time.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        let (mut hash, topology) = (Hash::default(), self.topology());
        hash.add(match topology.tiling() {
            Tiling::Square => "square",
            Tiling::HexEven => "hex even",
            Tiling::HexOdd => "hex odd",
        });
        hash.add(topology.width().to_le_bytes());
        hash.add(topology.height().to_le_bytes());
        hash.add(format!("{:?}", self.random()));
        self.add_layers(&mut hash);
        self.add_vars(&mut hash);
        hash.value()
    }

    fn add_layers(&self, hash: &mut Hash) {
        let mut layers: Vec<_> = self.names().layers().collect();
        layers.sort_unstable_by_key(|(name, _)| *name);
        for (name, layer) in layers {
            // One that is empty may come later.
            for (tile, cell) in self.layer(layer).iter().zip(0_u32..) {
                if *tile != Tile::NONE {
                    hash.add(name);
                    hash.add(cell.to_le_bytes());
                    hash.add(self.names().tile_name(*tile));
                }
            }
        }
    }

    fn add_vars(&self, hash: &mut Hash) {
        for (name, value) in self.set_vars() {
            hash.add(format!("{name}={value:?}\n"));
        }
    }
}
