-- load: tiles: expected 1 to 4096 tiles
-- The engine reads a table as it is: its metamethods say nothing.
local lies = setmetatable({}, { __iter = function() while true do end end })
return { tiles = lies, act = print }
