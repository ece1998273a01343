-- act, in its own time: more than a turn can
local a, b = string.rep("a", 65000), string.rep("b", 65000)
return require("shared/walker")({
  act = function(board) while true do board.vars.name, board.vars.name = a, b end end,
})
