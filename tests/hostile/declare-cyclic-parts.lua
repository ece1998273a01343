-- load: look
local look = {}
look[1] = look
return { tiles = { wall = { look = look } }, act = print }
