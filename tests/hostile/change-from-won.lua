-- won: the board can be changed only in
return require("shared/walker")({
  won = function(board) board:fill("wall") end,
})
