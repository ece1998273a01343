-- reach: this took longer than it may
return require("shared/walker")({
  reach = function(board) while true do end end,
})
