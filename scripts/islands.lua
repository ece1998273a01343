-- Islands: walk from the start town to the castle, over land that you uncover on the
-- way. Space makes another island. Change how one is made below and save: the same
-- seed is drawn again.

-- Some of the cells, chosen by chance, become that tile.
local function decorate(cells, share, tile)
  cells:shuffle()
  cells:first(math.floor(#cells * share)):set(tile)
end

-- Land at the coast: one of its four neighbours is sea, or off the map.
---@param board tilewright.Board
local function coast(board)
  return board:all("land", { edge = true })
end

-- Land all around which there is land, and nothing on it yet.
---@param board tilewright.Board
local function inland(board)
  return board:all("land", { edge = false, empty = "thing" })
end

-- One island. The sea takes some of the coast, round by round; then every kind of thing
-- gets its share of what is still plain. `all` and the like choose among all cells of
-- the board at once: that is what makes maps of millions of cells fast.
---@param board tilewright.Board
local function make(board)
  local params = board.params
  board:resize(params.width, params.height)
  board:fill("land")
  for _ = 1, params.erode_rounds do
    decorate(coast(board), params.erode, "sea")
  end
  decorate(inland(board), params.lake, "sea")
  for _, kind in ipairs({ "tree", "hill", "mountain", "town", "monster" }) do
    decorate(inland(board), params[kind], kind)
  end
end

-- Why an island has not got two towns.
---@param board tilewright.Board
local function too_few(board)
  if #board:all("land", { edge = false }) == 0 then
    return "no land is left inland: lower erode, erode_rounds or lake, or enlarge the map"
  end
  return "there are fewer than two towns: raise town, lower what takes their place (erode, lake, "
    .. "tree, hill, mountain), or enlarge the map"
end

-- Two towns by chance: where one starts, and where the castle is to be; or why there are
-- none such.
---@param board tilewright.Board
local function ends(board)
  local towns = board:all("town"):shuffle()
  if #towns < 2 then return nil, nil, too_few(board) end
  local start, castle = towns[1], towns[2]
  if board.params.reachable and not board:reach(start, "sea"):has(castle) then
    return nil, nil, "no way leads to the castle: lower erode or lake, or set reachable to no"
  end
  return start, castle
end

-- What is near the player is seen, and stays seen.
---@param board tilewright.Board
local function uncover(board, cell)
  board:clear(board:around(cell, board.params.sight), "fog")
end

-- A map from a level file is as it was saved; blank cells are sea.
---@param board tilewright.Board
local function check(board)
  local players, castles = board:all("player"), board:all("castle")
  if #players ~= 1 then board:refuse("a map has one player, not " .. #players, players[2]) end
  if #castles ~= 1 then board:refuse("a map has one castle, not " .. #castles, castles[2]) end
  local land = board:all("land")
  board:fill("sea")
  land:set("land")
  return players[1]
end

-- Where there is no start and no castle, another island is tried: the numbers of chance
-- go on. Tries of the largest maps would take too long.
---@param board tilewright.Board
local function generate(board)
  local size = board.params.width * board.params.height
  local tries, why = math.max(1, math.min(20, math.floor(5e6 / size))), nil
  for _ = 1, tries do
    make(board)
    local start, castle
    start, castle, why = ends(board)
    if start and castle then
      board:set(castle, "castle")
      board:set(start, "player")
      return start
    end
  end
  board:refuse("no island came of this (tries: " .. tries .. "): " .. why)
end

---@param board tilewright.Board
local function start(board)
  local here = board.level.path and check(board) or generate(board)
  if board.params.fog then board:fill("fog") end
  board.vars.steps = 0
  uncover(board, here)
end

-- The rule: walk over anything but the sea.
---@param board tilewright.Board
---@param action tilewright.Action
local function act(board, action)
  if not action.dir then return end
  local here = board:find("player")
  local there = board:step(here, action.dir)
  if not there or not board:has(there, "land") then return end
  board:move(here, there, "player")
  board:add("steps", 1)
  uncover(board, there)
end

---@param board tilewright.Board
local function won(board)
  return board:every("player", "castle")
end

---@param board tilewright.Board
local function status(board)
  local seen = board.size - board:count("fog")
  return "Steps " .. board.vars.steps .. "   Seen " .. math.floor(100 * seen / board.size) .. "%"
end

-- How things look. `edges` chooses one of sixteen pictures by which of the four
-- neighbours hold the same tile: the pieces of a sheet, in the order of the mask (1
-- above, 2 left, 4 right, 8 below); `corners` rounds the bays. Fog goes on beyond the edge
-- of the map.
local coast_pictures = { image = "pictures/coast.png", corners = "pictures/coast-corners.png" }

local function thing(column)
  return { image = "pictures/things.png", part = { column, 1, 7, 1 } }
end

local function wave(x, y, width)
  return { color = "#8fbed040", size = { width, 0.06 }, round = 0.03, at = { x, y } }
end
local sea = { { color = "#2f6f9f" }, wave(-0.08, -0.06, 0.34), wave(0.14, 0.09, 0.22) }

-- How much of what there is becomes that.
local function share(name, default, of)
  return { name = name, default = default, min = 0, max = 1, help = "The share of " .. of }
end

---@type tilewright.Game
return {
  title = "Islands",
  background = "#23496b",
  layers = { "ground", "thing", "player", "fog" },
  tiles = {
    sea = { layer = "ground", look = sea },
    land = { layer = "ground", look = { edges = coast_pictures } },
    tree = { layer = "thing", look = thing(1) },
    hill = { layer = "thing", look = thing(2) },
    mountain = { layer = "thing", look = thing(3) },
    town = { layer = "thing", look = thing(4) },
    castle = { layer = "thing", look = thing(5) },
    monster = { layer = "thing", look = thing(6) },
    player = { layer = "player", look = thing(7) },
    fog = { layer = "fog", look = { edges = { image = "pictures/fog.png", outside = true } } },
  },
  -- A map as a level file; at the right, the same with the player there.
  -- stylua: ignore
  legend = {
    ["~"] = "sea",
    ["."] = "land", [","] = { "land", "player" },
    ["%"] = { "land", "tree" }, ["&"] = { "land", "tree", "player" },
    ["="] = { "land", "hill" }, ["+"] = { "land", "hill", "player" },
    ["^"] = { "land", "mountain" }, ['"'] = { "land", "mountain", "player" },
    ["#"] = { "land", "town" }, ["@"] = { "land", "town", "player" },
    ["*"] = { "land", "castle" }, ["$"] = { "land", "castle", "player" },
    ["!"] = { "land", "monster" }, ["?"] = { "land", "monster", "player" },
  },
  -- For a terminal, where a cell shows what is on top.
  -- stylua: ignore
  text = {
    ["~"] = "sea", ["."] = "land", ["%"] = "tree", ["="] = "hill", ["^"] = "mountain",
    ["#"] = "town", ["*"] = "castle", ["!"] = "monster", ["@"] = "player",
  },
  keys = { space = "new" },
  -- Large maps are followed, fog is no part of a map, and the cell under the mouse is named.
  follow = "player",
  cover = "fog",
  pointer = true,
  -- The map is drawn again when this file is saved with another way to make it.
  redraw = true,
  -- stylua: ignore
  params = {
    { name = "width", title = "Columns", default = 20, min = 4, max = 4096, whole = true },
    { name = "height", title = "Rows", default = 20, min = 4, max = 4096, whole = true },
    { name = "erode", default = 0.5, min = 0, max = 0.9,
      help = "How much of the coast the sea takes in each round." },
    { name = "erode_rounds", title = "Rounds", default = 2, min = 0, max = 10, whole = true },
    share("lake", 0.01, "the land inland that becomes sea."),
    share("tree", 0.2, "the land inland that becomes trees."),
    share("hill", 0.2, "what is still plain then, that becomes hills."),
    share("mountain", 0.1, "what is still plain then, that becomes mountains."),
    share("town", 0.1, "what is still plain then, that becomes towns."),
    share("monster", 0.1, "what is still plain then, that becomes monsters."),
    { name = "sight", default = 2, min = 0, max = 20, whole = true,
      help = "How many columns and rows away you see." },
    { name = "fog", default = true, help = "Whether what you have not seen is covered." },
    { name = "reachable", default = true, help = "Whether a way to the castle is sure." },
  },
  score = { "steps" },
  start = start,
  act = act,
  won = won,
  status = status,
}
