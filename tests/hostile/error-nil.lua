-- act: nil
return require("shared/walker")({
  act = function(board) error() end,
})
