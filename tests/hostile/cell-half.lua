-- act: expected a cell from 1 to 7, got 1.5
return require("shared/walker")({
  act = function(board) board:set(1.5, "wall") end,
})
