-- act: chain too long
local chain = {}
for _ = 1, 1000 do chain = setmetatable({}, { __index = chain }) end
return require("shared/walker")({
  act = function(board) return chain.field end,
})
