-- act: act returned "<set n=2>"
return require("shared/walker")({
  act = function(board) return "<set n=2>" end,
})
