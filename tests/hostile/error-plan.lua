-- plan: no more of this
return require("shared/walker")({
  plan = function(board)
    board:fill("wall")
    error("no more of this")
  end,
})
