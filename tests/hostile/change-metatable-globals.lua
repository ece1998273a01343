-- act: metatable
return require("shared/walker")({
  act = function(board) setmetatable(_G, { __index = function() return print end }) end,
})
