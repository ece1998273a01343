-- act: says table
return require("shared/walker")({
  act = function(board)
    board:say(tostring(setmetatable({}, { __metatable = { __tostring = 1 } })))
  end,
})
