-- act: cannot be changed
return require("shared/walker")({
  act = function(board, action)
    setmetatable(action, { __index = function() return "left" end })
  end,
})
