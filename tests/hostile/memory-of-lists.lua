-- act, in its own time: more memory than it may (64 MiB)
return require("shared/walker")({
  act = function(board)
    local lists = {}
    while true do lists[#lists + 1] = board:all("wall") end
  end,
})
