-- act: more memory than it may (64 MiB)
return require("shared/walker")({
  act = function(board) coroutine.resume(coroutine.create(string.rep), "x", 1e9) end,
})
