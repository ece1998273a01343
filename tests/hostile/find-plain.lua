-- act: too long to search
return require("shared/walker")({
  act = function(board)
    string.find(string.rep("a", 2e6), string.rep("a", 1e6) .. "b", 1, true)
  end,
})
