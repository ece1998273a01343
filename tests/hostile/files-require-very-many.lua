-- act: this took longer than it may (100 ms)
return require("shared/walker")({
  act = function(board) for n = 1, 1e9 do pcall(require, "m" .. n) end end,
})
