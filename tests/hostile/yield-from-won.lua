-- won: attempt to yield
return require("shared/walker")({
  won = function(board) coroutine.yield() end,
})
