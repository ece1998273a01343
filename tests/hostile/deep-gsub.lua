-- act: stack overflow
local function deep() string.gsub("x", "x", deep) end
return require("shared/walker")({
  act = function(board) deep() end,
})
