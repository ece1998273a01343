-- load: default is a table
local deep = {}
for _ = 1, 1e5 do deep = { deep } end
return { params = { { name = "a", default = deep } }, tiles = { wall = {} }, act = print }
