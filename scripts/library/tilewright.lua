---@meta
-- What a script of Tilewright finds on `board`, for editors. Made by `tilewright api --lua`.

---@alias tilewright.Cell integer

---@class tilewright.Action
---@field name string "move", "click", or the name that `keys` gives.
---@field dir string? Of a move: one of board.dirs.
---@field token string? Of a move: its letter in a recording.
---@field cell tilewright.Cell? Of a click.
---@field button string? Of a click: "left", "right" or "middle".

---@class tilewright.Click
---@field cell tilewright.Cell
---@field button string
---@field held tilewright.Cell? What the click before has picked.

---@class tilewright.Game
---@field title string?
---@field layers string[]?
---@field tiles table|fun(params: table, width: integer?, height: integer?): table
---@field legend table?
---@field text table?
---@field keys table<string, string>?
---@field clicks boolean?
---@field params table?
---@field score string[]?
---@field background string?
---@field goes_on boolean?
---@field follow string?
---@field cover string?
---@field pointer boolean?
---@field redraw boolean?
---@field start fun(board: tilewright.Board)?
---@field act fun(board: tilewright.Board, action: tilewright.Action): string?
---@field tick (fun(board: tilewright.Board))?
---@field tick_ms number? Milliseconds from one tick to the next; 250 unless given.
---@field plan (fun(board: tilewright.Board, click: tilewright.Click): any)?
---@field reach (fun(board: tilewright.Board, held: tilewright.Cell?): any)?
---@field won (fun(board: tilewright.Board): any)?
---@field status (fun(board: tilewright.Board): string?)?
---@field reloaded fun(board: tilewright.Board)?

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

---@class tilewright.Board
---@field width integer Columns.
---@field height integer Rows.
---@field size integer Cells: width times height.
---@field hex boolean Whether the cells are hexagons.
---@field dirs string[] The names of the directions, clockwise from the left: left, up, right, down; on hexagons left, up-left, up-right, right, down-right, down-left.
---@field vars table The variables that undo restores: numbers, texts, booleans or nil.
---@field level table The level: title (text or nil), number (from 1) and path (nil when no file has laid the board out: then start makes it).
---@field params table What the player has set, by the names in params of the game.
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
---@param dir string
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

---Whether the cell holds the tile.
---@param cell tilewright.Cell
---@param tile string
---@return boolean
function board:has(cell, tile) end

---The first cell in reading order that holds the tile.
---@param tile string
---@return tilewright.Cell?
function board:find(tile) end

---Every cell that holds all the tiles named, in reading order. The table, which may be left
---out, asks for more: edge = true, that one of its four neighbours does not hold the first
---tile (off the grid none does); edge = false, that all four do; mask = n, that just those do
---which board:mask counts; empty = layer, that this layer holds nothing.
---@param tile string
---@param ... string|{ edge: boolean?, mask: integer?, empty: string? }
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
---@return number
function board:mask(cell, tile) end

---The mask of every cell of the board: masks[cell].
---@param tile string
---@return tilewright.Cells
function board:masks(tile) end

---How many cells hold the tile, or both tiles when two are named.
---@param tile string
---@param other? string
---@return number
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
---@param m? integer
---@param n? integer
---@return number
function board:random(m, n) end

---Puts a list into a random order, in place, by the board's generator.
---@param list table|tilewright.Cells
---@return any
function board:shuffle(list) end

---Raises an error with that text; in start, it refuses the level, and the host adds the file,
---and the line and column of the cell when one is named.
---@param text string
---@param cell? tilewright.Cell
function board:refuse(text, cell) end

---In start only: gives the board that many columns and rows (1 to 4096), with nothing on it;
---cells is "square" (unless given) or "hex".
---@param width integer
---@param height integer
---@param cells? "square"|"hex"
function board:resize(width, height, cells) end
