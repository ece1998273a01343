-- act: there is no "debug"
return require("shared/walker")({
  act = function(board) debug.setupvalue(pcall, 1, print) end,
})
