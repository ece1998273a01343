-- act: fine
return require("shared/walker")({
  act = function(board) print(string.rep("x", 1e7)) end,
})
