-- act: stack overflow
local function deep() return 1 + deep() end
return require("shared/walker")({
  act = function(board) deep() end,
})
