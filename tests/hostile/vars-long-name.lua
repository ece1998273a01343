-- act: at most 64 bytes
return require("shared/walker")({
  act = function(board) board.vars[string.rep("x", 1e6)] = 1 end,
})
