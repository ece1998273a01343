-- status: the board can be changed only in
return require("shared/walker")({
  status = function(board) board.vars.steps = 99 end,
})
