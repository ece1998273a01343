-- act: attempt to yield
return require("shared/walker")({
  act = function(board)
    coroutine.wrap(function() table.sort({ 2, 1 }, coroutine.yield) end)()
  end,
})
