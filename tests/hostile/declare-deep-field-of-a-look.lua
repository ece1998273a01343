-- load: look
local deep = {}
for _ = 1, 1e5 do deep = { deep } end
return { tiles = { wall = { look = { color = deep } } }, act = print }
