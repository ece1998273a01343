-- won: the board can be changed only in
return require("shared/walker")({
  won = function(board)
    pcall(board.fill, board, "wall")
    return true
  end,
})
