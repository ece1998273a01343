-- act: is no module
return require("shared/walker")({
  act = function(board) require("shared/walker\0.txt") end,
})
