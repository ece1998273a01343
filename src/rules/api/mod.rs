//! The Lua surface: every function and field that a script finds on `board`, with
//! its signature and help. Registration reads this list, and nothing else says
//! what exists. Knows no mlua.

mod changing;
mod classes;
mod definitions;
mod limits;
mod lists;
mod looking;
mod reference;
mod signature;
mod telling;
mod unknown;

pub(in crate::rules) use classes::GAME;
pub use definitions::definitions;
pub use limits::limits;
pub use reference::reference;

use crate::rules::call::{Call, Problem};
use crate::rules::host::Answer;

/// Which version of this surface it is; another number once a pack that was made for the one
/// before may find something missing, or another way.
pub const API_VERSION: u32 = 1;

/// When a function may be called, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// On the board, whenever a call of the script runs.
    Looks,
    /// The same, and the answer hangs on nothing but how many tiles there are.
    Counts,
    /// On the board, where it may be changed.
    Changes,
    /// On the board, while it is being made.
    Starts,
    /// By the engine's own Lua, without a board.
    Free,
}

/// What a function is called on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// The board.
    Board,
    /// A list that the host keeps.
    Cells,
}

impl Owner {
    /// What kind of value that is, in Lua's words.
    pub(in crate::rules) fn kind(self) -> &'static str {
        match self {
            Owner::Board => "a table",
            Owner::Cells => "a list of cells",
        }
    }
}

/// What runs when a script calls a function.
pub(in crate::rules) type Body = fn(&mut Call<'_>) -> Result<Answer, Problem>;

/// One function of the API.
pub struct Function {
    /// Its name.
    pub name: &'static str,
    /// What it is called on.
    pub owner: Owner,
    /// When it may be called.
    pub access: Access,
    /// Arguments and result, as a script writes them; what stands in brackets may be left out.
    pub signature: &'static str,
    /// What it does, in one or two sentences.
    pub help: &'static str,
    /// Whether a call is tried first without what is rare (see [`Call::in_full`]): such a function
    /// does nothing before it knows that nothing is wrong.
    pub(in crate::rules) is_tried: bool,
    pub(in crate::rules) body: Body,
}

/// One field of `board`.
pub struct Field {
    /// Its name on `board`.
    pub name: &'static str,
    /// Its type.
    pub signature: &'static str,
    /// What it holds.
    pub help: &'static str,
}

const fn looks(
    name: &'static str,
    signature: &'static str,
    help: &'static str,
    body: Body,
) -> Function {
    let (owner, access) = (Owner::Board, Access::Looks);
    Function { name, owner, access, signature, help, is_tried: false, body }
}

const fn counts(
    name: &'static str,
    signature: &'static str,
    help: &'static str,
    body: Body,
) -> Function {
    Function { access: Access::Counts, ..looks(name, signature, help, body) }
}

const fn changes(
    name: &'static str,
    signature: &'static str,
    help: &'static str,
    body: Body,
) -> Function {
    Function { access: Access::Changes, ..looks(name, signature, help, body) }
}

/// For what nearly every rule calls at every turn.
const fn tried(function: Function) -> Function {
    Function { is_tried: true, ..function }
}

const fn on_cells(function: Function) -> Function {
    Function { owner: Owner::Cells, ..function }
}

/// Every function on `board`. A cell is a whole number, 1 to `board.size`, row by
/// row from the top left; off the grid is nil.
#[rustfmt::skip] // one function a paragraph reads best as a table
pub const FUNCTIONS: &[Function] = &[
    looks("cell", "board:cell(x, y) -> cell or nil",
        "The cell in column x of row y, both from 1; nil off the grid.", looking::cell),
    looks("xy", "board:xy(cell) -> x, y",
        "Column and row of a cell, both from 1.", looking::xy),
    tried(looks("step", "board:step(cell, dir[, n]) -> cell or nil",
        "The cell n steps (1 unless given) in a direction; nil off the grid.", looking::step)),
    looks("near", "board:near(cell) -> cells",
        "The neighbours of a cell, in the order of board.dirs.", looking::near),
    looks("path", "board:path(from, to[, tile, ...]) -> steps or nil",
        "The shortest way that enters no cell with a tile named, as the letters of a \
         recording (l u r d, on hexagons also n and s), so that #steps is its length; nil \
         when there is none.", looking::path),
    looks("get", "board:get(cell, layer) -> tile or nil",
        "The name of the tile in one layer of a cell; nil when there is none.", looking::get),
    tried(looks("has", "board:has(cell, tile[, ...]) -> boolean",
        "Whether the cell holds the tile; when several are named, any of them.", looking::has)),
    tried(looks("find", "board:find(tile) -> cell or nil",
        "The first cell in reading order that holds the tile; nil when there is none.",
        looking::find)),
    looks("all", "board:all(tile[, ...][, { edge = true, mask = n, empty = layer, filled = layer }]) -> cells",
        "Every cell that holds all the tiles named, in reading order. The table, which may \
         be left out, asks for more: edge = true, that one of its four neighbours does not \
         hold the first tile (off the grid none does); edge = false, that all four do; \
         mask = n, that just those do which board:mask counts; empty = layer, that this \
         layer holds nothing; filled = layer, that it holds something.", looking::all),
    looks("around", "board:around(cell[, n]) -> cells",
        "Every cell at most n columns and n rows away (n steps on hexagons), the cell itself \
         among them.",
        looking::around),
    looks("mask", "board:mask(cell, tile) -> whole number",
        "Which of the four neighbours hold the tile: the sum of 1 above, 2 left, 4 right, \
         8 below; off the grid none does. Of the six of a hexagon: 1 above left, 2 above \
         right, 4 left, 8 right, 16 below left, 32 below right.", looking::mask),
    looks("masks", "board:masks(tile) -> list of masks",
        "The mask of every cell of the board: masks[cell].", looking::masks),
    counts("count", "board:count(tile[, other]) -> whole number",
        "How many cells hold the tile, or both tiles when two are named. A list in place of the \
         first tile counts those of all its tiles together.", looking::count),
    tried(counts("every", "board:every(tile, other) -> boolean",
        "Whether every cell that holds the tile holds the other one too.", looking::every)),
    looks("reach", "board:reach(cell[, tile, ...]) -> cells",
        "The cell and every cell that steps lead to without entering one that holds \
         a tile named, in reading order.", looking::reach),
    looks("say", "board:say(text)",
        "Shows a message to the player until the next action.", looking::say),
    changes("set", "board:set(cell, tile)",
        "Puts a tile into its layer of a cell, or of every cell of a list.", changing::set),
    changes("clear", "board:clear(cell, layer)",
        "Empties one layer of a cell, or of every cell of a list.", changing::clear),
    tried(changes("move", "board:move(from, to, tile)",
        "Moves a tile to another cell, where it replaces what its layer holds.", changing::r#move)),
    changes("swap", "board:swap(cell, other, layer)",
        "Exchanges what one layer of two cells holds.", changing::swap),
    changes("fill", "board:fill(tile)",
        "Puts a tile into its layer of every cell.", changing::fill),
    tried(changes("add", "board:add(name, n) -> number",
        "Adds n to the variable board.vars[name], which counts as 0 while it is nil, and \
         gives its new value.", changing::add)),
    changes("show", "board:show()",
        "Shows the board as it is by now, as a step of this turn, before what comes next: a \
         cascade calls it after each fall. Undo takes back the whole turn.", changing::show),
    changes("random", "board:random([m[, n]]) -> number",
        "A random whole number from m to n (from 1 to m when n is left out), or from 0 \
         up to 1 without arguments. Undo restores the generator.", changing::random),
];

/// Every function of a list of cells, as `all`, `around`, `near` and `reach` give it. The host
/// keeps its cells, so millions of them take no memory of the script, and a step over
/// all of them is one call. `#cells`, `cells[n]` and `for n, cell in ipairs(cells)` work
/// as with a table.
#[rustfmt::skip]
pub const METHODS: &[Function] = &[
    on_cells(changes("shuffle", "cells:shuffle() -> cells",
        "Puts the list into a random order, in place, as board:shuffle does.", lists::shuffle)),
    on_cells(looks("first", "cells:first(n) -> cells",
        "A new list of the first n cells, or of all when there are fewer.", lists::first)),
    on_cells(looks("has", "cells:has(cell) -> boolean",
        "Whether the cell is in the list.", lists::has)),
    on_cells(changes("set", "cells:set(tile)",
        "Puts a tile into its layer of each cell.", lists::set)),
    on_cells(changes("clear", "cells:clear(layer)",
        "Empties one layer of each cell.", lists::clear)),
];

/// Functions of a list that are written in Lua.
#[rustfmt::skip]
pub static LUA_METHODS: &[Field] = &[
    Field { name: "table", signature: "cells:table() -> table",
        help: "A Lua table of the cells, for table.sort, table.concat and the like, which take \
               no list of the host's." },
];

/// Functions that are written in Lua, in `prelude.lua`, over those above.
#[rustfmt::skip]
pub static LUA_FUNCTIONS: &[Field] = &[
    Field { name: "shuffle", signature: "board:shuffle(list) -> list",
        help: "Puts a list into a random order, in place, by the board's generator." },
    Field { name: "refuse", signature: "board:refuse(text[, cell])",
        help: "Raises an error with that text; in start, it refuses the level, and the host \
               adds the file, and the line and column of the cell when one is named." },
    Field { name: "resize", signature: "board:resize(width, height[, cells])",
        help: "In start only: gives the board that many columns and rows (1 to 4096), with \
               nothing on it; cells is \"square\" (unless given) or \"hex\"." },
];

/// Every field of `board` that is no function.
#[rustfmt::skip]
pub static FIELDS: &[Field] = &[
    Field { name: "width", signature: "number", help: "Columns." },
    Field { name: "height", signature: "number", help: "Rows." },
    Field { name: "size", signature: "number", help: "Cells: width times height." },
    Field { name: "hex", signature: "boolean", help: "Whether the cells are hexagons." },
    Field { name: "dirs", signature: "list of directions",
        help: "The names of the directions, clockwise from the left: left, up, right, down; on \
               hexagons left, up-left, up-right, right, down-right, down-left." },
    Field { name: "vars", signature: "table",
        help: "The variables that undo restores: numbers, texts, booleans or nil." },
    Field { name: "level", signature: "table",
        help: "The level: title (text or nil), number (from 1) and path (nil when no file \
               has laid the board out: then start makes it)." },
    Field { name: "params", signature: "table",
        help: "What the player has set, by the names in params of the game." },
];

/// What the engine's own Lua needs besides, under names that scripts never see.
pub(in crate::rules) const INTERNAL: &[Function] = &[
    looks("vars_get", "", "", looking::vars_get),
    changes("vars_set", "", "", changing::vars_set),
    Function { access: Access::Starts, ..looks("resize", "", "", changing::resize) },
    looks("refuse", "", "", looking::refuse),
    on_cells(looks("length", "", "", lists::length)),
    on_cells(looks("item", "", "", lists::item)),
    free("print", looking::print),
    free("check", looking::check),
    free("missing", unknown::missing),
    free("meant", unknown::meant),
    free("sides", telling::sides),
    free("is_hex", telling::is_hex),
    free("title", telling::title),
    free("number", telling::number),
    free("path", telling::path),
    free("asks", telling::asks),
];

const fn free(name: &'static str, body: Body) -> Function {
    Function { access: Access::Free, ..looks(name, "", "", body) }
}

/// All functions by their places, in three tables one after the other.
const TABLES: [&[Function]; 3] = [FUNCTIONS, METHODS, INTERNAL];

/// The place of the first function of each table.
pub(in crate::rules) const FIRST: [usize; 3] =
    [0, FUNCTIONS.len(), FUNCTIONS.len() + METHODS.len()];

/// The function at a place; beyond all, the first one, which nobody calls by such a
/// place.
pub(in crate::rules) const fn at(place: usize) -> &'static Function {
    let mut table = TABLES.len();
    while table > 0 {
        table -= 1;
        if place >= FIRST[table] && place - FIRST[table] < TABLES[table].len() {
            return &TABLES[table][place - FIRST[table]];
        }
    }
    &FUNCTIONS[0]
}
