-- act: this took longer than it may (100 ms)
local function stubborn()
  pcall(stubborn)
  pcall(stubborn)
end
return require("shared/walker")({
  act = function(board) stubborn() end,
})
