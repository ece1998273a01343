-- act: this took longer than it may (100 ms)
return require("shared/walker")({
  act = function(board)
    while true do
      xpcall(function() while true do end end, function() return "never mind" end)
    end
  end,
})
