-- tick: no
return require("shared/walker")({
  tick = function(board)
    board:fill("wall")
    error("no")
  end,
})
