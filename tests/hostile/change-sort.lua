-- act: this table cannot be changed
return require("shared/walker")({
  act = function(board) table.sort(board.dirs) end,
})
