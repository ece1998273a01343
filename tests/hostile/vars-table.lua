-- act: a number, a text, a boolean or nil
return require("shared/walker")({
  act = function(board) board.vars.steps = {} end,
})
