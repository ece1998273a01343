-- act: expected a cell from 1 to 7, got 1000000000000000000
return require("shared/walker")({
  act = function(board) board:set(1e18, "wall") end,
})
