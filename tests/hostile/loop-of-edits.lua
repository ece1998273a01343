-- act: this took longer than it may (100 ms)
return require("shared/walker")({
  act = function(board)
    while true do
      board:fill("wall")
      board:clear(1, "ground")
    end
  end,
})
