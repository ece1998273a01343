-- load: more than 10000 entries
local game = { tiles = { wall = {} }, act = print }
for n = 1, 1e5 do game["f" .. n] = n end
return game
