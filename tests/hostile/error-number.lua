-- act: 42
return require("shared/walker")({
  act = function(board) error(42) end,
})
