-- load: act is a table; expected a function
local endless = setmetatable({}, { __call = function() while true do end end })
return { tiles = { wall = {} }, act = endless }
