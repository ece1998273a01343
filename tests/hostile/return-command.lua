-- act: act returned "<undo>"
return require("shared/walker")({
  act = function(board) return "<undo>" end,
})
