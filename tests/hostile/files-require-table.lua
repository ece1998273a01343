-- act: expected
return require("shared/walker")({
  act = function(board) require({}) end,
})
