-- act: expected a whole number
return require("shared/walker")({
  act = function(board) board:random(2 ^ 53) end,
})
