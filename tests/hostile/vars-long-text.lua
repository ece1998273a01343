-- act: at most 64 KiB
return require("shared/walker")({
  act = function(board) board.vars.name = string.rep("x", 1e6) end,
})
