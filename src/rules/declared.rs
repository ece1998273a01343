//! What a script declares for certain settings and a size of the board, and the numbers
//! of these names on the board. Knows no call but that of `tiles`.

use std::collections::HashMap;
use std::rc::Rc;

use mlua::{Table, Value};

use crate::grid::{LayerId, Names, Tile, TooMany, Topology};
use crate::level::Symbol;
use crate::rules::declaration::{self, Declaration};
use crate::rules::fault::At;
use crate::rules::machine::Machine;
use crate::rules::params::{Param, Settings};
use crate::rules::running::Running;

/// The numbers of a game's names on the board it plays on.
#[derive(Clone, Debug, Default)]
pub(in crate::rules) struct Bound {
    pub tiles: Vec<Tile>,
    pub layers: Vec<LayerId>,
    /// What each symbol of a level puts into a cell.
    pub legend: Vec<(Symbol, Vec<Tile>)>,
    /// The stamp of the names that these are numbers of, once there are some.
    pub names: Option<u64>,
}

/// What a script declares for certain settings and a size of the board, as tiles may
/// hang on both.
#[derive(Clone)]
pub struct Declared {
    pub(in crate::rules) declaration: Rc<Declaration>,
    pub(in crate::rules) settings: Rc<Settings>,
    /// Nothing while the board is yet to be made.
    pub(in crate::rules) size: Option<Topology>,
    pub(in crate::rules) bound: Rc<Bound>,
    /// The same only for the same tiles.
    pub(in crate::rules) stamp: u64,
}

impl Declared {
    /// What the parameters are set to.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Joins what is declared to the names of a board, to which it adds.
    pub fn bind(&mut self, names: &mut Names) -> Result<(), TooMany> {
        let declared = &self.declaration;
        let layers = declared.layers.iter().map(|name| names.layer(name));
        let layers: Vec<LayerId> = layers.collect::<Result<_, _>>()?;
        let tiles = declared.tiles.iter();
        let tiles = tiles.map(|kind| names.tile(&kind.name, layers[kind.layer]));
        let tiles: Vec<Tile> = tiles.collect::<Result<_, _>>()?;
        let stamp = names.tile_stamp();
        let names = declared.tiles.iter().map(|kind| kind.name.as_str());
        let known: HashMap<&str, Tile> = names.zip(tiles.iter().copied()).collect();
        let placed = |name: &String| known.get(name.as_str()).copied();
        let legend = declared.legend.iter();
        let mut legend: Vec<(Symbol, Vec<Tile>)> = legend
            .map(|(symbol, names)| (*symbol, names.iter().filter_map(placed).collect()))
            .collect();
        if declared.is_in_numbers() {
            // A number that the legend leaves out is the tile of that name.
            let numbers = declared.tiles.iter().zip(&tiles).filter_map(|(kind, &tile)| {
                let number: i32 = kind.name.parse().ok()?;
                let symbol = Symbol::Number(number);
                let own = number.to_string() == kind.name && !declared.legend.contains_key(&symbol);
                own.then(|| (symbol, vec![tile]))
            });
            legend.extend(numbers);
            legend.sort_by_key(|(symbol, _)| *symbol);
        }
        self.bound = Rc::new(Bound { tiles, layers, legend, names: Some(stamp) });
        Ok(())
    }
}

/// Has the script declare its tiles for the settings that it was told, and for the size
/// of the board in `next`. What is wrong is told there.
pub(in crate::rules) fn declare(
    at: &At,
    machine: &Machine,
    (table, name): (&Table, &str),
    next: &Declared,
    params: Vec<Param>,
) -> Declaration {
    let tiles = match at.field(table, "tiles") {
        Value::Function(tiles) => {
            let size = next.size.map(|size| (size.width(), size.height()));
            let (width, height) = size.unzip();
            let called = machine.without_board(|| {
                let params = machine.board.get::<Value>("params")?;
                machine.call(&tiles, (params, width, height))
            });
            called.map_err(|error| at.raise(error.during(Running::Tiles))).ok()
        }
        plain => Some(plain),
    };
    declaration::read(at, table, tiles.as_ref(), params, name)
}
