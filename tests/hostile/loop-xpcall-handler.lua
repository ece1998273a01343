-- act: this took longer than it may (100 ms)
return require("shared/walker")({
  act = function(board) xpcall(error, function() while true do end end) end,
})
