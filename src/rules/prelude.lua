-- What the engine puts between Luau's libraries and a script. It runs once in a
-- new VM, before the libraries are frozen.
local board, internal, methods = ...
local check = internal.check

-- A name that is none of those in some tables is a mistake at once, and the message says
-- which was meant.
local function no_such(what, key, ...)
  local known = {}
  for _, names in { ... } do
    for name in names do
      known[#known + 1] = name
    end
  end
  key = string.sub(tostring(key), 1, 100)
  error(what .. ' "' .. key .. '"' .. internal.meant(key, table.concat(known, " ")), 3)
end

-- Variables live on the board, so that undo restores them.
board.vars = setmetatable({}, {
  __index = internal.vars_get,
  __newindex = internal.vars_set,
  __metatable = "the variables of the board",
})

-- Lists that the host keeps are read as tables are.
local plain_tostring, plain_format = tostring, string.format
local item = internal.item
local function next_item(list, at)
  local value = item(list, at + 1)
  if value then return at + 1, value end
end
local function each_item(list)
  return next_item, list, 0
end
local of_lists = table.freeze({
  __index = function(list, key)
    if type(key) == "number" then return item(list, key) end
    return methods[key] or no_such("a list of cells has no", key, methods)
  end,
  __newindex = function()
    error("a list of cells cannot be changed item by item; make a table of it", 2)
  end,
  __len = internal.length,
  __iter = each_item,
  __type = "cells",
  __metatable = "a list of cells",
})
-- For what only a table can do.
function methods.table(list)
  local copy = {}
  for at, value in each_item(list) do
    copy[at] = value
  end
  return copy
end
table.freeze(methods)
local plain_ipairs, plain_pairs = ipairs, pairs
function ipairs(list)
  if typeof(list) == "cells" then return each_item(list) end
  return plain_ipairs(list)
end
function pairs(list)
  if typeof(list) == "cells" then return each_item(list) end
  return plain_pairs(list)
end

-- Fisher and Yates, from the last place down, as Durstenfeld has it.
function board:shuffle(list)
  if typeof(list) == "cells" then return list:shuffle() end
  for last = #list, 2, -1 do
    local other = self:random(last)
    list[last], list[other] = list[other], list[last]
  end
  return list
end

-- Machine code would round this once instead of twice, and give other numbers than bytecode.
function math.lerp(a, b, t)
  return t == 1 and b or a + (b - a) * t
end

-- Chance is the board's, or a replay would not be one.
function math.random(m, n)
  return board:random(m, n)
end
math.randomseed = nil

-- Words for the person at the terminal.
function print(...)
  local words = { ... }
  for at = 1, select("#", ...) do
    words[at] = tostring(words[at])
  end
  internal.print(table.concat(words, "\t"))
end

-- What stops a script cannot be caught by it.
local plain_pcall, plain_xpcall = pcall, xpcall
function pcall(f, ...)
  return check(plain_pcall(f, ...))
end
function xpcall(f, handler, ...)
  local function checked(message)
    check(false, message)
    return handler(message)
  end
  return check(plain_xpcall(f, checked, ...))
end
local plain_resume = coroutine.resume
function coroutine.resume(thread, ...)
  return check(plain_resume(thread, ...))
end

-- Luau's own functions are not interrupted while they go through texts and tables, so that
-- must not take long: a search (of a set of characters, too), and a move of many items.
local plain_find, most = string.find, internal.most_at_once
local function are_long(text, part)
  return type(text) == "string" and type(part) == "string" and #text * #part > most
end
for _, name in { "find", "match", "gmatch", "gsub", "split" } do
  local search = string[name]
  string[name] = function(text, part, ...)
    if are_long(text, part) then
      error(name .. ": these texts are too long to search one in the other", 2)
    end
    return search(text, part, ...)
  end
end
-- Luau takes a text for a number, too, and cuts a number off where it is too large for it.
local function are_few(first, last)
  first, last = tonumber(first), tonumber(last)
  if not first or not last then return true end
  return last - first < most and math.abs(first) < 2 ^ 31 and math.abs(last) < 2 ^ 31
end
local plain_move = table.move
function table.move(from, first, last, ...)
  if not are_few(first, last) then
    error("move: these are too many items to move at once", 2)
  end
  return plain_move(from, first, last, ...)
end

-- Nor are they where one of them calls another one over and over. A function of Lua in between
-- can be: every comparison is one.
local plain_sort = table.sort
function table.sort(list, before)
  if before == nil then
    return plain_sort(list, function(a, b) return a < b end)
  elseif type(before) ~= "function" then
    return plain_sort(list, before)
  end
  return plain_sort(list, function(a, b) return before(a, b) end)
end
table.foreach, table.foreachi = nil, nil

-- Where a value lies in memory differs from run to run: it must not become a text,
-- or a rule could use it for chance that no replay repeats.
local telling = { ["nil"] = true, boolean = true, number = true, string = true }
function tostring(value)
  local text = plain_tostring(value)
  if not telling[type(value)] and plain_find(text, "^%a+: 0x%x+$") then return typeof(value) end
  return text
end
function string.format(form, ...)
  local values, count = { ... }, select("#", ...)
  for at = 1, count do
    if not telling[type(values[at])] then values[at] = tostring(values[at]) end
  end
  return plain_format(form, unpack(values, 1, count))
end

-- No files, no clock, no other environment, no bytecode.
for _, name in { "getfenv", "setfenv", "loadstring", "load", "loadfile", "dofile",
  "collectgarbage", "gcinfo", "newproxy", "require" } do
  _G[name] = nil
end

-- The board's size and level are kept beside it, for the table itself is frozen.
local about = {}
setmetatable(board, { __index = about, __metatable = "the board" })

-- What the player has set. Which parameters a call looks at tells the engine what
-- hangs on them.
local params, known, asked = {}, {}, {}
about.params = table.freeze(setmetatable({}, table.freeze({
  __index = function(_, name)
    if not known[name] then no_such("there is no parameter", name, known) end
    if not asked[name] then
      internal.asks()
      asked[name] = true
    end
    return params[name]
  end,
})))

local function tell_params(values, names)
  params, known = values, names
end

local function asked_params()
  local names = {}
  for name in asked do
    names[#names + 1] = name
  end
  asked = {}
  return names
end

local function tell_size(width, height, hex)
  about.width, about.height, about.size = width, height, width * height
  about.hex, about.dirs = hex, hex and internal.hex or internal.square
end

function board:resize(width, height, cells)
  if cells ~= nil and cells ~= "square" and cells ~= "hex" then
    error('resize: argument 3: expected "square" or "hex"', 2)
  end
  width, height = internal.resize(self, width, height, cells == "hex")
  tell_size(width, height, cells == "hex")
end

function board:refuse(text, cell)
  error(internal.refuse(self, text, cell), 0)
end

-- Some fields are nil now and then; any other name is a slip.
local function only(what, ...)
  local fields = {}
  for _, name in { ... } do
    fields[name] = true
  end
  return table.freeze({
    __index = function(_, key)
      if not fields[key] then no_such(what, key, fields) end
    end,
  })
end
local of_level = only("board.level has no", "title", "number", "path")
local of_actions =
  only("an action has no", "name", "dir", "token", "cell", "button", "held")

-- Called by the engine for each new board. Few scripts want to know of the level: its table
-- is made when one does.
local later, level = {}, nil
local function tell_board()
  local width, height = internal.sides()
  tell_size(width, height, internal.is_hex())
  if level then about.level, level = nil, nil end
  later.level = true
end
setmetatable(about, {
  __index = function(_, key)
    if not later[key] then no_such("board has no", key, board, about, later) end
    level = { title = internal.title(), number = internal.number(), path = internal.path() }
    about.level = table.freeze(setmetatable(level, of_level))
    return level
  end,
})

-- A list of the host's, or a table, as a table.
local function as_table(list)
  if typeof(list) == "cells" then
    if #list > 1e6 then error("reach returned more than a million cells", 0) end
    return methods.table(list)
  end
  if type(list) == "table" then return list end
  error("reach returned " .. typeof(list) .. "; expected a list of cells", 0)
end

-- Elsewhere a name that nobody has given is nil, as libraries made for other Luas expect. The
-- engine remembers it for what fails there.
local function remembering(library)
  return table.freeze({
    __index = function(_, name)
      internal.missing(library, name)
    end,
    __metatable = "a library",
  })
end
for name, library in _G do
  if type(library) == "table" and library ~= _G then setmetatable(library, remembering(name)) end
end
setmetatable(_G, remembering(""))

return tell_board, tell_params, asked_params, of_lists, as_table, of_actions
