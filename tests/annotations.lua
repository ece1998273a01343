-- Mistakes that an editor underlines by the definitions beside the scripts: each on a line with
-- what the checker calls it; all other lines are right. Nobody plays this.

---@type tilewright.Game
local game = {
  layers = { "ground", "piece" },
  tiles = {
    wall = { layer = "ground", look = { color = "#667788", size = { 1, 0.5 } } },
    player = { look = { { shape = "circle" }, turn = true, on = { wall = { tall = 1 } } } },
  },
  legend = { ["#"] = "wall", ["@"] = { "player" }, [0] = "wall" },
  params = { { name = "sight", default = 2, min = 0, max = 20, whole = true } },
  title = 5, -- expect: assign-type-mismatch
  keys = { space = 1 }, -- expect: assign-type-mismatch
  score = { moves = true }, -- expect: assign-type-mismatch

  -- What `board` and `action` are follows from where they stand.
  act = function(board, action)
    board:stpe(1, "left") -- expect: undefined-field
    board:step(1, "lfet") -- expect: param-type-mismatch
    board:step("left", 1) -- expect: param-type-mismatch
    board:step(1) -- expect: missing-parameter
    board:step(1, action.dir) -- expect: param-type-mismatch
    if action.dir then board:step(1, action.dir, 2) end
    board:has(board:step(1, "left"), "wall") -- expect: param-type-mismatch
    local there = board:step(board:find("player"), "up-left")
    if there then board:has(there, "wall") end
    board:random(6):set("wall") -- expect: undefined-field
    board:set(board:random(6), "wall")
    board:set({ 1, 2 }, "wall")
    board:set(board:near(1), "wall")
    board:set("wall", "wall") -- expect: param-type-mismatch
    board:near(1):shuffel() -- expect: undefined-field
    board:near(1):first(2):shuffle():clear("ground")
    for _, cell in ipairs(board:all("wall", "player", { edge = true, empty = "piece" })) do
      board:move(cell, 1, "wall")
      board:move(cell, "wall") -- expect: missing-parameter
    end
    for _, dir in ipairs(board.dirs) do
      board:step(1, dir)
      board:say(dir)
    end
    board:all("wall", { edge = "yes" }) -- expect: param-type-mismatch
    board:shuffle({ 1, 2 })[1]:set("wall") -- expect: undefined-field
    board:say(board:count({ "wall", "player" }) + board:count(board.dirs) .. "")
    board:count({ 1 }) -- expect: param-type-mismatch
    board:masks("wall"):clear("ground") -- expect: undefined-field
    board.vars.moves = board.vars.moves + board.params.sight
    board.level.number:set("wall") -- expect: undefined-field
    board.wdith = 5 -- expect: inject-field
    if not there then board:refuse("no way", 1) end
    board:swap(there, 1, "piece")
    return 5 -- expect: return-type-mismatch
  end,
  status = function(board) return board.width end, -- expect: return-type-mismatch
  plan = function(_, click) return click.hold end, -- expect: undefined-field
}

return game
