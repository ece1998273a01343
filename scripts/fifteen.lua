-- Fifteen: slide the tiles into order, with the blank last. Click a tile in the
-- blank's row or column, or press an arrow key. Space shuffles anew.

-- Tiles are called "1", "2" and so on; the blank is a tile, too, that nobody sees.
-- This reads the board in reading order, the blank as 0.
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
local function shuffled(board)
  local list = {}
  for at = 1, board.size do
    list[at] = at - 1
  end
  repeat
    board:shuffle(list)
    if not solvable(list, board.width) then
      local at = (list[1] == 0 or list[2] == 0) and 3 or 1
      list[at], list[at + 1] = list[at + 1], list[at]
    end
  until not in_order(list)
  return list
end

-- A position from a file must have each tile once, and must be solvable.
local function check(board)
  local found = {}
  for cell = 1, board.size do
    local tile = board:get(cell, "piece")
    if not tile then board:refuse("there is a tile missing", cell) end
    if found[tile] then
      board:refuse((tile == "blank" and "the blank" or "tile " .. tile) .. " is there twice", cell)
    end
    found[tile] = true
  end
  if not solvable(numbers(board), board.width) then
    board:refuse("this position cannot be solved: no slide ever leads from it to the tiles in "
      .. "order with the blank last (any two tiles exchanged, it could be)")
  end
end

local function start(board)
  local from_file = board.level.path
  if from_file then
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
local function from_blank(board, cell)
  local x, y = board:xy(cell)
  local blank_x, blank_y = board:xy(board:find("blank"))
  if y == blank_y and x ~= blank_x then return x < blank_x and "left" or "right" end
  if x == blank_x and y ~= blank_y then return y < blank_y and "up" or "down" end
end

-- The blank goes to that cell, and every tile on the way one step towards it.
local function slide(board, cell)
  local dir = from_blank(board, cell)
  if not dir then return end
  local blank = board:find("blank")
  while blank ~= cell do
    local tile = board:step(blank, dir)
    board:swap(blank, tile, "piece")
    board:add("moves", 1)
    blank = tile
  end
  -- A recording has the cell, whichever way the arrow keys are set.
  return "<click " .. cell .. ">"
end

-- The rule. An arrow key slides the tile that can go that way: the one on the other
-- side of the blank.
local function act(board, action)
  local cell = action.cell
  if action.dir then
    local steps = board.params.arrows == "tile" and -1 or 1
    cell = board:step(board:find("blank"), action.dir, steps)
  end
  return cell and slide(board, cell)
end

local function won(board)
  return in_order(numbers(board))
end

local function status(board)
  return "Moves " .. board.vars.moves
end

-- How things look. Lengths are parts of a cell.
local paper, ink, edge = "#f3ead7", "#4a3a28", "#c8b48e"

-- The number in the middle, or a small one in the corner.
local function number(tile, params)
  local digits = #tostring(tile)
  if params.numbers == "off" then return {} end
  if params.numbers == "on" and not params.picture then
    return { { text = tostring(tile), color = ink, size = digits < 3 and 0.5 or 0.4 } }
  end
  local big = params.numbers == "on"
  local size, at = big and 0.4 or 0.24, big and { 0, 0 } or { -0.28, -0.3 }
  local plate = { size * (0.5 + 0.5 * digits), size * 1.15 }
  return {
    { color = "#1d1a16b0", size = plate, round = size * 0.35, at = at },
    { text = tostring(tile), color = "#ffffff", size = size, at = at },
  }
end

-- The tile as a piece of the picture, or of paper.
local function face(params, part)
  if not params.picture then
    return {
      { color = "#00000050", size = 0.94, at = { 0.01, 0.025 }, round = 0.1 },
      { color = paper, size = 0.93, round = 0.1, outline = edge, line = 0.025 },
    }
  end
  return { { image = params.picture, part = part, fit = "crop", size = 0.97 } }
end

-- Once it is solved the whole picture is to be seen, without gaps and numbers.
local function whole(params, part)
  if not params.picture then return nil end
  return { { image = params.picture, part = part, fit = "crop" } }
end

local function tiles(params, width, height)
  width, height = width or params.width, height or params.height
  if math.min(width, height) < 2 or math.max(width, height) > 20 then
    error("a board has 2 to 20 rows and columns, not " .. width .. " x " .. height, 0)
  end
  local all = { tray = { layer = "tray", look = { color = "#3a2f25" } } }
  for tile = 1, width * height do
    local part = { (tile - 1) % width + 1, math.floor((tile - 1) / width) + 1, width, height }
    local look = face(params, part)
    for _, shape in ipairs(number(tile, params)) do
      table.insert(look, shape)
    end
    look.won = whole(params, part)
    all[tostring(tile)] = { layer = "piece", look = look }
  end
  -- The blank is where the last tile would be.
  local last = tostring(width * height)
  all.blank = { layer = "piece", look = { won = all[last].look.won } }
  all[last] = nil
  return all
end

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
  params = {
    { name = "width", title = "Columns", default = 4, min = 2, max = 20, whole = true },
    { name = "height", title = "Rows", default = 4, min = 2, max = 20, whole = true },
    { name = "picture", file = "picture", min = 20, choices = { "pictures/lighthouse.png" },
      help = "Cut into tiles; any PNG or JPEG, which can be dropped on the window, too." },
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
