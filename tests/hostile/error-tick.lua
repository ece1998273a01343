-- tick: no more of this
return require("shared/walker")({
  tick = function(board)
    board:fill("wall")
    error("no more of this")
  end,
})
