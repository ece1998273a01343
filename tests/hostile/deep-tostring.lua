-- act: stack overflow
local deep
deep = setmetatable({}, { __tostring = function() return tostring(deep) end })
return require("shared/walker")({
  act = function(board) tostring(deep) end,
})
