-- act: this took longer than it may (100 ms)
return require("shared/walker")({
  act = function(board) coroutine.wrap(function() while true do end end)() end,
})
