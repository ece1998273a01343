-- act: this took longer than it may (100 ms)
local list = {}
for n = 1, 1e6 do list[n] = n end
return require("shared/walker")({
  act = function(board) while true do table.sort(list, rawequal) end end,
})
