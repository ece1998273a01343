-- plan: this took longer than it may
return require("shared/walker")({
  plan = function(board) while true do end end,
})
