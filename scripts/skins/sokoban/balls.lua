-- A skin of Sokoban in plain shapes, as in puzzles on number grids: balls to push on
-- square tiles, and a triangle that points the way it goes. A skin says only how things
-- look; what it leaves out stays as the game has it. Lengths are parts of a cell.

local function ball(color, edge, mark)
  return {
    { shape = "circle", color = "#00000030", size = 0.7, at = { 0.03, 0.05 } },
    { shape = "circle", color = color, size = 0.68, outline = edge, line = 0.05 },
    { shape = "circle", color = "#ffffff50", size = { 0.34, 0.24 }, at = { -0.09, -0.16 } },
    { shape = "circle", color = "#ffffffd0", size = 0.1, at = { -0.13, -0.17 } },
    mark,
  }
end

-- On a goal a ball is green, with a diamond in it.
local box = ball("#4b7bd0", "#2c4f94")
box.upright = true -- seen from the side it stands there, and does not lie flat
box.on = {
  goal = ball("#35a06a", "#1c6b43", { shape = "diamond", color = "#ffffff", size = 0.36 }),
}

---@type tilewright.Skin
return {
  title = "Balls",
  background = "#c9cdd4",
  tiles = {
    floor = { color = "#f1f2f4", size = 0.95, round = 0.05 },
    wall = {
      tall = 0.3, -- how high it stands when seen from the side; 1 is a cell
      { color = "#4c5362", size = 0.95, round = 0.05 },
      { color = "#5d6577", size = { 0.85, 0.8 }, at = { 0, -0.025 }, round = 0.05 },
    },
    -- A ring, wider than a ball, so that it is seen around one.
    goal = {
      { shape = "circle", color = "#fbe3d3", size = 0.86, outline = "#e0703a", line = 0.07 },
      { shape = "circle", color = "#e0703a", size = 0.16 },
    },
    box = box,
    -- Drawn pointing up; `turn` turns it the way it last went.
    player = {
      turn = true,
      tall = 0.3,
      { shape = "triangle", color = "#8a2f52", size = { 0.66, 0.7 }, at = { 0, -0.03 } },
      { shape = "triangle", color = "#d9578a", size = { 0.46, 0.5 }, at = { 0, 0 } },
    },
  },
}
