-- act: too long to search
return require("shared/walker")({
  act = function(board)
    for _ in string.gmatch(string.rep("b", 1e6), "[" .. string.rep("a", 1e6) .. "b]*") do end
  end,
})
