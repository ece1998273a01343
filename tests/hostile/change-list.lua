-- act: cannot be changed item by item
return require("shared/walker")({
  act = function(board) board:all("wall")[1] = 2 end,
})
