-- act: there is no "setfenv"
return require("shared/walker")({
  act = function(board) setfenv(1, {}) end,
})
