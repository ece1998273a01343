-- act: stack overflow
local deep = setmetatable({}, { __index = function(deep, key) return deep[key + 1] end })
return require("shared/walker")({
  act = function(board) return deep[1] end,
})
