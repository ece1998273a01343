-- status: fine
return require("shared/walker")({
  status = function(board) return string.rep("x", 1e7) end,
})
