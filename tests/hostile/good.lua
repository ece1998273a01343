-- act: fine
-- What plays on after each of the others, and gives a name to a variable that is new.
return require("shared/walker")({
  act = function(board)
    board.vars.good = true
    board:say("hello")
  end,
})
