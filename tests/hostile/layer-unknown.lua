-- act: expected the name of a layer
return require("shared/walker")({
  act = function(board) board:clear(1, "sky") end,
})
