-- act: too long to search
return require("shared/walker")({
  act = function(board) string.split(string.rep("a", 2e6), string.rep("a", 1e6) .. "b") end,
})
