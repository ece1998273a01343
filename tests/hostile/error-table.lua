-- act: the script raised a table
return require("shared/walker")({
  act = function(board) error({}) end,
})
