-- reach: reach returned nil
return require("shared/walker")({
  reach = function(board) return nil end,
})
