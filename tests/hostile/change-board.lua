-- act: this table cannot be changed
return require("shared/walker")({
  act = function(board) board.set = function() end end,
})
