-- act: cannot be changed
return require("shared/walker")({
  act = function(board) setmetatable(board.params, {}) end,
})
