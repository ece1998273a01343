-- act: error in error handling
return require("shared/walker")({
  act = function(board)
    error(setmetatable({}, { __tostring = function() return string.rep("x", 1e9) end }))
  end,
})
