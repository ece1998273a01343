-- act: this table cannot be changed
return require("shared/walker")({
  act = function(board) _G.mine = 1 end,
})
