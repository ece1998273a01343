-- act: this took longer than it may (100 ms)
return require("shared/walker")({
  act = function(board)
    local list = board:all("wall")
    while true do list = list:first(7) end
  end,
})
