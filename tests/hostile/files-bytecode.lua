-- act: says nil nil nil
return require("shared/walker")({
  act = function(board)
    board:say(tostring(loadstring) .. " " .. tostring(load) .. " " .. tostring(string.dump))
  end,
})
