-- act: act returned "<xxxx
return require("shared/walker")({
  act = function(board) return "<" .. string.rep("x", 1e7) .. ">" end,
})
