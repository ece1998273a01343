-- plan: plan returned a table
return require("shared/walker")({
  plan = function(board) return {} end,
})
