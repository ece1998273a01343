-- act: this took longer than it may (100 ms)
return require("shared/walker")({
  act = function(board) string.gsub(string.rep("a", 1e5), ".-.-.-b", "") end,
})
