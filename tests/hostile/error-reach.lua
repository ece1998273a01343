-- reach: no
return require("shared/walker")({
  reach = function(board)
    board:fill("wall")
    error("no")
  end,
})
