-- Mine Carts: the carts roll by themselves, and all that you do is turn the switches. Bring
-- every cart to the station of its kind.

local opposite = { left = "right", up = "down", right = "left", down = "up" }
---@type table<string, tilewright.Dir>
local clockwise = { left = "up", up = "right", right = "down", down = "left" }

---@param board tilewright.Board
local function is_rail(board, cell)
  return cell and board:has(cell, "rail")
end

-- Where a switch points, or nil where there is none: its tile is "to left" or the like.
---@param board tilewright.Board
local function points(board, cell)
  local switch = board:get(cell, "switch")
  return switch and switch:sub(4)
end

-- How a cart goes on that has come to a cell by going `dir`: where a switch points, else
-- straight on, else around the bend, and back at the end of the rails.
---@param board tilewright.Board
local function onward(board, cell, dir)
  if points(board, cell) then return points(board, cell) end
  if is_rail(board, board:step(cell, dir)) then return dir end
  for _, bend in ipairs(board.dirs) do
    if bend ~= opposite[dir] and is_rail(board, board:step(cell, bend)) then return bend end
  end
  return opposite[dir]
end

-- A cart rolls one cell on, unless another one is there. Its lamp, a tile of its own, shows
-- which way it is going, and goes out at its station.
---@param board tilewright.Board
local function roll(board, cell)
  local cart, lamp = assert(board:get(cell, "cart")), assert(board:get(cell, "lamp"))
  local dir = onward(board, cell, lamp)
  local there = board:step(cell, dir)
  if not there or not is_rail(board, there) or board:get(there, "cart") then return false end
  board:move(cell, there, cart)
  board:move(cell, there, lamp)
  board:set(there, onward(board, there, dir))
  if board:has(there, cart .. " station") then board:clear(there, "lamp") end
  return true
end

-- What the player does: a click on a switch, or its number, turns it to the next rail.
---@param board tilewright.Board
---@param action tilewright.Action
local function act(board, action)
  if action.dir then return end
  local cell = action.cell or board:find(action.name)
  local dir = cell and points(board, cell)
  if not dir then return end
  repeat
    dir = clockwise[dir]
  until is_rail(board, board:step(cell, dir))
  board:set(cell, "to " .. dir)
  if board:get(cell, "lamp") then board:set(cell, dir) end
  board:add("turns", 1)
  return "<" .. board:get(cell, "number") .. ">"
end

-- How things look: pieces of a picture, with what points somewhere drawn pointing up. Each
-- kind has a shape of its own beside its colour.
local function piece(column, row, angle)
  return { image = "pictures/carts.png", part = { column, row, 6, 2 }, rotate = angle }
end

-- The sheet of rails has a piece for every choice of neighbours, in the order of the mask.
local tiles = {
  rock = { layer = "rock", look = { color = "#3d352e" } },
  rail = { layer = "rail", look = { edges = { image = "pictures/rails.png" } } },
}
for n, kind in ipairs({ "coal", "gold", "crystal" }) do
  local home = { [kind .. " station"] = piece(n + 3, 1) }
  tiles[kind] = { layer = "cart", look = { piece(n, 1), on = home } }
  tiles[kind .. " station"] = { layer = "station", look = piece(n, 2) }
end
for angle, dir in pairs({ [0] = "up", [90] = "right", [180] = "down", [270] = "left" }) do
  tiles["to " .. dir] = { layer = "switch", look = piece(4, 2, angle) }
  tiles[dir] = { layer = "lamp", look = piece(5, 2, angle) }
end
local keys = {}
for number = 1, 6 do
  keys[tostring(number)] = "switch-" .. number
  local digit = { text = tostring(number), color = "#16242e", size = 0.24, at = { 0.3, -0.32 } }
  tiles["switch-" .. number] = { layer = "number", look = { piece(6, 2), digit } }
end

---@type tilewright.Game
return {
  title = "Mine Carts",
  background = "#241f1b",
  layers = { "rock", "rail", "station", "switch", "cart", "lamp", "number" },
  tiles = tiles,
  -- stylua: ignore
  legend = {
    ["#"] = "rail", ["<"] = { "rail", "to left" }, ["^"] = { "rail", "to up" },
    [">"] = { "rail", "to right" }, v = { "rail", "to down" },
    a = { "rail", "coal" }, A = { "rail", "coal station" },
    b = { "rail", "gold" }, B = { "rail", "gold station" },
    c = { "rail", "crystal" }, C = { "rail", "crystal station" },
  },
  keys = keys,
  clicks = true,
  tick_ms = 400,
  score = { "turns" },
  start = function(board)
    if board.hex then board:refuse("the cells of a mine are squares") end
    for _, cell in ipairs(board:all("rail", { filled = "cart" })) do
      local station = board:get(cell, "cart") .. " station"
      if board:count(station) == 0 then board:refuse("this cart has no station", cell) end
      board:set(cell, onward(board, cell, "right"))
    end
    for number, cell in ipairs(board:all("rail", { filled = "switch" })) do
      if number > 6 then board:refuse("a mine has six switches at most", cell) end
      if board:mask(cell, "rail") == 0 then board:refuse("no rails lead to this switch", cell) end
      board:set(cell, "switch-" .. number)
    end
    board:fill("rock")
    board.vars.turns = 0
  end,
  act = act,
  -- What happens by itself, every `tick_ms` milliseconds.
  tick = function(board)
    local carts = board:all("rail", { filled = "lamp" }):table()
    -- Whoever is blocked may only have to wait until the cart ahead has rolled.
    repeat
      local blocked = {}
      for _, cell in ipairs(carts) do
        if not roll(board, cell) then blocked[#blocked + 1] = cell end
      end
      local rolled = #blocked < #carts
      carts = blocked
    until not rolled
    -- Who still is waits on a switch, and turns round anywhere else.
    for _, cell in ipairs(carts) do
      if not points(board, cell) then board:set(cell, opposite[board:get(cell, "lamp")]) end
    end
  end,
  -- A cart under way has a lamp, whose name is its direction.
  won = function(board)
    return board:count(board.dirs) == 0
  end,
  status = function(board)
    return "Carts under way " .. board:count(board.dirs) .. "   Turns " .. board.vars.turns
  end,
}
