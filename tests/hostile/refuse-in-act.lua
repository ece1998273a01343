-- act: no
return require("shared/walker")({
  act = function(board) board:refuse("no", 1) end,
})
