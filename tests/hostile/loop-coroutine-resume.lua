-- act: this took longer than it may (100 ms)
return require("shared/walker")({
  act = function(board)
    while true do
      coroutine.resume(coroutine.create(function() while true do end end))
    end
  end,
})
