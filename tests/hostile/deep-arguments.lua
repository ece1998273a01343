-- act: too many results to unpack
return require("shared/walker")({
  act = function(board) board:count(table.unpack({}, 1, 1e7)) end,
})
