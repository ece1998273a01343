-- act: call it with a colon
return require("shared/walker")({
  act = function(board) board:all("wall").set("text", "wall") end,
})
