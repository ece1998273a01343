-- act: more memory than it may (64 MiB)
return require("shared/walker")({
  act = function(board) string.gsub(string.rep("x", 1e6), "x", string.rep("y", 1e6)) end,
})
