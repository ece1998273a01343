-- A skin of Sokoban in pictures. A skin says only how things look: for each tile of the
-- game that it names a look, as in the game's own file; what it leaves out stays the same.

-- The sheet has 8 columns and 4 rows of pictures; columns and rows count from 1.
local function piece(column, row)
  return { image = "warehouse.png", part = { column, row, 8, 4 } }
end

-- Rows 1 and 2: the wall, by which of its neighbours are wall too (1 above, 2 left, 4
-- right, 8 below, added up). Row 3 begins with the floor: plain, with a wall's shadow
-- from above, from the left, and from both.
local walls, floors = {}, {}
for mask = 0, 15 do
  walls[mask] = piece(mask % 8 + 1, mask < 8 and 1 or 2)
  floors[mask] = piece(mask % 4 + 1, 3)
end

-- Row 4: the worker, two steps for each way to go.
local function walk(column)
  return { fps = 2, frames = { piece(column, 4), piece(column + 1, 4) } }
end

local box = piece(6, 3)
box.tall = 0.5 -- how high it stands when seen from the side; 1 is a cell
box.on = { goal = piece(7, 3) }

---@type tilewright.Skin
return {
  title = "Warehouse",
  background = "#2b3142",
  tiles = {
    wall = { edges = { looks = walls }, tall = 0.35 },
    floor = { edges = { like = "wall", looks = floors } },
    goal = piece(5, 3),
    box = box,
    player = {
      upright = true, -- a picture that stands there, and no block
      facing = { down = walk(1), left = walk(3), right = walk(5), up = walk(7) },
    },
  },
}
