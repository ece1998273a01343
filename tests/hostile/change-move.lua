-- act: this table cannot be changed
return require("shared/walker")({
  act = function(board) table.move({ 1, 2, 3 }, 1, 3, 1, board.dirs) end,
})
