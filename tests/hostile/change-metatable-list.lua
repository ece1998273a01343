-- act: attempt to
return require("shared/walker")({
  act = function(board) getmetatable(board:all("wall")).__len = nil end,
})
