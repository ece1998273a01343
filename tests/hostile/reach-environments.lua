-- act: says nil nil nil nil nil
return require("shared/walker")({
  act = function(board)
    local found = {}
    for n, name in { "getfenv", "setfenv", "newproxy", "collectgarbage", "gcinfo" } do
      found[n] = tostring(_G[name])
    end
    board:say(table.concat(found, " "))
  end,
})
