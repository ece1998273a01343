-- load: a game has no field "xxxx
return { tiles = { wall = {} }, act = print, [string.rep("x", 1e7)] = 1 }
