-- act: this table cannot be changed
return require("shared/walker")({
  act = function(board) rawset(string, "rep", print) end,
})
