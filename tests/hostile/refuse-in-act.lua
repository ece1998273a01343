-- act: no more of this
return require("shared/walker")({
  act = function(board) board:refuse("no more of this", 1) end,
})
