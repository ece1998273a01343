-- reloaded: this took longer than it may (100 ms)
return require("shared/walker")({
  reloaded = function(board)
    board:fill("wall")
    while true do end
  end,
})
