-- act: this took longer than it may (100 ms)
return require("shared/walker")({
  act = function(board)
    while true do
      board:show()
      board:add("steps", 1)
    end
  end,
})
