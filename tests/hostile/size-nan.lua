-- start: expected a whole number from 1 to 4096
return require("shared/walker")({
  start = function(board) board:resize(0 / 0, 1) end,
})
