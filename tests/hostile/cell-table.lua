-- act: item 1 of the list is no cell
return require("shared/walker")({
  act = function(board) board:set({ setmetatable({}, { __tostring = error }) }, "wall") end,
})
