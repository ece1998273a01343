-- act: no more of this
return require("shared/walker")({
  act = function(board)
    for n = 1, 1000 do
      board:fill(n % 2 == 0 and "wall" or "box")
      board:set(board:all("wall"), "player")
      board:add("n", n)
      board.vars["v" .. n % 100] = string.rep("x", n)
      board:shuffle({ 1, 2, 3 })
      board:swap(1, board.size, "piece")
    end
    error("no more of this")
  end,
})
