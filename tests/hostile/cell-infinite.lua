-- act: expected a cell from 1 to 7, got inf
return require("shared/walker")({
  act = function(board) board:set(math.huge, "wall") end,
})
