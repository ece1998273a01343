-- load: more than 10000 entries
local tiles = {}
for n = 1, 1e5 do tiles["t" .. n] = {} end
return { tiles = tiles, act = print }
