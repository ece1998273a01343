-- act: expected a cell from 1 to 7
return require("shared/walker")({
  act = function(board) board:path(1, {}) end,
})
