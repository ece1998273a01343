-- act: says nil
-- Each game has a machine of its own; what another one is called is no way to it.
return require("shared/walker")({
  act = function(board) board:say(tostring(_G.good)) end,
})
