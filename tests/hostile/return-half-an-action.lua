-- act: act returned "<a"
return require("shared/walker")({
  act = function(board) return "<a" end,
})
