-- act: expected a whole number
return require("shared/walker")({
  act = function(board) board:step(1, "left", 1e18) end,
})
