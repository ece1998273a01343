-- act: is no cell from 1 to 7
local kept
return require("shared/walker")({
  start = function(board)
    if kept then return end
    board:resize(50, 50)
    board:fill("wall")
    kept = board:all("wall")
    board:resize(7, 1)
    board:set(4, "player")
  end,
  act = function() kept:set("box") end,
})
