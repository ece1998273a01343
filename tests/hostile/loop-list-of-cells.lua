-- act: this took longer than it may (100 ms)
return require("shared/walker")({
  act = function(board) repeat until #board:all("wall") == 0 end,
})
