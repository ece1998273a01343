-- act: attempt to yield
return require("shared/walker")({
  act = function(board) coroutine.yield() end,
})
