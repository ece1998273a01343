-- act: table has no "foreach"
-- A function of Luau that calls itself a thousand million times.
local keys = {}
for n = 1, 200 do keys[n] = {} end
local bomb = type
for _ = 1, 4 do
  local next_bomb = {}
  for n = 1, 200 do next_bomb[keys[n]] = table.foreach end
  for n = 1, 200 do keys[n] = table.clone(next_bomb) end
end
return require("shared/walker")({
  act = function(board) table.foreach(keys[1], table.foreach) end,
})
