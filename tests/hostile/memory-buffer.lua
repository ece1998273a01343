-- act: more memory than it may (64 MiB)
return require("shared/walker")({
  act = function(board) buffer.create(1e9) end,
})
