-- act: the script caught this error
return require("shared/walker")({
  act = function(board) pcall(board.set, board, 0, "box") end,
})
