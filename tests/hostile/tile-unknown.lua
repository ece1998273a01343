-- act: expected the name of a tile, got "dragon"
return require("shared/walker")({
  act = function(board) board:set(1, "dragon") end,
})
