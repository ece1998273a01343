-- act: this table cannot be changed
return require("shared/walker")({
  act = function(board) board.width = 1000 end,
})
