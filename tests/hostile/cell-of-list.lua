-- act: item 3 of the list is no cell from 1 to 7
return require("shared/walker")({
  act = function(board) board:set({ 1, 2, 0 / 0 }, "wall") end,
})
