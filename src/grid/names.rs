//! The names behind the numbers on a board: layers, tiles and variables. They
//! only grow, so that a number in the history means the same for ever, whatever
//! script is swapped in.

use std::rc::Rc;

use crate::grid::stamp::new_stamp;

/// A kind of thing that a cell can hold in one layer; 0 is nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Tile(pub u16);

impl Tile {
    /// Nothing there.
    pub const NONE: Tile = Tile(0);

    /// The number as an index into a table of tiles.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A layer of a board, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct LayerId(pub u8);

impl LayerId {
    /// The number as an index into the board's layers.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A variable of a board, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct VarId(pub u16);

/// There are more names than a board can number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TooMany {
    /// More than [`Names::MAX_LAYERS`].
    #[error("a board has at most {} layers", Names::MAX_LAYERS)]
    Layers,
    /// More than [`Names::MAX_TILES`].
    #[error("a board knows at most {} tiles", Names::MAX_TILES)]
    Tiles,
    /// More than [`Names::MAX_VARS`].
    #[error("a board has at most {} variables", Names::MAX_VARS)]
    Vars,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct NamedTile {
    name: Box<str>,
    layer: LayerId,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Texts {
    layers: Vec<Box<str>>,
    tiles: Vec<NamedTile>,
    vars: Vec<Box<str>>,
}

/// All names of a board. Copies are cheap, as from level to level names rarely come.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    texts: Rc<Texts>,
    /// The layer of each tile by its number, with one for [`Tile::NONE`]: rules ask
    /// for little else.
    tile_layers: Vec<LayerId>,
    /// Another one after each new layer or tile; a copy keeps it.
    tile_stamp: u64,
    /// The same for variables.
    var_stamp: u64,
}

impl Names {
    /// The most layers a board can have, with those that only scripts of before a
    /// reload had.
    pub const MAX_LAYERS: usize = 250;
    /// The most tiles a board can tell apart.
    pub const MAX_TILES: usize = 4096;
    /// The most variables a board can have.
    pub const MAX_VARS: usize = 1024;

    /// The layer of that name, made when it is new.
    ///
    /// # Errors
    /// [`TooMany::Layers`].
    pub fn layer(&mut self, name: &str) -> Result<LayerId, TooMany> {
        let known = self.layer_count();
        let at = position(&self.texts.layers, name);
        let at =
            at.or_else(|| push(&mut Rc::make_mut(&mut self.texts).layers, name, Self::MAX_LAYERS));
        if self.layer_count() > known {
            self.tile_stamp = new_stamp();
        }
        let at = at.and_then(|at| u8::try_from(at).ok());
        at.map(LayerId).ok_or(TooMany::Layers)
    }

    /// The tile of that name in that layer, made when it is new. The same name in
    /// another layer is another tile.
    ///
    /// # Errors
    /// [`TooMany::Tiles`].
    pub fn tile(&mut self, name: &str, layer: LayerId) -> Result<Tile, TooMany> {
        let is_it = |tile: &NamedTile| &*tile.name == name && tile.layer == layer;
        let known = self.texts.tiles.iter().position(is_it);
        if known.is_none() {
            if self.texts.tiles.len() == Self::MAX_TILES {
                return Err(TooMany::Tiles);
            }
            let tiles = &mut Rc::make_mut(&mut self.texts).tiles;
            tiles.push(NamedTile { name: name.into(), layer });
            self.tile_layers.resize(tiles.len(), LayerId(0));
            self.tile_layers.push(layer);
            self.tile_stamp = new_stamp();
        }
        let number = known.map_or(self.texts.tiles.len(), |at| at + 1);
        u16::try_from(number).map(Tile).map_err(|_| TooMany::Tiles)
    }

    /// The variable of that name, made when it is new.
    ///
    /// # Errors
    /// [`TooMany::Vars`].
    pub fn var(&mut self, name: &str) -> Result<VarId, TooMany> {
        let known = self.var_count();
        let at = position(&self.texts.vars, name);
        let at = at.or_else(|| push(&mut Rc::make_mut(&mut self.texts).vars, name, Self::MAX_VARS));
        if self.var_count() > known {
            self.var_stamp = new_stamp();
        }
        let at = at.and_then(|at| u16::try_from(at).ok());
        at.map(VarId).ok_or(TooMany::Vars)
    }

    /// Forgets all variables but the first ones; the others must hold nothing.
    pub fn keep_vars(&mut self, count: usize) {
        if count < self.var_count() {
            Rc::make_mut(&mut self.texts).vars.truncate(count);
            self.var_stamp = new_stamp();
        }
    }

    /// The variable of that name, if there is one.
    #[must_use]
    pub fn find_var(&self, name: &str) -> Option<VarId> {
        let at = self.texts.vars.iter().position(|var| &**var == name)?;
        u16::try_from(at).ok().map(VarId)
    }

    /// The name of a tile; empty for [`Tile::NONE`].
    #[must_use]
    pub fn tile_name(&self, tile: Tile) -> &str {
        self.tile_entry(tile).map_or("", |entry| &entry.name)
    }

    /// The layer of a tile; the bottom one for [`Tile::NONE`].
    #[must_use]
    #[inline]
    pub fn tile_layer(&self, tile: Tile) -> LayerId {
        self.tile_layers.get(tile.index()).copied().unwrap_or(LayerId(0))
    }

    /// The name of a layer.
    #[must_use]
    pub fn layer_name(&self, layer: LayerId) -> &str {
        self.texts.layers.get(layer.index()).map_or("", |name| name)
    }

    /// How many layers there are.
    #[must_use]
    pub fn layer_count(&self) -> usize {
        self.texts.layers.len()
    }

    /// How many tiles there are, with [`Tile::NONE`].
    #[must_use]
    pub fn tile_count(&self) -> usize {
        self.texts.tiles.len() + 1
    }

    /// Equal stamps mean the same layers and tiles under the same numbers.
    #[must_use]
    pub fn tile_stamp(&self) -> u64 {
        self.tile_stamp
    }

    /// Equal stamps mean the same variables under the same numbers.
    #[must_use]
    pub fn var_stamp(&self) -> u64 {
        self.var_stamp
    }

    /// The layers with their names, in the order of their numbers.
    pub fn layers(&self) -> impl Iterator<Item = (&str, LayerId)> {
        self.texts.layers.iter().map(|name| &**name).zip((0..=u8::MAX).map(LayerId))
    }

    /// How many variables there are.
    #[must_use]
    pub fn var_count(&self) -> usize {
        self.texts.vars.len()
    }

    /// The names of the variables, in the order of their numbers.
    pub fn vars(&self) -> impl Iterator<Item = &str> {
        self.texts.vars.iter().map(|name| &**name)
    }

    fn tile_entry(&self, tile: Tile) -> Option<&NamedTile> {
        tile.index().checked_sub(1).and_then(|at| self.texts.tiles.get(at))
    }
}

fn position(names: &[Box<str>], name: &str) -> Option<usize> {
    names.iter().position(|known| &**known == name)
}

fn push(names: &mut Vec<Box<str>>, name: &str, limit: usize) -> Option<usize> {
    (names.len() < limit).then(|| {
        names.push(name.into());
        names.len() - 1
    })
}
