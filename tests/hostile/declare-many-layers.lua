-- load: expected 1 to 16 names
local layers = {}
for n = 1, 1e5 do layers[n] = "l" .. n end
return { layers = layers, tiles = { wall = {} }, act = print }
