-- Sokoban over plain tables, for Luau and LuaJIT alike: each level is loaded, its solution is
-- played with a record for undo of every move, and after every move it is asked whether the
-- level is solved. Returns a function that does so for a list of levels and returns how many
-- were solved.

local WALL, GOAL = 1, 2
local columns = { u = 0, d = 0, l = -1, r = 1 }
local rows = { u = -1, d = 1, l = 0, r = 0 }

local function begin(level)
  local width = 0
  for _, row in ipairs(level.rows) do
    width = math.max(width, #row)
  end
  local state = { width = width, ground = {}, boxes = {}, undo = {} }
  for y, row in ipairs(level.rows) do
    for x = 1, width do
      local letter, at = row:sub(x, x), (y - 1) * width + x
      local is_goal = letter == "." or letter == "*" or letter == "+"
      state.ground[at] = letter == "#" and WALL or is_goal and GOAL or 0
      state.boxes[at] = (letter == "$" or letter == "*") and 1 or 0
      if letter == "@" or letter == "+" then state.player = at end
    end
  end
  return state
end

local function move(state, letter)
  local way = columns[letter] + rows[letter] * state.width
  local here = state.player
  local there = here + way
  if state.ground[there] == WALL then return end
  if state.boxes[there] == 1 then
    local beyond = there + way
    if state.ground[beyond] == WALL or state.boxes[beyond] == 1 then return end
    state.boxes[there], state.boxes[beyond] = 0, 1
    state.undo[#state.undo + 1] = { here, there, beyond }
  else
    state.undo[#state.undo + 1] = { here }
  end
  state.player = there
end

local function is_won(state)
  local boxes, ground = state.boxes, state.ground
  for at = 1, #boxes do
    if boxes[at] == 1 and ground[at] ~= GOAL then return false end
  end
  return true
end

return function(levels)
  local solved = 0
  for _, level in ipairs(levels) do
    local state, won = begin(level), false
    for at = 1, #level.solution do
      move(state, level.solution:sub(at, at):lower())
      won = is_won(state)
    end
    if won then solved = solved + 1 end
  end
  return solved
end
