-- act: no
local function deep() xpcall(error, deep) error("no") end
return require("shared/walker")({
  act = function(board) deep() end,
})
