-- act, in its own time: more memory than it may (64 MiB)
return require("shared/walker")({
  act = function(board)
    local text = "x"
    while true do text = text .. text end
  end,
})
