-- act: false
return require("shared/walker")({
  act = function(board) error(false) end,
})
