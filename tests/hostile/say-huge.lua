-- act: fine
return require("shared/walker")({
  act = function(board) board:say(string.rep("x", 1e7)) end,
})
