-- act: there is no
return require("shared/walker")({
  act = function(board) require("nothing") end,
})
