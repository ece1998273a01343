-- act: deep-coroutines.lua:2
local function deep() coroutine.wrap(deep)() end
return require("shared/walker")({
  act = function(board) deep() end,
})
