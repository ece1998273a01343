-- act: cannot resume dead coroutine
-- A rule that has come to its end does not begin again.
local rule = coroutine.wrap(function() end)
rule()
return require("shared/walker")({
  act = function(board) rule(board) end,
})
