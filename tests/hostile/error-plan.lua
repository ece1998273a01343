-- plan: no
return require("shared/walker")({
  plan = function(board)
    board:fill("wall")
    error("no")
  end,
})
