-- act: this table cannot be changed
return require("shared/walker")({
  act = function(board) rawset(board, "set", print) end,
})
