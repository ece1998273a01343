-- plan: another size only in start
return require("shared/walker")({
  plan = function(board) board:resize(2, 2) end,
})
