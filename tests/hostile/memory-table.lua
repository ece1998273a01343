-- act, in its own time: more memory than it may (64 MiB)
return require("shared/walker")({
  act = function(board)
    local list = {}
    while true do list = { list } end
  end,
})
