-- act: this table cannot be changed
return require("shared/walker")({
  act = function(board) board.dirs[1] = "up" end,
})
