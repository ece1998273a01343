-- won: this took longer than it may (100 ms)
return require("shared/walker")({
  won = function(board) while true do end end,
})
