-- act: table overflow
return require("shared/walker")({
  act = function(board) table.create(1e8, 0) end,
})
