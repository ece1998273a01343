-- act: expected a cell from 1 to 7, got 0
return require("shared/walker")({
  act = function(board) board:set(0, "wall") end,
})
