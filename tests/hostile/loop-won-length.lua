-- won: this took longer than it may (100 ms)
local endless = setmetatable({}, { __eq = function() while true do end end })
return require("shared/walker")({
  won = function(board) return endless == setmetatable({}, getmetatable(endless)) end,
})
