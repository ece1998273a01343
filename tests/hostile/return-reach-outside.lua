-- reach: fine
return require("shared/walker")({
  reach = function(board) return { 0, 8, 1e9 } end,
})
