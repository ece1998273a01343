-- act: act returned "4000000l"
return require("shared/walker")({
  act = function(board) return "4000000l" end,
})
