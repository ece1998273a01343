-- load: tiles
-- A metatable says nothing to the engine: it reads what is there.
return setmetatable({}, {
  __index = function() while true do end end,
  __len = function() return 1e9 end,
  __pairs = error,
})
