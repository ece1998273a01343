-- Turns that follow each other: `act` of the script, then whatever the engine says is next. It
-- stands apart since no error is to be told at a line of it.
local next_move = ...

-- `action` is the table that the script gets first, `moves` those for the directions by their
-- numbers.
return function(act, board, action, moves)
  repeat
    local way = next_move((act(board, action)))
    action = way and moves[way]
  until not action
end
