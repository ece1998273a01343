-- Sokoban: push every box onto a goal. You can push one box at a time and never
-- pull. Change a rule below and save: the next key press plays by it.

-- The rule. `board` holds everything that undo brings back; `action` is what the
-- player asked for. Leaving without a change means that nothing happened.
---@param board tilewright.Board
---@param action tilewright.Move
local function act(board, action)
  local here = board:find("player")
  local there = board:step(here, action.dir)
  if not there or board:has(there, "wall") then return end

  local token
  if board:has(there, "box") then
    local beyond = board:step(there, action.dir)
    if not beyond or board:has(beyond, "wall", "box") then return end
    board:move(there, beyond, "box")
    board:add("pushes", 1)
    -- A recording writes a push as a capital letter.
    token = string.upper(action.token)
  end
  board:move(here, there, "player")
  board:add("moves", 1)
  return token
end

-- A level is solved when every box stands on a goal.
---@param board tilewright.Board
local function won(board)
  return board:every("box", "goal")
end

-- Where the box in `from` can be pushed, pushes by pushes: `visit` hears of each way, the
-- fewest pushes first, and stops the search by returning true. A way knows the cell of the
-- box and of the player, the way before it, and how it goes on from there. What is tried
-- out here on the board is taken back afterwards.
---@param board tilewright.Board
local function push_ways(board, from, visit)
  local open, known, at = { { box = from, player = board:find("player"), moves = 0 } }, {}, from
  local function free(cell)
    return not board:has(cell, "wall", "box")
  end
  while #open > 0 do
    local best, found = {}, {}
    for _, way in ipairs(open) do
      if at ~= way.box then board:move(at, way.box, "box") end
      at = way.box
      for _, dir in ipairs(board.dirs) do
        local beyond, behind = board:step(at, dir), board:step(at, dir, -1)
        local key = beyond and dir .. beyond
        if beyond and behind and free(beyond) and free(behind) and not known[key] then
          local walk = board:path(way.player, behind, "wall", "box")
          local moves = walk and way.moves + #walk + 1
          -- Of ways with as many pushes the one with the fewest moves.
          if walk and (not best[key] or moves < best[key].moves) then
            if not best[key] then found[#found + 1] = key end
            best[key] = { box = beyond, player = at, moves = moves, walk = walk, before = way }
          end
        end
      end
    end
    open = {}
    for n, key in ipairs(found) do
      known[key], open[n] = true, best[key]
    end
    if visit(open) then return end
  end
end

-- The steps that push the box in `from` to a cell, or nil where there is no way.
---@param board tilewright.Board
local function push(board, from, to)
  local best
  push_ways(board, from, function(ways)
    for _, way in ipairs(ways) do
      if way.box == to and (not best or way.moves < best.moves) then best = way end
    end
    return best
  end)
  local steps = best and ""
  while best and best.before do
    steps = best.walk .. board:path(best.player, best.box) .. steps
    best = best.before
  end
  return steps
end

-- Whether the box in a cell can be pushed at all.
---@param board tilewright.Board
local function can_push(board, box)
  local can
  push_ways(board, box, function(ways)
    can = #ways > 0
    return true
  end)
  return can
end

-- What a click comes to: steps to play, or a box that is picked for the next click to say
-- where it goes.
---@param board tilewright.Board
---@param click tilewright.Click
local function plan(board, click)
  if board:has(click.cell, "box") then
    return board.params.push_by_click and can_push(board, click.cell) and click.cell
  end
  if click.held then return push(board, click.held, click.cell) end
  return board:path(board:find("player"), click.cell, "wall", "box")
end

-- Where clicks can lead to: where a picked box can be pushed, or the player can walk.
---@param board tilewright.Board
local function reach(board, held)
  if not held then return board:reach(board:find("player"), "wall", "box") end
  local cells, seen = {}, {}
  push_ways(board, held, function(ways)
    for _, way in ipairs(ways) do
      if not seen[way.box] then
        cells[#cells + 1], seen[way.box] = way.box, true
      end
    end
  end)
  return cells
end

-- What a level must have to be playable at all.
---@param board tilewright.Board
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

---@param board tilewright.Board
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
-- `tall` is how high it stands in the isometric view.
local box = crate("#c98f4e", "#8a5a2b")
box.tall = 0.5
local star = { shape = "diamond", size = 0.3, color = "#f2c14e" }
box.on = { goal = crate("#6fae5c", "#3f7434", star) }

local hero = walking("#2b6f9e")
hero.tall = 0.4
hero.on = { goal = walking("#f2c14e") }

---@type tilewright.Game
return {
  title = "Sokoban",
  background = "#23262e",
  layers = { "ground", "mark", "piece" },
  tiles = {
    wall = {
      layer = "ground",
      look = {
        tall = 0.35,
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
    -- The numbers of number grids (.csv) and level lists (.json).
    [1] = "floor",
    [-1] = "wall",
    [0] = "goal",
    [2] = "player",
    [3] = "box",
    [-2] = { "goal", "player" },
    [-3] = { "goal", "box" },
  },
  -- For a terminal: `tilewright show`.
  text = { ["#"] = "wall", ["."] = "goal", ["+"] = "box", P = "player" },
  -- A level that is larger than the window scrolls with the player.
  follow = "player",
  score = { "moves", "pushes" },
  -- stylua: ignore
  params = {
    { name = "push_by_click", title = "Push by clicks", default = true,
      help = "Click a box, then the cell where it is to go." },
  },
  start = start,
  act = act,
  plan = plan,
  reach = reach,
  won = won,
  status = status,
}
