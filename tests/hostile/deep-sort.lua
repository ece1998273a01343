-- act: stack overflow
local function deep() table.sort({ 2, 1 }, deep) end
return require("shared/walker")({
  act = function(board) deep() end,
})
