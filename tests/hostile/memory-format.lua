-- act: more memory than it may (64 MiB)
return require("shared/walker")({
  act = function(board)
    local long = string.rep("x", 2e7)
    string.format("%s%s%s%s", long, long, long, long)
  end,
})
