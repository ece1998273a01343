-- Every function and field of `board`, with what is expected of it on the line. Each
-- line is run on a new board of this level (columns and rows from 1, cells row by row):
--
--   #@ $
--   # .*
--
-- in `start`, where the board can be changed; `seed` is 7.

board.width                                           -- expect: 4
board.height                                          -- expect: 2
board.size                                            -- expect: 8
table.concat(board.dirs, " ")                         -- expect: left up right down
board.level.title, board.level.number                 -- expect: Title 1
board.level.path                                      -- expect: test.xsb
board.vars.nothing                                    -- expect: nil
board.params.speed, board.params.face                 -- expect: 3 nil

board:cell(1, 1), board:cell(4, 2)                    -- expect: 1 8
board:cell(0, 1), board:cell(5, 1), board:cell(1, 3)  -- expect: nil nil nil
board:xy(1)                                           -- expect: 1 1
board:xy(7)                                           -- expect: 3 2
board:step(2, "right"), board:step(2, "down")         -- expect: 3 6
board:step(2, "up"), board:step(4, "right")           -- expect: nil nil
board:step(2, "right", 2), board:step(4, "right", -3) -- expect: 4 1
board:step(2, "right", 3)                             -- expect: nil
list(board:near(2))                                   -- expect: 1 3 6
list(board:near(1))                                   -- expect: 2 5
board:get(1, "ground"), board:get(2, "ground")        -- expect: wall nil
board:has(1, "wall"), board:has(2, "wall")            -- expect: true false
board:has(2, "wall", "player"), board:has(3, "wall", "player", "box") -- expect: true false
board:find("player"), board:find("box")               -- expect: 2 4
board:find("gem")                                     -- expect: nil
list(board:all("wall"))                               -- expect: 1 5
list(board:all("box", "goal"))                        -- expect: 8
list(board:all("wall", { edge = true }))              -- expect: 1 5
list(board:all("wall", { edge = false }))             -- expect:
board:resize(3, 3), board:fill("gem"), list(board:all("gem", { edge = false })) -- expect: nil nil 5
board:fill("gem"), list(board:all("gem", { mask = 6 + 8 })) -- expect: nil 2 3
board:fill("gem"), #board:all("gem", { empty = "piece" }) -- expect: nil 5
list(board:all("goal", { filled = "piece" }))         -- expect: 8
list(board:all("goal", { filled = "mark", empty = "piece" })) -- expect: 7
#board:all("box", "goal", { mask = 1 })               -- expect: 1
list(board:around(1, 1)), list(board:around(7, 0))    -- expect: 1 2 5 6 7
#board:around(3, 4096)                                -- expect: 8
board:mask(1, "wall"), board:mask(6, "wall")          -- expect: 8 2
list(board:masks("wall"))                             -- expect: 8 2 0 0 1 2 0 0
board:count("wall"), board:count("gem")               -- expect: 2 0
board:count("box"), board:count("box", "goal")        -- expect: 2 1
board:count({ "box", "wall", "gem" }), board:count({}) -- expect: 4 0
board:count({ "box", "box" }), board:count({ "box", "player" }, "goal") -- expect: 2 1
board:every("box", "goal"), board:every("gem", "box") -- expect: false true
board:count("box", "box"), board:every("box", "box")  -- expect: 2 true
board:count("box", "box"), board:move(4, 2, "box"), board:count("box", "box") -- expect: 2 nil 2
list(board:reach(2, "wall"))                          -- expect: 2 3 4 6 7 8
list(board:reach(2, "wall", "box"))                   -- expect: 2 3 6 7

-- Lists of cells that the host keeps.
table.concat(board:all("wall"):table(), " "), board:all("wall")[1.5], tostring(board:all("wall")) -- expect: 1 5 nil cells
#board:masks("wall"):first(2):shuffle()               -- expect: 2
#board:all("wall"), board:all("wall")[2], board:all("wall")[3], board:all("wall")[0] -- expect: 2 5 nil nil
sum(ipairs(board:all("wall"))), sum(pairs(board:all("wall"))), sum(board:all("wall")) -- expect: 1:1 2:5 1:1 2:5 1:1 2:5
type(board:all("wall")), typeof(board:all("wall"))    -- expect: userdata cells
list(board:all("wall"):first(1)), #board:all("wall"):first(9) -- expect: 1 2
board:all("wall"):has(5), board:all("wall"):has(6)    -- expect: true false
board:all("wall"):set("gem"), list(board:all("gem"))  -- expect: nil 1 5
board:all("wall"):clear("ground"), board:count("wall") -- expect: nil 0
list(board:around(1, 9):shuffle())                    -- expect: 8 5 7 2 3 6 1 4
list(board:shuffle({ 1, 2, 3, 4, 5, 6, 7, 8 }))       -- expect: 8 5 7 2 3 6 1 4
list(board:shuffle(board:around(1, 9)))               -- expect: 8 5 7 2 3 6 1 4
board:set(board:around(1, 1), "gem"), board:count("gem") -- expect: nil 4

board:set(3, "wall"), board:has(3, "wall")            -- expect: nil true
board:set({ 3, 6 }, "gem"), list(board:all("gem"))    -- expect: nil 3 6
board:clear(1, "ground"), list(board:all("wall"))     -- expect: nil 5
board:clear({ 1, 5 }, "ground"), board:count("wall")  -- expect: nil 0
board:move(2, 3, "player"), board:find("player")      -- expect: nil 3
board:move(2, 4, "player"), board:count("box")        -- expect: nil 1
board:swap(2, 4, "piece"), board:find("box")          -- expect: nil 2
board:fill("gem"), board:count("gem")                 -- expect: nil 8
board:add("n", 2), board:add("n", 3), board.vars.n    -- expect: 2 5 5
board:say("hello")                                    -- expect: nil
board:random(6) <= 6, board:random(1), board:random(3, 3) -- expect: true 1 3
board:random() < 1, math.random(1)                    -- expect: true 1
list(board:shuffle({ 4, 5, 6 }))                      -- expect: 6 4 5
board:resize(3, 5), board.width, board.height, board.size -- expect: nil 3 5 15
board:add("n", 1), board:resize(2, 2), board.vars.n, board:count("wall") -- expect: 1 nil 1 0
#board:shuffle(board:all("wall"))                     -- expect: 2

board:step(9, "right")   -- fails: step: argument 1: expected a cell from 1 to 8, got 9
board:step(1.5, "right") -- fails: step: argument 1: expected a cell from 1 to 8, got 1.5
board:step(0/0, "right") -- fails: step: argument 1: expected a cell from 1 to 8, got NaN
board:step(nil, "right") -- fails: got nil (a step off the grid gives nil)
board:step(1, "north")   -- fails: expected a direction (left, up, right, down), got "north"
board:has(1, "wall", nil, "box") -- fails: has: argument 3: expected the name of a tile, got nil
board:has(1, "wall", "bocks") -- fails: has: argument 3: expected the name of a tile, got "bocks"
board:has(1, "bocks")    -- fails: has: argument 2: expected the name of a tile, got "bocks"
board:count({ "box", "bocks" }) -- fails: count: argument 1: expected the name of a tile, got "bocks"
board:count(7)           -- fails: count: argument 1: expected the name of a tile, or a list of them, got 7
board:get(1, "sky")      -- fails: get: argument 2: expected the name of a layer, got "sky"
board.step(1, "right")   -- fails: step: call it with a colon, as in board:step(...)
board.random(6)          -- fails: random: call it with a colon, as in board:step(...)
board:random(3, 1)       -- fails: random: no number is from 3 to 1
board:move(1, 2, "box")  -- fails: move: there is no "box" in cell 1
board:set({ 1, 99 }, "gem") -- fails: set: argument 1: item 2 of the list is no cell from 1 to 8
board:add("t", "x")      -- fails: add: argument 2: expected a number, got "x"
board:resize(0, 3)       -- fails: resize: argument 1: expected a whole number from 1 to 4096, got 0
board:resize(3)          -- fails: resize: expected a width and a height
board:resize(2, 1), board:set(8, "gem") -- fails: expected a cell from 1 to 2, got 8
board:refuse("no way out")  -- fails: test.xsb:3:1: level 1 "Title": no way out
board:refuse("a gap", 7)    -- fails: test.xsb:4:3: level 1 "Title": a gap
board.params.sped        -- fails: there is no parameter "sped"; did you mean `speed`?
assign(board.params, "speed", 4) -- fails: this table cannot be changed
assign(board.vars, "t", {}) -- fails: expected a number, a text, a boolean or nil, got a table
assign(board, "width", 9)   -- fails: this table cannot be changed
assign(math, "pi", 3)       -- fails: this table cannot be changed
board:show(), board:set(4, "box"), board:show()           -- expect: nil nil nil
board.show()                                            -- fails: show: call it with a colon, as in board:step(...)
board:say(("x"):rep(3)), board:say({}) -- fails: say: argument 1: expected a text, got a table

-- What a stranger's script must not reach.
io, os, debug, package   -- expect: nil nil nil nil
load, loadstring, loadfile, dofile -- expect: nil nil nil nil
getfenv, setfenv, newproxy, collectgarbage -- expect: nil nil nil nil
math.randomseed, string.dump -- expect: nil nil
require("../sokoban")    -- fails: is no module; expected the name of a file beside the script
require("/etc/passwd")   -- fails: is no module
board:all("wall", { size = 1 })   -- fails: all: argument 2: there is no "size" here; expected edge, mask, empty or filled
board:all("wall", { mask = 16 })  -- fails: all: argument 2: expected a whole number from 0 to 15, got 16
board:all("wall", { edge = 1 })   -- fails: all: argument 2: expected true or false, got 1
board:all("wall", { empty = "x" }) -- fails: all: argument 2: expected the name of a layer, got "x"
board:all("wall").first(1)        -- fails: first: call it with a colon, as in cells:first(...)
board:all("wall", { filled = 1 }) -- fails: all: argument 2: expected the name of a layer, got 1
board:all("wall"):first(-1)       -- fails: first: argument 1: expected a whole number from 0 to 2147483647, got -1
board:all("wall"):set("nothing")  -- fails: set: argument 1: expected the name of a tile, got "nothing"
board:masks("wall"):set("gem")    -- fails: set: expected a list of cells, got a list of masks
board:set(board:masks("wall"), "gem") -- fails: set: argument 1: expected a list of cells, got a list of masks
board:all("wall", { edge = true, mask = 1 }) -- fails: all: edge and mask ask for the same; expected one
board:all("wall", { "edge" })     -- fails: all: argument 2: there is no "item" here; expected edge, mask, empty or filled
board:all("wall"):frist(1)        -- fails: a list of cells has no "frist"; did you mean `first`?
board.stpe                  -- fails: board has no "stpe"; did you mean `step`?
board.level.titel           -- fails: board.level has no "titel"; did you mean `title`?
board:all("wall"):first()         -- fails: first: argument 1: expected a whole number from 0 to 2147483647, got nothing
board:all("wall").set({ 1 }, "gem") -- fails: call it with a colon, as in cells:first(...)
(function() local kept = board:all("wall") board:resize(1, 2) kept:set("gem") end)() -- fails: set: item 2 of the list is no cell from 1 to 2
board:resize(1, 1), board:around(1, 1):has(2) -- fails: has: argument 1: expected a cell from 1 to 1, got 2
assign(board:all("wall"), 1, 2)   -- fails: a list of cells cannot be changed item by item; make a table of it
board:around(1, 5000)             -- fails: around: argument 2: expected a whole number from 0 to 4096, got 5000
board:path(1, 1), board.hex       -- expect:  false
board:path(1, board.size + 1)     -- fails: path: argument 2: expected a cell
board:resize(3, 1), board:path(1, 3), board:path(3, 1) -- expect: nil rr ll
board:resize(3, 1), board:set(2, "wall"), board:path(1, 3, "wall"), board:path(1, 2, "wall") -- expect: nil nil nil nil
board:resize(3, 2, "hex"), board.hex, #board.dirs, board:path(1, 6), #board:near(5) -- expect: nil true 6 rrs 4
board:resize(3, 2, "hex"), board:step(5, "up-left"), board:step(5, "up-right"), board:mask(5, "wall") -- expect: nil 2 3 0
board:resize(3, 2, "hex"), board:step(1, "up") -- fails: step: argument 2: expected a direction (left, up-left, up-right, right, down-right, down-left), got "up"
board:resize(3, 3, "hex"), #board:around(5, 1), #board:around(1, 1) -- expect: nil 7 3
board:resize(3, 2, "round")       -- fails: resize: argument 3: expected "square" or "hex"
