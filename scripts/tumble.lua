-- Tumble: tip the tray, and everything in it slides until it rests. Gems of one kind that
-- touch then vanish, and what they held up slides on. Clear the tray of gems.

local gems = { "ruby", "emerald", "sapphire", "topaz" }

-- Everything slides one cell, if there is room for it. Returns whether anything did.
---@param board tilewright.Board
---@return boolean
local function slide(board, dir)
  -- What is farther along goes first: then what comes behind it has room, too.
  local first, last, by = 1, board.size, 1
  if dir == "right" or dir == "down" then
    first, last, by = last, first, -1
  end
  local slid = false
  for cell = first, last, by do
    local piece, there = board:get(cell, "piece"), board:step(cell, dir)
    if piece and there and not board:has(there, "wall") and not board:get(there, "piece") then
      board:move(cell, there, piece)
      slid = true
    end
  end
  return slid
end

-- The gems beside one of their own kind.
---@param board tilewright.Board
local function touching(board)
  local cells = {}
  for _, gem in ipairs(gems) do
    for _, cell in ipairs(board:all(gem)) do
      if board:mask(cell, gem) > 0 then cells[#cells + 1] = cell end
    end
  end
  return cells
end

-- The rule. `board:show` shows the board as it is at that moment, so that one sees how it
-- comes about; for undo all of it is a single turn.
---@param board tilewright.Board
---@param action tilewright.Action
local function act(board, action)
  if not action.dir or not slide(board, action.dir) then return end
  board:add("tips", 1)
  local met
  repeat
    repeat
      board:show()
    until not slide(board, action.dir)
    met = touching(board)
    board:set(met, "spark")
    board:show()
    board:clear(met, "piece")
  until #met == 0
end

---@param board tilewright.Board
local function start(board)
  for _, gem in ipairs(gems) do
    if board:count(gem) == 1 then
      board:refuse("a single " .. gem .. " never vanishes; expected two or more", board:find(gem))
    end
  end
  board:fill("tray")
  board.vars.tips = 0
end

-- How things look. Lengths are parts of a cell. A gem has its kind's own shape and colour,
-- with the same shape once more in it where the light falls.
local function gem(shape, size, color, edge, light)
  return {
    { shape = shape, color = "#00000038", size = size, at = { 0.03, 0.06 } },
    { shape = shape, color = color, size = size, outline = edge, line = 0.06 },
    { shape = shape, color = light, size = size * 0.45, at = { -0.03, -0.03 } },
    { shape = "circle", color = "#ffffffd0", size = 0.1, at = { -0.12, -0.12 } },
  }
end

local function ray(angle, length)
  return { color = "#e08a00", size = { length, 0.1 }, round = 0.05, rotate = angle }
end

-- Walls grow together: the plank of each reaches over the edge of its cell where a wall is
-- beside it, by the mask of its neighbours (1 above, 2 left, 4 right, 8 below).
local planks = {}
for mask = 0, 15 do
  local function reach(bit)
    return math.floor(mask / bit) % 2 == 1 and 0.7 or 0.43
  end
  local up, left_side, right_side, down = reach(1), reach(2), reach(4), reach(8)
  planks[mask] = {
    { color = "#5d4126" },
    {
      color = "#a1764a",
      size = { left_side + right_side, up + down },
      round = 0.1,
      at = { (right_side - left_side) / 2, (down - up) / 2 },
    },
  }
end

---@type tilewright.Game
return {
  title = "Tumble",
  background = "#2b2119",
  layers = { "tray", "ground", "piece" },
  -- stylua: ignore
  tiles = {
    tray = { layer = "tray", look = {
      { color = "#e8d9bd" }, { color = "#dccaa8", size = 0.94, round = 0.08 },
      won = { { color = "#e8d9bd" }, { color = "#f3e3a6", size = 0.94, round = 0.3 } } } },
    wall = { layer = "ground", look = { tall = 0.3, edges = { looks = planks, outside = true } } },
    ruby = { layer = "piece", look = gem("diamond", 0.84, "#d8344a", "#8c1526", "#f28a97") },
    emerald = { layer = "piece", look = gem("hexagon", 0.78, "#2f9e5b", "#15602f", "#8fdcae") },
    sapphire = { layer = "piece", look = gem("circle", 0.72, "#3a6fd8", "#1d3f8c", "#9dbdf7") },
    topaz = { layer = "piece", look = gem("triangle", 0.8, "#eeb52c", "#96690a", "#fbe3a0") },
    stone = { layer = "piece", look = {
      { color = "#00000038", size = 0.8, at = { 0.03, 0.05 }, round = 0.16 },
      { color = "#7d7f86", size = 0.78, round = 0.16, outline = "#53555c", line = 0.06 },
      { color = "#94969e", size = { 0.5, 0.4 }, at = { -0.05, -0.08 }, round = 0.12 } } },
    spark = { layer = "piece", look = {
      ray(0, 0.9), ray(90, 0.9), ray(45, 0.6), ray(-45, 0.6),
      { shape = "diamond", color = "#fffbe8", size = 0.34 } } },
  },
  -- stylua: ignore
  legend = {
    ["#"] = "wall", ["*"] = "stone",
    r = "ruby", e = "emerald", s = "sapphire", t = "topaz",
  },
  score = { "tips" },
  start = start,
  act = act,
  won = function(board)
    return board:count(gems) == 0
  end,
  status = function(board)
    return "Gems " .. board:count(gems) .. "   Tips " .. board.vars.tips
  end,
}
