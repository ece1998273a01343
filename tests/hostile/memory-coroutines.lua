-- act, in its own time: more memory than it may (64 MiB)
return require("shared/walker")({
  act = function(board)
    local threads = {}
    while true do
      local thread = coroutine.create(function() coroutine.yield() end)
      coroutine.resume(thread)
      threads[#threads + 1] = thread
    end
  end,
})
