-- act: this took longer than it may (100 ms)
return require("shared/walker")({
  act = function(board) for _ = 1, math.huge do end end,
})
