//! The board: everything that undo must restore. Layers of tiles, variables and
//! the random generator. Knows no rule, and no history.

use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;
use std::rc::Rc;

use crate::grid::census::Census;
use crate::grid::names::{LayerId, Names, Tile, VarId};
use crate::grid::random::Random;
use crate::grid::topology::{Cell, Topology};

/// What a variable of the board holds.
#[derive(Clone, Debug, PartialEq, Default)]
pub enum Value {
    /// Not set, or set to nil.
    #[default]
    Nil,
    /// A truth value.
    Bool(bool),
    /// A number, whole or not.
    Number(f64),
    /// A text.
    Text(Rc<str>),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Nil => write!(f, "nil"),
            Value::Bool(truth) => write!(f, "{truth}"),
            Value::Number(number) => write!(f, "{number}"),
            Value::Text(text) => write!(f, "{text:?}"),
        }
    }
}

/// What a restart replaces and undo brings back: a board without its names.
#[derive(Clone, Debug, Default)]
pub struct State {
    topology: Topology,
    /// One layer after the other, each row by row from the top left: a look at a cell is one
    /// multiplication and one comparison with the length.
    tiles: Vec<Tile>,
    vars: Vec<Value>,
    random: Random,
    /// The seed that the generator began with.
    seed: u64,
    census: Census,
}

impl State {
    /// Where a cell of a layer is among all tiles.
    #[inline]
    fn place(&self, layer: LayerId, cell: Cell) -> usize {
        debug_assert!(cell.0 < self.topology.size(), "cells are checked where they come from");
        layer.index() * self.topology.size() as usize + cell.index()
    }

    /// Where a layer is among all tiles.
    fn range(&self, layer: LayerId) -> Range<usize> {
        let size = self.topology.size() as usize;
        layer.index() * size..(layer.index() + 1) * size
    }
}

/// Layers of tiles over one grid, with variables and a random generator.
///
/// Each cell holds at most one tile a layer; two bytes a cell and layer.
#[derive(Clone, Debug, Default)]
pub struct Board {
    names: Names,
    state: State,
}

impl Board {
    /// An empty board of no layers; names and layers come with a game.
    #[must_use]
    pub fn new(topology: Topology, seed: u64) -> Board {
        let state = State { topology, random: Random::new(seed), seed, ..State::default() };
        Board { names: Names::default(), state }
    }

    /// The grid.
    #[must_use]
    #[inline]
    pub fn topology(&self) -> Topology {
        self.state.topology
    }

    /// The names of layers, tiles and variables.
    #[must_use]
    #[inline]
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// Names to add to. The board makes room for what came.
    pub fn with_names<T>(&mut self, add: impl FnOnce(&mut Names) -> T) -> T {
        let added = add(&mut self.names);
        self.make_room();
        added
    }

    /// The tile of a cell in one layer. Off the board there is nothing.
    #[must_use]
    #[inline]
    pub fn get(&self, layer: LayerId, cell: Cell) -> Tile {
        self.state.tiles.get(self.state.place(layer, cell)).copied().unwrap_or(Tile::NONE)
    }

    /// Whether the cell holds the tile, in the layer that the tile belongs to.
    #[must_use]
    #[inline]
    pub fn has(&self, cell: Cell, tile: Tile) -> bool {
        self.get(self.names.tile_layer(tile), cell) == tile
    }

    /// The tiles of a cell, bottom layer first, without the empty ones.
    pub fn tiles_at(&self, cell: Cell) -> impl Iterator<Item = Tile> {
        let layers = self.state.tiles.chunks_exact(self.state.topology.size().max(1) as usize);
        let tiles = layers.map(move |layer| layer[cell.index()]);
        tiles.filter(|&tile| tile != Tile::NONE)
    }

    /// One whole layer, row by row from the top left.
    #[must_use]
    pub fn layer(&self, layer: LayerId) -> &[Tile] {
        &self.state.tiles[self.state.range(layer)]
    }

    /// The first cell in reading order that holds the tile.
    #[must_use]
    #[inline]
    pub fn find(&self, tile: Tile) -> Option<Cell> {
        match self.state.census.count(tile) {
            0 => None,
            _ => {
                let only = self.find_only(self.names.tile_layer(tile), tile);
                only.or_else(|| self.all(tile).next())
            }
        }
    }

    /// The cell that holds a tile of that layer, if there is one alone, and it is where it was
    /// last put.
    #[must_use]
    #[inline]
    pub fn find_only(&self, layer: LayerId, tile: Tile) -> Option<Cell> {
        let cell = self.state.census.only_put(tile)?;
        (self.get(layer, cell) == tile).then_some(cell)
    }

    /// Every cell that holds the tile, in reading order.
    pub fn all(&self, tile: Tile) -> impl Iterator<Item = Cell> {
        let layer = self.layer(self.names.tile_layer(tile)).iter();
        (0..).zip(layer).filter(move |&(_, &t)| t == tile).map(|(at, _)| Cell(at))
    }

    /// How many cells hold the tile.
    #[must_use]
    #[inline]
    pub fn count(&self, tile: Tile) -> u32 {
        self.state.census.count(tile)
    }

    /// How many cells hold both tiles, and whether [`Board::count_stamp`] changes
    /// with that number from now on. The first question about a pair looks at every
    /// cell; then the answer is kept up to date, unless very many pairs are asked for.
    #[inline]
    pub fn count_both(&mut self, tiles: [Tile; 2]) -> (u32, bool) {
        if let Some(count) = self.state.census.pair(tiles) {
            return (count, true);
        }
        // A layer of a cell holds one tile: only a pair of two layers is to be watched.
        let [one, other] = tiles;
        if self.names.tile_layer(one) == self.names.tile_layer(other) {
            return (if one == other { self.count(one) } else { 0 }, true);
        }
        let holding = self.all(tiles[0]).filter(|&cell| self.has(cell, tiles[1]));
        let count = u32::try_from(holding.count()).unwrap_or(u32::MAX);
        (count, self.state.census.watch(tiles, count))
    }

    /// Changes whenever the number of cells that hold some tile, or some two tiles
    /// whose count is kept, does. No two boards share a stamp unless
    /// one is a copy of the other and their counts are the same.
    #[must_use]
    pub fn count_stamp(&self) -> u64 {
        self.state.census.stamp()
    }

    /// What a variable holds.
    #[must_use]
    pub fn var(&self, var: VarId) -> &Value {
        const NIL: &Value = &Value::Nil;
        self.state.vars.get(usize::from(var.0)).unwrap_or(NIL)
    }

    /// What the variable of that name holds; nil when there is none.
    #[must_use]
    pub fn var_named(&self, name: &str) -> &Value {
        let var = self.names.find_var(name);
        var.map_or(&Value::Nil, |var| self.var(var))
    }

    /// The random generator as it stands.
    #[must_use]
    pub fn random(&self) -> Random {
        self.state.random
    }

    /// The seed that the board's generator began with.
    #[must_use]
    pub fn seed(&self) -> u64 {
        self.state.seed
    }

    /// Puts a tile into its layer of a cell, on a board that is not in play yet:
    /// there is no way back, and nobody has asked how many tiles there are.
    #[inline]
    pub fn lay(&mut self, cell: Cell, tile: Tile) {
        let layer = self.names.tile_layer(tile);
        let place = self.state.place(layer, cell);
        let slot = &mut self.state.tiles[place];
        let old = std::mem::replace(slot, tile);
        self.state.census.laid(cell, old, tile);
    }

    /// Puts a tile (or nothing) into one layer of a cell and returns what was there.
    pub(in crate::grid) fn put(&mut self, layer: LayerId, cell: Cell, tile: Tile) -> Tile {
        let place = self.state.place(layer, cell);
        let old = std::mem::replace(&mut self.state.tiles[place], tile);
        if old != tile {
            let holds = holding(&self.names, self.state.topology.size(), &self.state.tiles);
            self.state.census.replaced(cell, old, tile, |tile| holds(tile, cell));
        }
        old
    }

    /// Puts a tile (or nothing) into one layer of many cells.
    pub(in crate::grid) fn put_many(
        &mut self,
        layer: LayerId,
        cells: impl Iterator<Item = Cell>,
        tile: Tile,
    ) {
        let range = self.state.range(layer);
        let tiles = &mut self.state.tiles[range];
        let replaced = cells.filter_map(|cell| {
            let old = std::mem::replace(&mut tiles[cell.index()], tile);
            (old != tile).then_some((cell, old))
        });
        self.state.census.replaced_many(replaced, tile);
    }

    /// Whether it counts the common cells of some pair; see [`Board::count_both`].
    pub(in crate::grid) fn counts_pairs(&self) -> bool {
        self.state.census.counts_pairs()
    }

    /// Exchanges one whole layer.
    pub(in crate::grid) fn exchange_layer(&mut self, layer: LayerId, tiles: &mut [Tile]) {
        let range = self.state.range(layer);
        let own = &mut self.state.tiles[range];
        own.swap_with_slice(tiles);
        self.state.census.recounted(tiles, own);
    }

    /// Exchanges what one layer of two cells holds.
    #[inline]
    pub(in crate::grid) fn exchange(&mut self, layer: LayerId, from: Cell, to: Cell) {
        let [tile, other] = [from, to].map(|cell| self.get(layer, cell));
        if tile == Tile::NONE || !self.slide(layer, tile, [from, to], || ()) {
            self.put(layer, from, other);
            self.put(layer, to, tile);
        }
    }

    /// Moves a tile from one cell to another, if it is there and its layer is empty in the other.
    /// Then `note` is called before anything changes. Returns whether it moved.
    #[inline(always)] // what nearly every rule does at every turn
    pub(in crate::grid) fn slide(
        &mut self,
        layer: LayerId,
        tile: Tile,
        [from, to]: [Cell; 2],
        note: impl FnOnce(),
    ) -> bool {
        let places = [from, to].map(|cell| self.state.place(layer, cell));
        let Ok([left, found]) = self.state.tiles.get_disjoint_mut(places) else {
            return false;
        };
        if *left != tile || *found != Tile::NONE {
            return false;
        }
        note();
        (*left, *found) = (Tile::NONE, tile);
        if self.state.census.moved(tile, to) {
            self.moved_beside(tile, from, to);
        }
        true
    }

    #[inline(never)] // as `slide` is much shorter without
    fn moved_beside(&mut self, tile: Tile, from: Cell, to: Cell) {
        let holds = holding(&self.names, self.state.topology.size(), &self.state.tiles);
        self.state.census.moved_beside(tile, |tile| holds(tile, from), |tile| holds(tile, to));
    }

    /// Exchanges a variable's value.
    pub(in crate::grid) fn replace_var(&mut self, var: VarId, value: Value) -> Value {
        std::mem::replace(&mut self.state.vars[usize::from(var.0)], value)
    }

    /// The number that a variable holds, if it holds one.
    #[inline]
    pub(in crate::grid) fn number_mut(&mut self, var: VarId) -> Option<&mut f64> {
        match self.state.vars.get_mut(usize::from(var.0))? {
            Value::Number(value) => Some(value),
            _ => None,
        }
    }

    /// Exchanges the random generator.
    pub(in crate::grid) fn replace_random(&mut self, random: Random) -> Random {
        std::mem::replace(&mut self.state.random, random)
    }

    /// Exchanges all but the names.
    pub(in crate::grid) fn swap_state(&mut self, state: &mut State) {
        std::mem::swap(&mut self.state, state);
        self.make_room();
    }

    /// Takes the board apart.
    pub(in crate::grid) fn into_parts(self) -> (Names, State) {
        (self.names, self.state)
    }

    /// A new empty board with the same names.
    #[must_use]
    pub fn fresh(&self, topology: Topology, seed: u64) -> Board {
        let mut fresh = Board::new(topology, seed);
        fresh.names = self.names.clone();
        fresh.make_room();
        fresh
    }

    /// The same board without a tile on it and of another size: variables and
    /// generator stay.
    pub(in crate::grid) fn resized(&self, topology: Topology) -> Board {
        let mut resized = self.fresh(topology, self.state.seed);
        resized.state.vars.clone_from(&self.state.vars);
        resized.state.random = self.state.random;
        resized
    }

    /// Whether two boards that share their names hold the same: cells, variables
    /// and generator.
    #[must_use]
    pub fn same_as(&self, other: &Board) -> bool {
        let (a, b) = (&self.state, &other.state);
        a.topology == b.topology
            && a.tiles == b.tiles
            && a.random == b.random
            && self.set_vars() == other.set_vars()
    }

    /// The variables that hold something, by their names and in their order.
    pub(in crate::grid) fn set_vars(&self) -> Vec<(&str, &Value)> {
        let all = self.names.vars().zip(&self.state.vars);
        let mut set: Vec<_> = all.filter(|(_, value)| **value != Value::Nil).collect();
        set.sort_unstable_by_key(|(name, _)| *name);
        set
    }

    /// A number that boards which share their names have in common when they hold the same:
    /// cells, variables and generator. Others hardly ever have it in common.
    #[must_use]
    pub fn digest(&self) -> u64 {
        let State { topology, tiles, vars, random, .. } = &self.state;
        let layers = tiles.chunks_exact(topology.size().max(1) as usize);
        let mut hasher = DefaultHasher::new();
        (topology, random).hash(&mut hasher);
        for (layer, tiles) in layers.enumerate() {
            // Four at a time, and without what is empty: a layer may come later.
            for (at, four) in tiles.chunks(4).enumerate() {
                let packed = four.iter().fold(0, |sum, tile| sum << 16 | u64::from(tile.0));
                if packed != 0 {
                    hasher.write_u64(packed);
                    hasher.write_usize(at * Names::MAX_LAYERS + layer);
                }
            }
        }
        for (var, value) in vars.iter().enumerate().filter(|(_, value)| **value != Value::Nil) {
            (var, format!("{value:?}")).hash(&mut hasher);
        }
        hasher.finish()
    }

    fn make_room(&mut self) {
        let size = self.state.topology.size() as usize;
        let tiles = (self.names.layer_count() * size).max(self.state.tiles.len());
        // No more room than that: the layers of a board seldom become more, and may be large.
        self.state.tiles.reserve_exact(tiles - self.state.tiles.len());
        self.state.tiles.resize(tiles, Tile::NONE);
        self.state.census.make_room(self.names.tile_count());
        let vars = self.names.var_count().max(self.state.vars.len());
        self.state.vars.resize(vars, Value::Nil);
    }
}

/// Whether a cell holds a tile, in the layer that the tile belongs to, on a board of that many
/// cells: for where the rest of the board is being changed.
#[inline]
fn holding<'a>(names: &'a Names, size: u32, tiles: &'a [Tile]) -> impl Fn(Tile, Cell) -> bool {
    move |tile, cell| tiles[names.tile_layer(tile).index() * size as usize + cell.index()] == tile
}
