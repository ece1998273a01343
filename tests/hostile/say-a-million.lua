-- act: said too much
return require("shared/walker")({
  act = function(board) for n = 1, 1e6 do board:say("x") end end,
})
