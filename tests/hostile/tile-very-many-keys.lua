-- act: a list of at most 4096 names
local names = {}
for n = 1, 2e5 do names["k" .. n] = "wall" end
return require("shared/walker")({
  act = function(board) board:count(names) end,
})
