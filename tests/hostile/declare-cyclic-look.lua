-- load: has no "on" itself
local look = {}
look.on = { wall = look }
return { tiles = { wall = { look = look } }, act = print }
