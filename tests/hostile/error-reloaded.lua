-- reloaded: no more of this
return require("shared/walker")({
  reloaded = function(board)
    board:fill("wall")
    error("no more of this")
  end,
})
