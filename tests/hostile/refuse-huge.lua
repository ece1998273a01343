-- start: xxxx
return require("shared/walker")({
  start = function(board) board:refuse(string.rep("x", 1e7), 1) end,
})
