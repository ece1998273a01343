-- act: too long to search
return require("shared/walker")({
  act = function(board) string.split(string.rep("x", 2e7), "y") end,
})
