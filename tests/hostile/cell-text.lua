-- act: expected a cell from 1 to 7, got "1e999"
return require("shared/walker")({
  act = function(board) board:set("1e999", "wall") end,
})
