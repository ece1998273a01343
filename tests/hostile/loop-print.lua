-- act: this took longer than it may (100 ms)
local endless = setmetatable({}, { __tostring = function() while true do end end })
return require("shared/walker")({
  act = function(board) print(endless) end,
})
