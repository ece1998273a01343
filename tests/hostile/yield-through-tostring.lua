-- act: attempt to yield
local yields = setmetatable({}, { __tostring = function() coroutine.yield() return "" end })
return require("shared/walker")({
  act = function(board) coroutine.wrap(function() tostring(yields) end)() end,
})
