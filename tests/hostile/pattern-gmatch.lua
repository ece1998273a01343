-- act: this took longer than it may (100 ms)
return require("shared/walker")({
  act = function(board) for _ in string.gmatch(string.rep("a", 1e5), ".-.-.-b") do end end,
})
