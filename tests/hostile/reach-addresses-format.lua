-- act: says table function table
return require("shared/walker")({
  act = function(board) board:say(string.format("%s %s %*", {}, print, board)) end,
})
