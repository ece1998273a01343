-- Sokoban: push every box onto a goal. You can push one box at a time and never
-- pull. Change a rule below and save: the next key press plays by it.

-- The rule. `board` holds everything that undo brings back; `action` is what the
-- player asked for. Leaving without a change means that nothing happened.
local function act(board, action)
  local here = board:find("player")
  local there = board:step(here, action.dir)
  if not there or board:has(there, "wall") then return end

  local token
  if board:has(there, "box") then
    local beyond = board:step(there, action.dir)
    if not beyond or board:has(beyond, "wall") or board:has(beyond, "box") then return end
    board:move(there, beyond, "box")
    board:add("pushes", 1)
    -- A recording writes a push as a capital letter.
    token = string.upper(string.sub(action.dir, 1, 1))
  end
  board:move(here, there, "player")
  board:add("moves", 1)
  return token
end

-- A level is solved when every box stands on a goal.
local function won(board)
  return board:every("box", "goal")
end

-- What a level must have to be playable at all.
local function start(board)
  local players, boxes, goals = board:count("player"), board:count("box"), board:count("goal")
  if players == 0 then board:refuse("this level has no player (@ or +)") end
  if players > 1 then
    board:refuse("this level has " .. players .. " players; expected one", board:all("player")[2])
  end
  if boxes > goals then
    board:refuse("this level has " .. boxes .. " boxes but only " .. goals .. " goals")
  end
  board.vars.moves = 0
  board.vars.pushes = 0

  -- Floor is wherever a step can lead; blank cells beyond that are outside.
  board:set(board:reach(board:find("player"), "wall"), "floor")
end

local function status(board)
  return "Moves " .. board.vars.moves .. "   Pushes " .. board.vars.pushes
end

-- How things look. Lengths are parts of a cell; a look is drawn facing up.
local floor = { color = "#3b3f4a", size = 0.97, round = 0.06 }
local goal = { shape = "diamond", size = 0.46, color = "none", outline = "#f2c14e", line = 0.07 }

local function crate(wood, edge, mark)
  return {
    { color = "#00000055", size = 0.84, at = { 0.03, 0.05 }, round = 0.1 },
    { color = wood, size = 0.82, round = 0.1, outline = edge, line = 0.07 },
    { color = edge, size = { 0.66, 0.06 }, rotate = 45 },
    { color = edge, size = { 0.66, 0.06 }, rotate = -45 },
    mark,
  }
end

local function player(step, edge)
  return {
    { shape = "circle", color = "#00000055", size = 0.7, at = { 0.03, 0.05 } },
    { shape = "circle", color = edge, size = { 0.18, 0.3 }, at = { -0.2, -0.26 + step } },
    { shape = "circle", color = edge, size = { 0.18, 0.3 }, at = { 0.2, -0.26 - step } },
    { shape = "circle", color = "#4aa3df", size = 0.66, outline = edge, line = 0.07 },
    { shape = "circle", color = "#ffffff", size = 0.2, at = { -0.13, -0.12 } },
    { shape = "circle", color = "#ffffff", size = 0.2, at = { 0.13, -0.12 } },
    { shape = "circle", color = "#1c2733", size = 0.1, at = { -0.13, -0.16 } },
    { shape = "circle", color = "#1c2733", size = 0.1, at = { 0.13, -0.16 } },
  }
end

-- Two frames, twice a second; `turn` faces the way it last went.
local function walking(edge)
  return { turn = true, fps = 2, frames = { player(0.03, edge), player(-0.03, edge) } }
end

-- `on` is the look over another tile: a box on a goal, the player on a goal.
local box = crate("#c98f4e", "#8a5a2b")
local star = { shape = "diamond", size = 0.3, color = "#f2c14e" }
box.on = { goal = crate("#6fae5c", "#3f7434", star) }

local hero = walking("#2b6f9e")
hero.on = { goal = walking("#f2c14e") }

return {
  title = "Sokoban",
  background = "#23262e",
  layers = { "ground", "mark", "piece" },
  tiles = {
    wall = {
      layer = "ground",
      look = {
        { color = "#565d70" },
        { color = "#6f7890", size = { 1, 0.82 }, at = { 0, -0.09 }, round = 0.04 },
        { color = "#7f89a3", size = { 0.9, 0.68 }, at = { 0, -0.1 }, round = 0.08 },
      },
    },
    floor = { layer = "ground", look = floor },
    goal = { layer = "mark", look = goal },
    box = { layer = "piece", look = box },
    player = { layer = "piece", look = hero },
  },
  -- What the characters of a level file mean; a blank is nothing until `start`.
  legend = {
    ["#"] = "wall",
    ["."] = "goal",
    ["$"] = "box",
    ["*"] = { "goal", "box" },
    ["@"] = "player",
    ["+"] = { "goal", "player" },
  },
  -- For a terminal: `tilewright show`.
  text = { ["#"] = "wall", ["."] = "goal", ["+"] = "box", P = "player" },
  score = { "moves", "pushes" },
  start = start,
  act = act,
  won = won,
  status = status,
}
