-- act: error in error handling
return require("shared/walker")({
  act = function(board) error(setmetatable({}, { __tostring = function() return {} end })) end,
})
