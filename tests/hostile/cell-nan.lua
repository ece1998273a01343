-- act: expected a cell from 1 to 7, got NaN
return require("shared/walker")({
  act = function(board) board:set(0 / 0, "wall") end,
})
