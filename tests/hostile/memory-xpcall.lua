-- act: more memory than it may (64 MiB)
return require("shared/walker")({
  act = function(board) xpcall(string.rep, function() return "never mind" end, "x", 1e9) end,
})
