-- act: pattern too complex
return require("shared/walker")({
  act = function(board) string.find(string.rep("a", 1000), string.rep("a?", 1000)) end,
})
