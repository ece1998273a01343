-- act: this took longer than it may (100 ms)
-- Each comparison goes through ten million characters, and Luau itself compares.
local long = string.rep("x", 1e7)
local a, b = long .. "a", long .. "b"
local list = {}
for n = 1, 10000 do list[n] = n % 2 == 0 and a or b end
return require("shared/walker")({
  act = function(board) table.sort(list) end,
})
