-- plan: plan returned
return require("shared/walker")({
  plan = function(board) return "9999999(l)" end,
})
