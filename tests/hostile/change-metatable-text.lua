-- act: this table cannot be changed
return require("shared/walker")({
  act = function(board) getmetatable("").__index = function() return "mine" end end,
})
