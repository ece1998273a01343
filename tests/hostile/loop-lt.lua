-- act: this took longer than it may (100 ms)
local of_endless = { __lt = function() while true do end end }
local function endless() return setmetatable({}, of_endless) end
return require("shared/walker")({
  act = function(board) return endless() < endless() end,
})
