-- load: tile
local tiles = {}
tiles.wall = tiles
return { tiles = tiles, act = print }
