-- act: another size only in start
return require("shared/walker")({
  act = function(board) board:resize(2, 2) end,
})
