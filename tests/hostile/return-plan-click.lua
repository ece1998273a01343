-- plan: which clicks
return require("shared/walker")({
  plan = function(board) return "<click 1>" end,
})
