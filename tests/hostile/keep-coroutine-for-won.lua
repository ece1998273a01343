-- won: the board can be changed only in
local later
return require("shared/walker")({
  act = function(board)
    later = coroutine.wrap(function()
      coroutine.yield()
      board:fill("wall")
    end)
    later()
  end,
  won = function() later() end,
})
