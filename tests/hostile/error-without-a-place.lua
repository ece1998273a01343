-- act: elsewhere.lua:1: no
return require("shared/walker")({
  act = function(board) error("elsewhere.lua:1: no", 0) end,
})
