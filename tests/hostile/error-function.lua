-- act: the script raised a function
return require("shared/walker")({
  act = function(board) error(print) end,
})
