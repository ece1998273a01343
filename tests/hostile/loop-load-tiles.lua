-- load: this took longer than it may
return require("shared/walker")({
  tiles = function(board) while true do end end,
})
