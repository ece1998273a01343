-- act: no more of this
return require("shared/walker")({
  act = function(board) error(string.rep("no more of this\n", 1e6)) end,
})
