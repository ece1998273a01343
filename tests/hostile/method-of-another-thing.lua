-- act: call it with a colon
return require("shared/walker")({
  act = function(board) board.set(1, 2, 3) end,
})
