-- act, in its own time: more memory than it may (64 MiB)
return require("shared/walker")({
  act = function(board)
    local last
    while true do
      local before = last
      last = function() return before end
    end
  end,
})
