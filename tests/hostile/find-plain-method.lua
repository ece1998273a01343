-- act: too long to search
return require("shared/walker")({
  act = function(board)
    local text = string.rep("a", 2e6)
    text:find(string.rep("a", 1e6) .. "b", 1, true)
  end,
})
