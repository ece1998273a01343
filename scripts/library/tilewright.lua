---@meta
-- What a script of Tilewright returns and what it finds on `board`, for editors. Made by
-- `tilewright api --lua`.

---@alias tilewright.Cell integer

---@alias tilewright.Dir "left"|"up-left"|"up"|"up-right"|"right"|"down-right"|"down"|"down-left"

---@alias tilewright.Button "left"|"right"|"middle"

---What a script returns.
---@class tilewright.Game
---The name of the game; that of its file unless given.
---@field title string?
---Their names, bottom first; a cell holds one tile in each.
---@field layers string[]?
---The tiles by their names; or a function that gives them, where they hang on what is set and
---on the size of the board (nil while there is no board).
---@field tiles table<string, tilewright.Tile>|fun(params: table<string, any>, width: integer?, height: integer?): table<string, tilewright.Tile>
---What the characters of a level mean, or its numbers: the tile or tiles of a cell.
---@field legend table<string|integer, string|string[]>?
---The same for `tilewright show`, where it is to differ from the legend.
---@field text table<string|integer, string|string[]>?
---Further keys, and the action of each: { space = "new", h = "hint" }.
---@field keys table<string, string>?
---Whether act hears of clicks, too.
---@field clicks boolean?
---What a player can set; board.params has it by name.
---@field params (tilewright.Param[]|table<string, tilewright.Param>)?
---The names of the variables that recordings check.
---@field score string[]?
---The colour behind the board.
---@field background string?
---What happens on a new board: it may refuse a level, and where no level file is played it
---makes the board.
---@field start (fun(board: tilewright.Board))?
---The rule: a turn, which undo takes back as one. It may give the text under which a recording
---keeps the action.
---@field act fun(board: tilewright.Board, action: tilewright.Action): string?
---What happens by itself, time and again: a turn of its own, as one of act is.
---@field tick (fun(board: tilewright.Board))?
---The milliseconds from one tick to the next; 250 unless given.
---@field tick_ms number?
---What a click comes to, in games that are played by steps: steps as in a recording, a cell to
---pick for the next click, or nothing. What it changes is taken back.
---@field plan (fun(board: tilewright.Board, click: tilewright.Click): string|tilewright.Cell|boolean|nil)?
---The cells that clicks can lead to, to be marked; held is what the last one has picked.
---@field reach (fun(board: tilewright.Board, held: tilewright.Cell?): tilewright.Cell[]|tilewright.Cells)?
---Whether the level is solved.
---@field won (fun(board: tilewright.Board): any)?
---The text at the top right of the window.
---@field status (fun(board: tilewright.Board): string?)?
---What happens once when the script was saved during a game.
---@field reloaded (fun(board: tilewright.Board))?
---Whether actions still reach act once the level is solved.
---@field goes_on boolean?
---The tile that stays in sight where a board is larger than the window.
---@field follow string?
---The layer that hides what a player has not seen.
---@field cover string?
---Whether the cell under the mouse is marked and named.
---@field pointer boolean?
---Whether a board that start has made is made again when the script is saved and makes another
---one now.
---@field redraw boolean?

---A tile of a game.
---@class tilewright.Tile
---The layer that it lies in; the last one unless given.
---@field layer string?
---How it is drawn; plainly unless given.
---@field look tilewright.Look?

---A shape, text or picture of a look. Lengths are parts of a cell: 1 is a whole one.
---@class tilewright.Part
---A cell (a square, on hexagonal boards a hexagon) unless given.
---@field shape ("cell"|"square"|"circle"|"triangle"|"diamond"|"hexagon")?
---"#rrggbb", "#rrggbbaa" or "none".
---@field color string?
---A number, or { width, height }; 1 unless given.
---@field size (number|number[])?
---Its middle, right and down from the middle of the cell.
---@field at number[]?
---The radius of its corners.
---@field round number?
---The colour of a line around it.
---@field outline string?
---The width of that line.
---@field line number?
---Degrees, clockwise.
---@field rotate number?
---Letters instead of a shape, at most 16.
---@field text string?
---A PNG or JPEG beside the script, instead of a shape.
---@field image string?
---A piece of that: { column, row, columns, rows }, from 1.
---@field part integer[]?
---Whether the picture is stretched to the shape of its pieces, or cut to it.
---@field fit ("stretch"|"crop")?

---How a tile is drawn: a part, or a list of parts, one over the other.
---@class tilewright.Look: tilewright.Part
---The parts, bottom first.
---@field [integer] tilewright.Part
---Whether it is turned to the way that it last went.
---@field turn boolean?
---Looks that take turns.
---@field frames (tilewright.Part|tilewright.Part[])[]?
---How many of these a second, 0.1 to 60; 2 unless given.
---@field fps number?
---How high it stands in the isometric view, 0 to 2 cells.
---@field tall number?
---Whether it stands there like a picture on a stick.
---@field upright boolean?
---A look for each way that it last went.
---@field facing table<tilewright.Dir, tilewright.Look>?
---Its looks over other tiles.
---@field on table<string, tilewright.Look>?
---Its look once the level is solved.
---@field won tilewright.Look?
---An autotile.
---@field edges tilewright.Edges?

---A picture for each choice of neighbours that hold the same tile: image, or looks.
---@class tilewright.Edges
---A sheet of four by four pieces, or for 8 neighbours of 8 by 6.
---@field image string?
---A sheet of four pieces, drawn where a corner is missing between two sides.
---@field corners string?
---What counts as the same tile.
---@field like (string|string[])?
---Whether the edge of the board counts, too.
---@field outside boolean?
---4 unless given; 8 counts corners, too.
---@field neighbours (4|8)?
---A look for each mask, instead of a sheet.
---@field looks table<integer, tilewright.Look>?

---Something that a player can set.
---@class tilewright.Param
---Its name in board.params.
---@field name string?
---What the options call it.
---@field title string?
---A sentence about it in the options.
---@field help string?
---What it is unless it is set.
---@field default (number|boolean|string)?
---The least number; of a picture, the least pixels a side.
---@field min number?
---The greatest number.
---@field max number?
---Whether it is a whole number.
---@field whole boolean?
---The texts that it can be, or the pictures that are offered.
---@field choices string[]?
---That it is a PNG or JPEG, or none.
---@field file "picture"?

---What the file of a skin returns.
---@class tilewright.Skin
---Its name for a player; that of its file unless given.
---@field title string?
---The colour behind the board.
---@field background string?
---The looks, by the names of the tiles.
---@field tiles table<string, tilewright.Look>

---What the player asks for.
---@class tilewright.Action
---"move", "click", or the name that keys gives.
---@field name string
---Of a move: one of board.dirs.
---@field dir tilewright.Dir?
---Of a move: its letter in a recording.
---@field token string?
---Of a click: the cell.
---@field cell tilewright.Cell?
---Of a click: the button of the mouse.
---@field button tilewright.Button?

---The only kind of action in games without clicks and keys of their own.
---@class tilewright.Move: tilewright.Action
---One of board.dirs.
---@field dir tilewright.Dir
---Its letter in a recording.
---@field token string

---A click that plan is asked about.
---@class tilewright.Click
---The cell.
---@field cell tilewright.Cell
---The button of the mouse.
---@field button tilewright.Button
---What the click before has picked.
---@field held tilewright.Cell?

---What is known of the level that is played.
---@class tilewright.Level
---Its title, if it has one.
---@field title string?
---Its number in its file, from 1.
---@field number integer
---Its file; nil when no file has laid the board out: then start makes it.
---@field path string?

---The mask of every cell, in a list that the host keeps.
---@class tilewright.Masks
---As board:mask counts.
---@field [integer] integer
---A Lua table of the masks.
---@field table fun(self: tilewright.Masks): integer[]

---What board:all asks for beside tiles.
---@class tilewright.Asks
---Whether one of its neighbours does not hold the first tile, or all do.
---@field edge boolean?
---Just those neighbours hold it which board:mask counts.
---@field mask integer?
---The layer that holds nothing.
---@field empty string?
---The layer that holds something.
---@field filled string?

---What a rule looks at and changes.
---@class tilewright.Board
---Columns.
---@field width integer
---Rows.
---@field height integer
---Cells: width times height.
---@field size integer
---Whether the cells are hexagons.
---@field hex boolean
---The names of the directions, clockwise from the left: left, up, right, down; on hexagons
---left, up-left, up-right, right, down-right, down-left.
---@field dirs tilewright.Dir[]
---The variables that undo restores: numbers, texts, booleans or nil.
---@field vars table<string, any>
---The level: title (text or nil), number (from 1) and path (nil when no file has laid the
---board out: then start makes it).
---@field level tilewright.Level
---What the player has set, by the names in params of the game.
---@field params table<string, any>
local board = {}

---The cell in column x of row y, both from 1; nil off the grid.
---@param x integer
---@param y integer
---@return tilewright.Cell?
function board:cell(x, y) end

---Column and row of a cell, both from 1.
---@param cell tilewright.Cell
---@return integer
---@return integer
function board:xy(cell) end

---The cell n steps (1 unless given) in a direction; nil off the grid.
---@param cell tilewright.Cell
---@param dir tilewright.Dir
---@param n? integer
---@return tilewright.Cell?
function board:step(cell, dir, n) end

---The neighbours of a cell, in the order of board.dirs.
---@param cell tilewright.Cell
---@return tilewright.Cells
function board:near(cell) end

---The shortest way that enters no cell with a tile named, as the letters of a recording (l u r
---d, on hexagons also n and s), so that #steps is its length; nil when there is none.
---@param from tilewright.Cell
---@param to tilewright.Cell
---@param tile? string
---@param ... string
---@return string?
function board:path(from, to, tile, ...) end

---The name of the tile in one layer of a cell; nil when there is none.
---@param cell tilewright.Cell
---@param layer string
---@return string?
function board:get(cell, layer) end

---Whether the cell holds the tile; when several are named, any of them.
---@param cell tilewright.Cell
---@param tile string
---@param ... string
---@return boolean
function board:has(cell, tile, ...) end

---The first cell in reading order that holds the tile; nil when there is none.
---@param tile string
---@return tilewright.Cell
function board:find(tile) end

---Every cell that holds all the tiles named, in reading order. The table, which may be left
---out, asks for more: edge = true, that one of its four neighbours does not hold the first
---tile (off the grid none does); edge = false, that all four do; mask = n, that just those do
---which board:mask counts; empty = layer, that this layer holds nothing; filled = layer, that
---it holds something.
---@param tile string
---@param ... string|tilewright.Asks
---@return tilewright.Cells
function board:all(tile, ...) end

---Every cell at most n columns and n rows away (n steps on hexagons), the cell itself among
---them.
---@param cell tilewright.Cell
---@param n? integer
---@return tilewright.Cells
function board:around(cell, n) end

---Which of the four neighbours hold the tile: the sum of 1 above, 2 left, 4 right, 8 below;
---off the grid none does. Of the six of a hexagon: 1 above left, 2 above right, 4 left, 8
---right, 16 below left, 32 below right.
---@param cell tilewright.Cell
---@param tile string
---@return integer
function board:mask(cell, tile) end

---The mask of every cell of the board: masks[cell].
---@param tile string
---@return tilewright.Masks
function board:masks(tile) end

---How many cells hold the tile, or both tiles when two are named. A list in place of the first
---tile counts those of all its tiles together.
---@param tile string|string[]
---@param other? string
---@return integer
function board:count(tile, other) end

---Whether every cell that holds the tile holds the other one too.
---@param tile string
---@param other string
---@return boolean
function board:every(tile, other) end

---The cell and every cell that steps lead to without entering one that holds a tile named, in
---reading order.
---@param cell tilewright.Cell
---@param tile? string
---@param ... string
---@return tilewright.Cells
function board:reach(cell, tile, ...) end

---Shows a message to the player until the next action.
---@param text string
function board:say(text) end

---Puts a tile into its layer of a cell, or of every cell of a list.
---@param cell tilewright.Cell|tilewright.Cell[]|tilewright.Cells
---@param tile string
function board:set(cell, tile) end

---Empties one layer of a cell, or of every cell of a list.
---@param cell tilewright.Cell|tilewright.Cell[]|tilewright.Cells
---@param layer string
function board:clear(cell, layer) end

---Moves a tile to another cell, where it replaces what its layer holds.
---@param from tilewright.Cell
---@param to tilewright.Cell
---@param tile string
function board:move(from, to, tile) end

---Exchanges what one layer of two cells holds.
---@param cell tilewright.Cell
---@param other tilewright.Cell
---@param layer string
function board:swap(cell, other, layer) end

---Puts a tile into its layer of every cell.
---@param tile string
function board:fill(tile) end

---Adds n to the variable board.vars[name], which counts as 0 while it is nil, and gives its
---new value.
---@param name string
---@param n number
---@return number
function board:add(name, n) end

---Shows the board as it is by now, as a step of this turn, before what comes next: a cascade
---calls it after each fall. Undo takes back the whole turn.
function board:show() end

---A random whole number from m to n (from 1 to m when n is left out), or from 0 up to 1
---without arguments. Undo restores the generator.
---@param m integer
---@param n? integer
---@return integer
---@overload fun(self: tilewright.Board): number
function board:random(m, n) end

---Puts a list into a random order, in place, by the board's generator.
---@generic T: table
---@param list T
---@return T
function board:shuffle(list) end

---Raises an error with that text; in start, it refuses the level, and the host adds the file,
---and the line and column of the cell when one is named.
---@param text string
---@param cell? tilewright.Cell
---@return never
function board:refuse(text, cell) end

---In start only: gives the board that many columns and rows (1 to 4096), with nothing on it;
---cells is "square" (unless given) or "hex".
---@param width integer
---@param height integer
---@param cells? "square"|"hex"
function board:resize(width, height, cells) end

---A list of cells that the host keeps.
---@class tilewright.Cells
---@field [integer] tilewright.Cell
local cells = {}

---Puts the list into a random order, in place, as board:shuffle does.
---@return tilewright.Cells
function cells:shuffle() end

---A new list of the first n cells, or of all when there are fewer.
---@param n integer
---@return tilewright.Cells
function cells:first(n) end

---Whether the cell is in the list.
---@param cell tilewright.Cell
---@return boolean
function cells:has(cell) end

---Puts a tile into its layer of each cell.
---@param tile string
function cells:set(tile) end

---Empties one layer of each cell.
---@param layer string
function cells:clear(layer) end

---A Lua table of the cells, for table.sort, table.concat and the like, which take no list of
---the host's.
---@return tilewright.Cell[]
function cells:table() end
