-- Robots: you have nothing but your feet. With every step of yours each robot takes one,
-- too, and where two of them meet only scrap is left. Make scrap of them all.

-- The two ways that lead from a cell towards another, the farther one first.
---@param board tilewright.Board
local function towards(board, from, to)
  local x, y = board:xy(from)
  local to_x, to_y = board:xy(to)
  local sideways = to_x < x and "left" or to_x > x and "right"
  local upright = to_y < y and "up" or to_y > y and "down"
  if math.abs(to_y - y) > math.abs(to_x - x) then return { upright, sideways } end
  return { sideways, upright }
end

-- The kinds of robots. Only their wishes and looks set them apart: add one of your own.
local kinds = { "hunter", "coward", "mimic" }

-- Where the robot in a cell wants to go, best first; nowhere if there is none. `you` is the
-- cell that you have just reached by a step in `dir`.
---@param board tilewright.Board
local function wishes(board, cell, you, dir)
  local kind = board:get(cell, "piece")
  if kind == "hunter" then return towards(board, cell, you) end
  if kind == "coward" then return towards(board, you, cell) end -- This leads away from you.
  return { kind == "mimic" and dir }
end

-- The cell that a robot goes to: the first one it wishes for that is no wall.
---@param board tilewright.Board
local function target(board, cell, you, dir)
  for _, wish in ipairs(wishes(board, cell, you, dir)) do
    local there = wish and board:step(cell, wish)
    if there and not board:has(there, "wall") then return there end
  end
end

-- A robot takes its step. `targets` holds those of all that have not gone yet: as they go
-- at the same time, one that is about to leave the cell ahead goes first.
---@param board tilewright.Board
local function go(board, cell, targets)
  local there = targets[cell]
  targets[cell] = nil
  if targets[there] then go(board, there, targets) end
  local robot, ahead = board:get(cell, "piece"), board:get(there, "piece")
  if not robot or robot == "scrap" then return end -- The one ahead came to meet it.
  local caught = ahead == "player" or ahead == "caught"
  local crash = ahead and not caught
  board:move(cell, there, robot)
  if crash then board:set(there, "scrap") end
  if caught then board:set(there, "caught") end
  if board:has(there, "pit") then
    board:clear(there, "piece")
    board:set(there, "full pit")
  end
end

-- The rule: you take a step, then all robots take theirs.
---@param board tilewright.Board
---@param action tilewright.Move
local function act(board, action)
  local here = board:find("player")
  local there = here and board:step(here, action.dir)
  if not there or board:has(there, "wall", "pit") then return end
  if board:get(there, "piece") then return end
  board:move(here, there, "player")
  board:add("steps", 1)
  local targets = {}
  for cell = 1, board.size do
    targets[cell] = target(board, cell, there, action.dir)
  end
  for cell = 1, board.size do
    if targets[cell] then go(board, cell, targets) end
  end
  if board:count("caught") > 0 then board:say("Caught! Z takes the step back.") end
end

-- How things look. Every kind has a shape of its own beside its colour; what turns is drawn
-- facing up. Lengths are parts of a cell.
local dark, white = "#1a1c22", "#ffffff"

local function dot(x, y, size, color)
  return { shape = "circle", color = color, size = size, at = { x, y } }
end

local function bar(x, y, width, height, color, rotate)
  return { color = color, size = { width, height }, at = { x, y }, rotate = rotate, round = 0.04 }
end

-- A body on two tracks, and what is on it.
local function machine(shape, size, color, edge, ...)
  local left, right = bar(-0.29, 0, 0.2, 0.66, "#0f1216"), bar(0.29, 0, 0.2, 0.66, "#0f1216")
  local body = { shape = shape, size = size, color = color, outline = edge, round = 0.1 }
  return { turn = true, tall = 0.3, left, right, body, ... }
end

---@type tilewright.Game
return {
  title = "Robots",
  background = "#1b1e24",
  layers = { "floor", "ground", "piece" },
  -- A tile without a layer lies in the last one.
  -- stylua: ignore
  tiles = {
    floor = { layer = "floor", look = { color = "#353b45", size = 0.96, round = 0.05 } },
    wall = { layer = "ground", look = { tall = 0.3,
      { color = "#4d5766" }, bar(0, -0.05, 0.92, 0.84, "#66728a"),
      dot(-0.34, -0.36, 0.1, "#4d5766"), dot(0.34, 0.26, 0.1, "#4d5766") } },
    pit = { layer = "ground",
      look = { bar(0, 0, 0.9, 0.9, "#d9a441"), bar(0, 0, 0.78, 0.78, "#050506") } },
    ["full pit"] = { layer = "ground", look = {
      bar(0, 0, 0.9, 0.9, "#6d5a35"), bar(0, 0, 0.78, 0.78, "#23262c"),
      bar(-0.1, 0.1, 0.5, 0.14, "#3d424b", 24), bar(0.1, -0.08, 0.5, 0.14, "#464c56", -30) } },
    scrap = { look = {
      bar(-0.1, 0.14, 0.6, 0.22, "#70757f", 24), dot(0.14, -0.1, 0.3, "#565b64"),
      bar(0.12, 0.12, 0.5, 0.22, "#868c97", -32), bar(-0.1, -0.1, 0.5, 0.2, "#a3aab6", 12) } },
    hunter = { look = machine("square", 0.6, "#d9573f", "#8a2f20",
      dot(0, -0.08, 0.36, white), dot(0, -0.15, 0.19, dark), bar(0, 0.19, 0.34, 0.06, dark)) },
    coward = { look = machine("circle", 0.7, "#eabc3f", "#95701a",
      dot(-0.14, 0.08, 0.22, white), dot(0.14, 0.08, 0.22, white),
      dot(-0.14, 0.14, 0.11, dark), dot(0.14, 0.14, 0.11, dark)) },
    mimic = { look = machine("hexagon", 0.76, "#7795ea", "#3a549e", bar(0, -0.06, 0.38, 0.14, dark),
      dot(-0.09, -0.07, 0.08, white), dot(0.09, -0.07, 0.08, white), dot(0, -0.4, 0.14, white)) },
    player = { look = { turn = true, tall = 0.4,
      dot(0, 0.02, 0.6, "#2c8a5b"), bar(0, 0.04, 0.8, 0.26, "#3fae76"),
      dot(0, -0.02, 0.42, "#f1d3b0"), bar(0, 0.1, 0.42, 0.22, "#5a3b22"),
      dot(-0.09, -0.12, 0.08, dark), dot(0.09, -0.12, 0.08, dark) } },
    caught = { look = { bar(0, 0, 0.66, 0.66, "#d9573f"), bar(0, 0, 0.66, 0.66, "#d9573f", 45),
      { text = "!", size = 0.7, color = white } } },
  },
  -- stylua: ignore
  legend = {
    ["#"] = "wall", ["@"] = "player", o = "pit", ["."] = "full pit", ["*"] = "scrap",
    h = "hunter", c = "coward", m = "mimic", x = "caught",
  },
  score = { "steps" },
  start = function(board)
    if board.hex then board:refuse("robots only know their way about on squares") end
    if board:count("player") ~= 1 then board:refuse("a level has one player (@)") end
    board:fill("floor")
    board.vars.steps = 0
  end,
  act = act,
  won = function(board)
    return board:count(kinds) == 0 and board:count("caught") == 0
  end,
  status = function(board)
    return "Robots " .. board:count(kinds) .. "   Steps " .. board.vars.steps
  end,
}
