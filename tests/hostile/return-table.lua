-- act: act returned a table
return require("shared/walker")({
  act = function(board) return {} end,
})
