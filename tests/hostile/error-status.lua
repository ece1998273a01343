-- status: no
return require("shared/walker")({
  status = function(board) error("no") end,
})
