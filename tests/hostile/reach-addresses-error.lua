-- act: says table
return require("shared/walker")({
  act = function(board)
    local _, raised = pcall(error, {})
    board:say(tostring(raised))
  end,
})
