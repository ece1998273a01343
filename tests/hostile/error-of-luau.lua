-- act: invalid argument #2 to 'format'
return require("shared/walker")({
  act = function(board) string.format("%d", "x") end,
})
