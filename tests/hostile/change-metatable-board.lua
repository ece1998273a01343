-- act: metatable
return require("shared/walker")({
  act = function(board) setmetatable(board, nil) end,
})
