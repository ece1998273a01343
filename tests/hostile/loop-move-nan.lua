-- act: too many items to move
return require("shared/walker")({
  act = function(board) table.move({}, 0 / 0, -2, 1, {}) end,
})
