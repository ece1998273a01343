-- act: says nil nil
-- Nothing tells the time, and chance is the board's.
return require("shared/walker")({
  act = function(board) board:say(tostring(math.randomseed) .. " " .. tostring(_G.tick)) end,
})
