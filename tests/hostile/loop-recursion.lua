-- act: this took longer than it may (100 ms)
-- Two calls of itself each time: never deep, and never done.
local function busy(depth)
  if depth > 0 then busy(depth - 1) busy(depth - 1) end
end
return require("shared/walker")({
  act = function(board) busy(100) end,
})
