-- act: metatable
return require("shared/walker")({
  act = function(board) setmetatable(board.vars, { __index = function() return 1 end }) end,
})
