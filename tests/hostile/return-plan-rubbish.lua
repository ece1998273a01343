-- plan: a text of more than 100000 bytes
return require("shared/walker")({
  plan = function(board) return string.rep("x", 1e7) end,
})
