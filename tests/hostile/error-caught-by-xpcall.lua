-- act: the script caught this error
return require("shared/walker")({
  act = function(board) xpcall(function() board:set(0, "box") end, function() end) end,
})
