-- act: act returned "lr"
return require("shared/walker")({
  act = function(board) return "lr" end,
})
