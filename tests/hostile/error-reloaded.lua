-- reloaded: no
return require("shared/walker")({
  reloaded = function(board)
    board:fill("wall")
    error("no")
  end,
})
