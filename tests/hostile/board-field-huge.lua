-- act: board has no "xxxx
return require("shared/walker")({
  act = function(board) return board[string.rep("x", 1e7)] end,
})
