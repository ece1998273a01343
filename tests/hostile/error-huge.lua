-- act: xxxxxxxxxx
return require("shared/walker")({
  act = function(board) error(string.rep("x", 1e7)) end,
})
