-- act: text
return require("shared/walker")({
  act = function(board) error("\0\255\254 text") end,
})
