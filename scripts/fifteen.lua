-- Fifteen: slide the tiles into order, with the blank last. Click a tile in the
-- blank's row or column, or press an arrow key. Space shuffles anew.

-- Tiles are called "1", "2" and so on; the blank is a tile, too, that nobody sees.
-- This reads the board in reading order, the blank as 0.
---@param board tilewright.Board
local function numbers(board)
  local list = {}
  for cell = 1, board.size do
    list[cell] = tonumber(board:get(cell, "piece")) or 0
  end
  return list
end

-- Half of all positions cannot be solved: a slide never changes what this tells.
-- An inversion is a larger tile somewhere before a smaller one. In rows of odd
-- length their number must be even; in others it counts, too, in which row from
-- the bottom the blank is.
local function solvable(list, width)
  local inversions, blank = 0, 0
  for at, tile in ipairs(list) do
    if tile == 0 then blank = at end
    for later = at + 1, #list do
      if list[later] ~= 0 and list[later] < tile then inversions = inversions + 1 end
    end
  end
  if width % 2 == 1 then return inversions % 2 == 0 end
  local row_from_bottom = math.floor((#list - blank) / width) + 1
  return (inversions + row_from_bottom) % 2 == 1
end

local function in_order(list)
  for at = 1, #list - 1 do
    if list[at] ~= at then return false end
  end
  return true
end

-- Every solvable position but the solved one is as likely: exchanging two tiles
-- turns each position that is not solvable into one that is.
---@param board tilewright.Board
local function shuffled(board)
  local list = {}
  for at = 1, board.size do
    list[at] = at - 1
  end
  repeat
    board:shuffle(list)
    if not solvable(list, board.width) then
      -- The first two tiles, or the next two when one of those is the blank.
      local at = 1
      if list[1] == 0 or list[2] == 0 then at = 3 end
      list[at], list[at + 1] = list[at + 1], list[at]
    end
  until not in_order(list)
  return list
end

-- A position from a file must be whole and solvable. (A number that no tile has is
-- refused before `start`: there is nothing to put into the cell.)
---@param board tilewright.Board
local function check(board)
  local found = {}
  for cell = 1, board.size do
    local tile = board:get(cell, "piece")
    if not tile then board:refuse("this row is too short", cell) end
    if found[tile] then
      local what = tile == "blank" and "the blank (0)" or "tile " .. tile
      board:refuse(what .. " is there twice", cell)
    end
    found[tile] = true
  end
  if not solvable(numbers(board), board.width) then
    board:refuse(
      "this position cannot be solved: no slide ever leads from it to the tiles in "
        .. "order with the blank last (any two tiles exchanged, it could be)"
    )
  end
end

---@param board tilewright.Board
local function start(board)
  if board.level.path then
    check(board)
  else
    board:resize(board.params.width, board.params.height)
    for cell, tile in ipairs(shuffled(board)) do
      board:set(cell, tile == 0 and "blank" or tostring(tile))
    end
  end
  board:fill("tray")
  board.vars.moves = 0
end

-- The direction in which a cell lies from the blank, if in its row or column.
---@param board tilewright.Board
local function from_blank(board, cell)
  local x, y = board:xy(cell)
  local blank_x, blank_y = board:xy(board:find("blank"))
  if y == blank_y and x ~= blank_x then return x < blank_x and "left" or "right" end
  if x == blank_x and y ~= blank_y then return y < blank_y and "up" or "down" end
end

-- The blank goes to that cell, and every tile on the way one step towards it.
---@param board tilewright.Board
local function slide(board, cell)
  local dir = from_blank(board, cell)
  if not dir then return end
  local blank = board:find("blank")
  while blank ~= cell do
    local tile = assert(board:step(blank, dir))
    board:swap(blank, tile, "piece")
    board:add("moves", 1)
    blank = tile
  end
  -- A recording has the cell, whichever way the arrow keys are set.
  return "<click " .. cell .. ">"
end

-- The rule. A click names its cell. An arrow key slides a tile that way: the one that
-- is a step against the arrow from the blank. Set the other way, it moves the blank.
---@param board tilewright.Board
---@param action tilewright.Action
local function act(board, action)
  local cell = action.cell
  if action.dir then
    local steps = board.params.arrows == "blank" and 1 or -1
    cell = board:step(board:find("blank"), action.dir, steps)
  end
  if cell then return slide(board, cell) end
end

---@param board tilewright.Board
local function won(board)
  return in_order(numbers(board))
end

---@param board tilewright.Board
local function status(board)
  return "Moves " .. board.vars.moves
end

-- How things look. Lengths are parts of a cell.
local paper, ink, edge = "#f3ead7", "#4a3a28", "#c8b48e"

-- The number of a tile, in ink on paper or on a dark plate over a picture. `digits` is
-- how long the board's largest number is, so that all have one size. Without a picture
-- there is a number in any case: how else would one tell the tiles apart?
local function number(tile, digits, params)
  local small = params.numbers == "small"
  if params.picture and params.numbers == "off" then return {} end
  local size = 0.5
  if params.picture or digits > 2 then size = 0.38 end
  if small then size = 0.2 end
  local width, height = size * (0.4 + 0.6 * #tostring(tile)), size * 1.2
  -- In the upper left corner, or in the middle.
  local at = small and { width / 2 - 0.43, height / 2 - 0.43 } or { 0, 0 }
  local ciphers = { text = tostring(tile), color = ink, size = size, at = at }
  if not params.picture then return { ciphers } end
  ciphers.color, ciphers.size = "#ffffff", size * 0.85
  return { { color = "#1d1a16b0", size = { width, height }, round = size * 0.3, at = at }, ciphers }
end

-- The tile as paper, or as a piece of the picture on paper (it may be see-through).
---@return tilewright.Look
local function face(params, part)
  if not params.picture then
    return {
      { color = "#00000050", size = 0.94, at = { 0.01, 0.025 }, round = 0.1 },
      { color = paper, size = 0.93, round = 0.1, outline = edge, line = 0.025 },
    }
  end
  return {
    { color = paper, size = 0.96 },
    { image = params.picture, part = part, fit = params.fit, size = 0.97 },
  }
end

-- Once it is solved the whole picture is to be seen, without gaps and numbers.
local function whole(params, part)
  if not params.picture then return nil end
  return { { color = paper }, { image = params.picture, part = part, fit = params.fit } }
end

-- Every tile of a board of that size, which is not known (nil) before `start` makes it
-- from the parameters.
local function tiles(params, width, height)
  width, height = width or params.width, height or params.height
  if math.min(width, height) < 2 or math.max(width, height) > 20 then
    error("a board has 2 to 20 rows and columns, not " .. width .. " x " .. height, 0)
  end
  local digits = #tostring(width * height - 1)
  local all = { tray = { layer = "tray", look = { color = "#3a2f25" } } }
  local function part(tile)
    return { (tile - 1) % width + 1, math.floor((tile - 1) / width) + 1, width, height }
  end
  for tile = 1, width * height - 1 do
    local look = face(params, part(tile))
    for _, shape in ipairs(number(tile, digits, params)) do
      table.insert(look, shape)
    end
    look.won = whole(params, part(tile))
    all[tostring(tile)] = { layer = "piece", look = look }
  end
  -- The blank is where the last tile would be.
  all.blank = { layer = "piece", look = { won = whole(params, part(width * height)) } }
  return all
end

---@type tilewright.Game
return {
  title = "Fifteen",
  background = "#2a221b",
  layers = { "tray", "piece" },
  tiles = tiles,
  -- A level file is rows of numbers: 0 is the blank, any other number the tile of
  -- that name.
  legend = { [0] = "blank" },
  keys = { space = "new" },
  clicks = true,
  -- stylua: ignore
  params = {
    { name = "width", title = "Columns", default = 4, min = 2, max = 20, whole = true,
      help = "Of the boards that are shuffled; a level file has its own." },
    { name = "height", title = "Rows", default = 4, min = 2, max = 20, whole = true,
      help = "Of the boards that are shuffled; a level file has its own." },
    -- `min` is in pixels: one for each tile of the largest board.
    { name = "picture", file = "picture", min = 20, choices = { "pictures/lighthouse.png" },
      help = "Cut into tiles; any PNG or JPEG, which can be dropped on the window, too." },
    { name = "fit", title = "Fit it by", default = "crop", choices = { "crop", "stretch" },
      help = "Cut to the shape of the board from its middle, or stretched to it." },
    { name = "numbers", default = "on", choices = { "on", "small", "off" } },
    { name = "arrows", title = "Arrow keys move", default = "tile",
      choices = { "tile", "blank" } },
  },
  score = { "moves" },
  start = start,
  act = act,
  won = won,
  status = status,
}
