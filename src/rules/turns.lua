-- Turns that follow each other: `act` of the script, `won` where the engine wants to know, then
-- whatever it says is next. It stands apart since no error is to be told at a line of it.
local next_move, next_after_won = ...

-- `action` is the table that the script gets first, `moves` those for the directions by their
-- numbers from 1; 0 is no move but a question.
return function(act, board, action, moves, won)
  repeat
    local way = next_move((act(board, action)))
    if way == 0 then way = next_after_won((won(board))) end
    action = way and moves[way]
  until not action
end
