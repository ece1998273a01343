-- act: attempt to yield
return require("shared/walker")({
  act = function(board)
    coroutine.wrap(function() string.gsub("x", "x", coroutine.yield) end)()
  end,
})
