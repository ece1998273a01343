-- load: more than 10000 entries
local legend = {}
for n = 1, 1e5 do legend[n] = "t" .. n end
return { legend = legend, tiles = { wall = {} }, act = print }
