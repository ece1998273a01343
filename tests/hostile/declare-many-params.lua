-- load: param
local params = {}
for n = 1, 1e5 do params[n] = { name = "p" .. n, default = true } end
return { params = params, tiles = { wall = {} }, act = print }
