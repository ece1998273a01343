-- act: this table cannot be changed
return require("shared/walker")({
  act = function(board) math.random = function() return 4 end end,
})
