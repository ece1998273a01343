-- act: this table cannot be changed
return require("shared/walker")({
  act = function(board) coroutine.wrap = nil end,
})
