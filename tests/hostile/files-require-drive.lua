-- act: is no module
return require("shared/walker")({
  act = function(board) require("C:\\secret") end,
})
