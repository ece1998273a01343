-- reach: reach returned a list with something else
return require("shared/walker")({
  reach = function(board) return { 1, "two", {} } end,
})
