-- act: fine
return require("shared/walker")({
  act = function(board)
    board.vars.name = 0 / 0
    board:add("steps", math.huge)
    board:add("steps", -math.huge)
  end,
})
