-- act: fine
-- Caught at every depth, it changes nothing else.
local function deep() pcall(deep) end
return require("shared/walker")({
  act = function(board) deep() end,
})
