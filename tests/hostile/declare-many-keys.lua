-- load: more than 10000 entries
local keys = {}
for n = 1, 1e5 do keys["key" .. n] = "name" .. n end
return { keys = keys, tiles = { wall = {} }, act = print }
