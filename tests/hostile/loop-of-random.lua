-- act: this took longer than it may (100 ms)
return require("shared/walker")({
  act = function(board) while true do board:random(6) end end,
})
