-- act: this table cannot be changed
return require("shared/walker")({
  act = function(board) rawset(board.vars, "steps", {}) end,
})
