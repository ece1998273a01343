-- status: the board can be changed only in
local kept
return require("shared/walker")({
  act = function(board) kept = board end,
  status = function() kept.vars.steps = 7 end,
})
