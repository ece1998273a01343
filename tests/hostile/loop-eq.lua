-- act: this took longer than it may (100 ms)
local function endless() return setmetatable({}, { __eq = function() while true do end end }) end
return require("shared/walker")({
  act = function(board) return endless() == endless() end,
})
