-- act: expected the name of a tile, got "xxxx
return require("shared/walker")({
  act = function(board) board:set(1, string.rep("x", 1e7)) end,
})
