-- reach: fine
return require("shared/walker")({
  reach = function(board)
    board:fill("wall")
    board:random(6)
    board.vars.reached = true
    return {}
  end,
})
