-- act: this table cannot be changed
return require("shared/walker")({
  act = function(board, action) rawset(action, "dir", "left") end,
})
