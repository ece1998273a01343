-- A walker who walks well to the left. To the right it first changes all that a turn can
-- change, and then does what a hostile script wants; from then on it is asked hostile
-- questions, too. What it is given takes the place of the game's functions and fields.
return function(hostile)
  local function if_provoked(question)
    return question and function(board)
      if board.vars.provoked then return question(board) end
      return nil
    end
  end
  local game = {
    layers = { "ground", "piece" },
    tiles = { wall = { layer = "ground" }, player = {}, box = {} },
    legend = { ["#"] = "wall", ["@"] = "player", ["$"] = "box" },
    start = function(board)
      board.vars.steps = 0
      board.vars.name = "first"
    end,
  }
  for name, value in hostile do
    game[name] = value
  end
  game.won, game.status = if_provoked(hostile.won), if_provoked(hostile.status)
  function game.act(board, action)
    local here = board:find("player")
    if action.dir == "left" then
      board:add("steps", 1)
      return board:move(here, board:step(here, "left"), "player")
    end
    board:move(here, board:step(here, "right"), "player")
    board:fill("wall")
    board:clear(1, "ground")
    board:all("box"):clear("piece")
    board:random(6)
    board.vars.name = "second"
    board.vars.provoked = true
    return hostile.act and hostile.act(board, action)
  end
  return game
end
