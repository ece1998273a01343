-- act: this took longer than it may (100 ms)
return require("shared/walker")({
  act = function(board) string.find(string.rep("a", 100), string.rep("a*", 50) .. "b") end,
})
