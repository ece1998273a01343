-- tick: this took longer than it may (100 ms)
return require("shared/walker")({
  tick = function(board)
    board:fill("wall")
    while true do end
  end,
})
