-- act: metatable
return require("shared/walker")({
  act = function(board) setmetatable(math, nil) end,
})
