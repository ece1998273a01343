-- act: too many items to move
-- Luau would begin at 1.
return require("shared/walker")({
  act = function(board) table.move({}, 2 ^ 33 + 1, 2 ^ 30, 2 ^ 30, {}) end,
})
