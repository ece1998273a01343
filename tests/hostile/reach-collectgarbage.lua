-- act: there is no "collectgarbage"
return require("shared/walker")({
  act = function(board) collectgarbage("stop") end,
})
