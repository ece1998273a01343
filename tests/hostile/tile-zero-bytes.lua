-- act: expected the name of a tile
return require("shared/walker")({
  act = function(board) board:set(1, "wall\0") end,
})
