-- act: this took longer than it may (100 ms)
local busy = coroutine.wrap(function() while true do coroutine.yield() end end)
return require("shared/walker")({
  act = function(board) while true do busy() end end,
})
