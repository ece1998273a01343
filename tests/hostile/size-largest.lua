-- start, in its own time: no more of this
-- As large as a board can be; refused, it is gone again.
return require("shared/walker")({
  start = function(board)
    board:resize(4096, 4096)
    board:refuse("no more of this")
  end,
})
