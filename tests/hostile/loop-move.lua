-- act: too many items to move
return require("shared/walker")({
  act = function(board) table.move({}, 1, 2 ^ 30, 2 ^ 30, {}) end,
})
