-- act: fine
-- What a script holds from call to call counts for it, and leaves room for the rest.
local held = buffer.create(5e7)
return require("shared/walker")({
  act = function(board) buffer.writeu8(held, 0, 1) end,
})
