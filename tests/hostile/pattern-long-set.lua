-- act: too long to search
return require("shared/walker")({
  act = function(board)
    string.match(string.rep("b", 1e6), "[" .. string.rep("a", 1e6) .. "b]*")
  end,
})
