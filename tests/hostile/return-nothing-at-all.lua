-- act: act returned ""
return require("shared/walker")({
  act = function(board) return "" end,
})
