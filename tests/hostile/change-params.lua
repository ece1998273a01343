-- act: this table cannot be changed
return require("shared/walker")({
  act = function(board) board.params.speed = 1 end,
})
