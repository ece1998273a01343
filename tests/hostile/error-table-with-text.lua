-- act: the script's own words
return require("shared/walker")({
  act = function(board)
    error(setmetatable({}, { __tostring = function() return "the script's own words" end }))
  end,
})
