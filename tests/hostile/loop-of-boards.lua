-- start: this took longer than it may
-- Boards that are made again and again take time and no memory.
return require("shared/walker")({
  start = function(board)
    while true do
      board:resize(500, 500)
      board:fill("wall")
    end
  end,
})
