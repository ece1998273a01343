-- start: more memory than it may (64 MiB)
return require("shared/walker")({
  start = function(board) buffer.create(1e9) end,
})
