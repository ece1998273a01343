-- act: expected a list of cells, got a list of masks
return require("shared/walker")({
  act = function(board) board:set(board:masks("wall"), "wall") end,
})
