-- act: says table function thread buffer table table
return require("shared/walker")({
  act = function(board)
    local values = { {}, print, coroutine.create(print), buffer.create(1), board, setmetatable({}, {}) }
    for n, value in values do values[n] = tostring(value) end
    board:say(table.concat(values, " "))
  end,
})
