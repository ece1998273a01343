-- TITLE: gather every gem, then leave through the door. Change anything here and save while
-- you play: the next key press follows the new rule.

-- This line tells your editor what a game can have, and what `board` and `action` are.
---@type tilewright.Game
return {
  title = "TITLE",
  -- A cell holds one tile in each layer; later layers are drawn over earlier ones.
  layers = { "ground", "thing", "player" },
  tiles = {
    wall = { layer = "ground", look = { color = "#5d6b82", size = 0.96, round = 0.1 } },
    door = { layer = "ground", look = { color = "#e0b040", size = { 0.6, 0.8 }, round = 0.1 } },
    gem = { layer = "thing", look = { shape = "diamond", color = "#58d0c0", size = 0.5 } },
    player = { layer = "player", look = { shape = "circle", color = "#f08060", size = 0.7 } },
  },
  -- What the characters of a level file mean.
  legend = { ["#"] = "wall", ["+"] = "door", ["*"] = "gem", ["@"] = "player" },

  -- A level that lacks something is refused, with its place in the file.
  start = function(board)
    if board:count("player") ~= 1 then board:refuse("a level has one player (@)") end
    if board:count("door") == 0 then board:refuse("a level has a door (+)") end
  end,

  -- The rule. It is called with every step that the player asks for; all that it changes is
  -- one turn, which Z takes back.
  act = function(board, action)
    if not action.dir then return end
    local here = board:find("player")
    local there = board:step(here, action.dir)
    if not there or board:has(there, "wall") then return end
    if board:has(there, "door") and board:count("gem") > 0 then
      board:say("The door opens once you have all gems.")
      return
    end
    board:clear(there, "thing")
    board:move(here, there, "player")
  end,

  -- Whether the level is solved.
  won = function(board)
    return board:every("player", "door")
  end,

  -- What stands at the top right of the window.
  status = function(board)
    return "Gems left: " .. board:count("gem")
  end,
}
