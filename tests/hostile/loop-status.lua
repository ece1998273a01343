-- status: this took longer than it may (100 ms)
return require("shared/walker")({
  status = function(board) while true do end end,
})
