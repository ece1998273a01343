-- act: no number is from 1 to 0
return require("shared/walker")({
  act = function(board) math.random(0) end,
})
