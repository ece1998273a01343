-- act: this took longer than it may (100 ms)
return require("shared/walker")({
  act = function(board) table.sort({ 2, 1 }, function() while true do end end) end,
})
