-- act: cannot be changed
return require("shared/walker")({
  act = function(board) getmetatable(board.params).__index = function() return 1 end end,
})
