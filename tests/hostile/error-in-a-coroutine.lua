-- act: no
return require("shared/walker")({
  act = function(board) coroutine.wrap(function() error("no") end)() end,
})
