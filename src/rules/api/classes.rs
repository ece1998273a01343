//! The tables that a script hands over and is handed, beside the board: what it returns, with
//! all that stands in there, and actions. Each field with its type, as the Lua language servers
//! of editors write it, and help. Knows no function of the API.

use crate::rules::api::Field;

/// A kind of table.
pub struct Class {
    /// Its name, and after a colon that of one whose fields it has, too.
    pub name: &'static str,
    /// What such a table is.
    pub help: &'static str,
    /// Its fields; the signature of each is its type.
    pub fields: &'static [Field],
}

const fn field(name: &'static str, signature: &'static str, help: &'static str) -> Field {
    Field { name, signature, help }
}

/// Names that stand for other types, and those.
#[rustfmt::skip] // here and below: one entry a line or paragraph reads best as a table
pub static ALIASES: &[(&str, &str)] = &[
    ("Cell", "integer"),
    ("Dir", "\"left\"|\"up-left\"|\"up\"|\"up-right\"|\"right\"|\"down-right\"|\"down\"|\"down-left\""),
    ("Button", "\"left\"|\"right\"|\"middle\""),
];

/// Every field that the table of a game may have.
#[rustfmt::skip]
pub const GAME: &[Field] = &[
    field("title", "string?", "The name of the game; that of its file unless given."),
    field("layers", "string[]?",
        "Their names, bottom first; a cell holds one tile in each."),
    field("tiles", "table<string, tilewright.Tile>|fun(params: table<string, any>, \
         width: integer?, height: integer?): table<string, tilewright.Tile>",
        "The tiles by their names; or a function that gives them, where they hang on what is set \
         and on the size of the board (nil while there is no board)."),
    field("legend", "table<string|integer, string|string[]>?",
        "What the characters of a level mean, or its numbers: the tile or tiles of a cell."),
    field("text", "table<string|integer, string|string[]>?",
        "The same for `tilewright show`, where it is to differ from the legend."),
    field("keys", "table<string, string>?",
        "Further keys, and the action of each: { space = \"new\", h = \"hint\" }."),
    field("clicks", "boolean?", "Whether act hears of clicks, too."),
    field("params", "(tilewright.Param[]|table<string, tilewright.Param>)?",
        "What a player can set; board.params has it by name."),
    field("score", "string[]?", "The names of the variables that recordings check."),
    field("background", "string?", "The colour behind the board."),
    field("start", "(fun(board: tilewright.Board))?",
        "What happens on a new board: it may refuse a level, and where no level file is played \
         it makes the board."),
    field("act", "fun(board: tilewright.Board, action: tilewright.Action): string?",
        "The rule: a turn, which undo takes back as one. It may give the text under which a \
         recording keeps the action."),
    field("tick", "(fun(board: tilewright.Board))?",
        "What happens by itself, time and again: a turn of its own, as one of act is."),
    field("tick_ms", "number?", "The milliseconds from one tick to the next; 250 unless given."),
    field("plan", "(fun(board: tilewright.Board, click: tilewright.Click): \
         string|tilewright.Cell|boolean|nil)?",
        "What a click comes to, in games that are played by steps: steps as in a recording, a \
         cell to pick for the next click, or nothing. What it changes is taken back."),
    field("reach", "(fun(board: tilewright.Board, held: tilewright.Cell?): \
         tilewright.Cell[]|tilewright.Cells)?",
        "The cells that clicks can lead to, to be marked; held is what the last one has picked."),
    field("won", "(fun(board: tilewright.Board): any)?", "Whether the level is solved."),
    field("status", "(fun(board: tilewright.Board): string?)?",
        "The text at the top right of the window."),
    field("reloaded", "(fun(board: tilewright.Board))?",
        "What happens once when the script was saved during a game."),
    field("goes_on", "boolean?", "Whether actions still reach act once the level is solved."),
    field("follow", "string?",
        "The tile that stays in sight where a board is larger than the window."),
    field("cover", "string?", "The layer that hides what a player has not seen."),
    field("pointer", "boolean?", "Whether the cell under the mouse is marked and named."),
    field("redraw", "boolean?",
        "Whether a board that start has made is made again when the script is saved and makes \
         another one now."),
];

/// Every kind of table, in an order to read them in.
#[rustfmt::skip]
pub static CLASSES: &[Class] = &[
    Class { name: "Game", help: "What a script returns.", fields: GAME },
    Class { name: "Tile", help: "A tile of a game.", fields: &[
        field("layer", "string?", "The layer that it lies in; the last one unless given."),
        field("look", "tilewright.Look?", "How it is drawn; plainly unless given."),
    ] },
    Class { name: "Part", help: "A shape, text or picture of a look. Lengths are parts of a cell: \
        1 is a whole one.", fields: PART },
    Class { name: "Look: tilewright.Part",
        help: "How a tile is drawn: a part, or a list of parts, one over the other.",
        fields: LOOK },
    Class { name: "Edges",
        help: "A picture for each choice of neighbours that hold the same tile: image, or looks.",
        fields: EDGES },
    Class { name: "Param", help: "Something that a player can set.", fields: PARAM },
    Class { name: "Skin", help: "What the file of a skin returns.", fields: &[
        field("title", "string?", "Its name for a player; that of its file unless given."),
        field("background", "string?", "The colour behind the board."),
        field("tiles", "table<string, tilewright.Look>", "The looks, by the names of the tiles."),
    ] },
    Class { name: "Action", help: "What the player asks for.", fields: &[
        field("name", "string", "\"move\", \"click\", or the name that keys gives."),
        field("dir", "tilewright.Dir?", "Of a move: one of board.dirs."),
        field("token", "string?", "Of a move: its letter in a recording."),
        field("cell", "tilewright.Cell?", "Of a click: the cell."),
        field("button", "tilewright.Button?", "Of a click: the button of the mouse."),
    ] },
    Class { name: "Move: tilewright.Action",
        help: "The only kind of action in games without clicks and keys of their own.",
        fields: &[
            field("dir", "tilewright.Dir", "One of board.dirs."),
            field("token", "string", "Its letter in a recording."),
        ] },
    Class { name: "Click", help: "A click that plan is asked about.", fields: &[
        field("cell", "tilewright.Cell", "The cell."),
        field("button", "tilewright.Button", "The button of the mouse."),
        field("held", "tilewright.Cell?", "What the click before has picked."),
    ] },
    Class { name: "Level", help: "What is known of the level that is played.", fields: &[
        field("title", "string?", "Its title, if it has one."),
        field("number", "integer", "Its number in its file, from 1."),
        field("path", "string?",
            "Its file; nil when no file has laid the board out: then start makes it."),
    ] },
    Class { name: "Masks", help: "The mask of every cell, in a list that the host keeps.", fields: &[
        field("[integer]", "integer", "As board:mask counts."),
        field("table", "fun(self: tilewright.Masks): integer[]", "A Lua table of the masks."),
    ] },
    Class { name: "Asks", help: "What board:all asks for beside tiles.", fields: &[
        field("edge", "boolean?",
            "Whether one of its neighbours does not hold the first tile, or all do."),
        field("mask", "integer?", "Just those neighbours hold it which board:mask counts."),
        field("empty", "string?", "The layer that holds nothing."),
        field("filled", "string?", "The layer that holds something."),
    ] },
];

#[rustfmt::skip]
static PART: &[Field] = &[
    field("shape", "(\"cell\"|\"square\"|\"circle\"|\"triangle\"|\"diamond\"|\"hexagon\")?",
        "A cell (a square, on hexagonal boards a hexagon) unless given."),
    field("color", "string?", "\"#rrggbb\", \"#rrggbbaa\" or \"none\"."),
    field("size", "(number|number[])?", "A number, or { width, height }; 1 unless given."),
    field("at", "number[]?", "Its middle, right and down from the middle of the cell."),
    field("round", "number?", "The radius of its corners."),
    field("outline", "string?", "The colour of a line around it."),
    field("line", "number?", "The width of that line."),
    field("rotate", "number?", "Degrees, clockwise."),
    field("text", "string?", "Letters instead of a shape, at most 16."),
    field("image", "string?", "A PNG or JPEG beside the script, instead of a shape."),
    field("part", "integer[]?", "A piece of that: { column, row, columns, rows }, from 1."),
    field("fit", "(\"stretch\"|\"crop\")?",
        "Whether the picture is stretched to the shape of its pieces, or cut to it."),
];

#[rustfmt::skip]
static LOOK: &[Field] = &[
    field("[integer]", "tilewright.Part", "The parts, bottom first."),
    field("turn", "boolean?", "Whether it is turned to the way that it last went."),
    field("frames", "(tilewright.Part|tilewright.Part[])[]?", "Looks that take turns."),
    field("fps", "number?", "How many of these a second, 0.1 to 60; 2 unless given."),
    field("tall", "number?", "How high it stands in the isometric view, 0 to 2 cells."),
    field("upright", "boolean?", "Whether it stands there like a picture on a stick."),
    field("facing", "table<tilewright.Dir, tilewright.Look>?",
        "A look for each way that it last went."),
    field("on", "table<string, tilewright.Look>?", "Its looks over other tiles."),
    field("won", "tilewright.Look?", "Its look once the level is solved."),
    field("edges", "tilewright.Edges?", "An autotile."),
];

#[rustfmt::skip]
static EDGES: &[Field] = &[
    field("image", "string?", "A sheet of four by four pieces, or for 8 neighbours of 8 by 6."),
    field("corners", "string?",
        "A sheet of four pieces, drawn where a corner is missing between two sides."),
    field("like", "(string|string[])?", "What counts as the same tile."),
    field("outside", "boolean?", "Whether the edge of the board counts, too."),
    field("neighbours", "(4|8)?", "4 unless given; 8 counts corners, too."),
    field("looks", "table<integer, tilewright.Look>?", "A look for each mask, instead of a sheet."),
];

#[rustfmt::skip]
static PARAM: &[Field] = &[
    field("name", "string?", "Its name in board.params."),
    field("title", "string?", "What the options call it."),
    field("help", "string?", "A sentence about it in the options."),
    field("default", "(number|boolean|string)?", "What it is unless it is set."),
    field("min", "number?", "The least number; of a picture, the least pixels a side."),
    field("max", "number?", "The greatest number."),
    field("whole", "boolean?", "Whether it is a whole number."),
    field("choices", "string[]?", "The texts that it can be, or the pictures that are offered."),
    field("file", "\"picture\"?", "That it is a PNG or JPEG, or none."),
];
