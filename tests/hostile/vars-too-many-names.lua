-- act: fine
-- A name that never gets a value takes no room.
return require("shared/walker")({
  act = function(board)
    for n = 1, 5000 do board.vars["v" .. n] = nil end
    board.vars.mine = 1
  end,
})
