-- act: at most 1024 variables
return require("shared/walker")({
  act = function(board) for n = 1, 1e6 do board.vars["v" .. n] = n end end,
})
