-- act: the script caught this error
return require("shared/walker")({
  act = function(board) pcall(function() board:set(0, "box") end) end,
})
