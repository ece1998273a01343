-- plan: fine
-- A plan may try things out, and none of them has ever been.
return require("shared/walker")({
  plan = function(board)
    board:fill("wall")
    board:random(6)
    board.vars.planned = true
  end,
})
