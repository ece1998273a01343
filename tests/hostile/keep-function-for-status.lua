-- status: the board can be changed only in
local fill
return require("shared/walker")({
  act = function(board)
    fill = function() board:fill("wall") end
  end,
  status = function() fill() end,
})
