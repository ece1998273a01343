-- act: the script caught this error
return require("shared/walker")({
  act = function(board)
    coroutine.resume(coroutine.create(function() board:set(0, "box") end))
  end,
})
