//! Files, wherever they are: on the disk; in a pack, which is one zip file that paths lead
//! through, as in `puzzles.tilewright/scripts/snake.lua`; or in the program itself, below
//! [`STOCK`]. What is in a pack is read in memory and never unpacked to the disk. Every other
//! room reads by these functions. Knows no game, and not what the files of a pack are for.

mod below;
mod error;
mod leads;
mod name;
mod opened;
mod pack;
mod reading;
mod stock;
mod tree;
mod writing;

pub use below::{Below, below};
pub use error::PackFault;
pub use leads::{PACK_ENDING, has_pack_ending, pack_of, watched};
pub use opened::open_pack;
pub use pack::{Pack, is_pack};
pub use reading::{
    exists, is_dir, is_file, is_same, list, read, read_at_most, read_to_string, real,
};
pub use stock::{STOCK, include_stock, stock};
pub use writing::{Beside, create, replace, zipped};
