-- act: this took longer than it may (100 ms)
local endless = setmetatable({}, { __iter = function() while true do end end })
return require("shared/walker")({
  act = function(board) for _ in endless do end end,
})
