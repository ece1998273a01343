-- act: fine
return require("shared/walker")({
  act = function(board) xpcall(error, function() error("again") end) end,
})
