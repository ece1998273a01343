//! Random programs of calls of the API, with good and bad arguments: whatever a rule does, a
//! turn is done as a whole or not at all, undo and redo are exact, and every count is right.
//! `PROPTEST_CASES=100000 cargo test --test programs` looks for longer.

#[path = "common/cases.rs"]
mod cases;
mod common;

use std::time::Duration;

use cases::cases;
use common::{Folder, everything};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::ValueTree;
use tilewright::grid::Direction;
use tilewright::level::Level;
use tilewright::rules::{Action, Limits, ScriptError, Scripts};
use tilewright::session::{PlayedLevel, Session};

/// What a program is made of. A word in capitals stands for one of its [`WORDS`].
const CALLS: [&str; 40] = [
    "board:set(CELL, TILE)",
    "board:set(CELL, TILE)",
    "board:set(CELLS, TILE)",
    "board:set({ CELL, CELL, CELL }, TILE)",
    "board:clear(CELL, LAYER)",
    "board:clear(CELLS, LAYER)",
    "board:move(CELL, CELL, TILE)",
    "board:move(CELL, board:step(CELL, DIR) or CELL, TILE)",
    "board:swap(CELL, CELL, LAYER)",
    "board:swap(CELL, CELL, LAYER)",
    "board:fill(TILE)",
    "board:add(VAR, NUMBER)",
    "board:add('total', NUMBER)",
    "board.vars[VAR] = VALUE",
    "board.vars[VAR], board.vars[VAR] = board.vars[VAR], VALUE",
    "board.vars['v' .. board:random(2000)] = VALUE",
    "board:random(NUMBER)",
    "board:random(0 - NUMBER, NUMBER)",
    "board:set(math.random(board.size), TILE)",
    "board:show()",
    "board:say(tostring(VALUE))",
    "board:shuffle({ CELL, CELL, CELL })",
    "CELLS:shuffle():first(NUMBER):set(TILE)",
    "CELLS:first(NUMBER):clear(LAYER)",
    "CELLS:set(TILE)",
    "kept = CELLS",
    "kept:set(TILE)",
    "kept:shuffle()",
    "for _, cell in ipairs(CELLS) do board:set(cell, TILE) end",
    "for cell in CELLS do board:clear(cell, LAYER) end",
    "if board:has(CELL, TILE) then board:set(CELL, TILE) end",
    "if board:count(TILE, TILE) > NUMBER then board:fill(TILE) end",
    "if board:every(TILE, TILE) then board:clear(CELL, LAYER) end",
    "board:add('total', #(board:path(CELL, CELL, TILE) or ''))",
    "board:add('total', board:mask(CELL, TILE))",
    "board:add('total', board:masks(TILE)[CELL])",
    "pcall(function() board:fill(TILE) error('caught') end)",
    "pcall(board.set, board, CELL, TILE)",
    "board:resize(NUMBER, NUMBER)",
    "error('no')",
];

/// What the words stand for: values that do, and seldom one of those that may not.
const WORDS: [(&str, &[&str], &[&str]); 8] = [
    (
        "CELLS",
        &[
            "board:all(TILE)",
            "board:all(TILE, TILE)",
            "board:all(TILE, { edge = true })",
            "board:all(TILE, { edge = false, empty = LAYER })",
            "board:all(TILE, { mask = 5, filled = LAYER })",
            "board:around(CELL, NUMBER)",
            "board:near(CELL)",
            "board:reach(CELL, TILE)",
        ],
        &["board:all(TILE, { nonsense = 1 })", "board:masks(TILE)", "nothing()"],
    ),
    (
        "CELL",
        &["1", "2", "3", "4", "5", "7", "9", "11", "12", "(board:find(TILE) or 6)"],
        &["0", "-1", "1.5", "0 / 0", "13", "1e18", "nil", "'x'", "{}", "math.huge"],
    ),
    ("TILE", &["'grass'", "'earth'", "'mark'", "'box'", "'player'"], &["'dragon'", "nil", "1"]),
    ("LAYER", &["'ground'", "'top'", "'piece'"], &["'sky'", "nil", "'grass'"]),
    ("DIR", &["board.dirs[1]", "board.dirs[2]", "board.dirs[3]"], &["'nowhere'", "nil", "1"]),
    ("NUMBER", &["1", "2", "3", "6"], &["0", "-1", "0.5", "0 / 0", "1e300", "nil", "'x'"]),
    ("VALUE", &["1", "0.5", "true", "nil", "'text'", "0 / 0"], &["{}", "print"]),
    ("VAR", &["'total'", "'name'", "'more'"], &["''", "nil", "{}", "string.rep('x', 100)"]),
];

/// A game whose actions are these programs. Its status line counts all again, plainly.
fn script(programs: &[String], hex: bool) -> String {
    let programs = programs.iter().zip('a'..).map(|(program, key)| {
        format!("function rules.{key}(board)\n  local kept = board:near(1)\n  {program}\nend\n")
    });
    let cells = if hex { "hex" } else { "square" };
    RULES.replace("PROGRAMS", &programs.collect::<String>()).replace("SHAPE", cells)
}

const RULES: &str = r#"
local rules = {}
local function nothing() end
PROGRAMS
local layer_of = {
  grass = "ground", earth = "ground", mark = "top", box = "piece", player = "piece",
}
local asked = 0
local of_moves = { l = "a", u = "b", r = "c", d = "d" }
local tiles, keys = {}, {}
for tile, layer in layer_of do tiles[tile] = { layer = layer } end
for key in rules do keys[key] = key end

-- The cells that hold a tile, looked for one by one.
local function holding(board, tile)
  local cells = {}
  for cell = 1, board.size do
    if board:get(cell, layer_of[tile]) == tile then table.insert(cells, cell) end
  end
  return cells
end
local function mask_of(board, cell, tile)
  local dirs = board.hex and
    { "up-left", "up-right", "left", "right", "down-left", "down-right" } or
    { "up", "left", "right", "down" }
  local mask = 0
  for n, dir in dirs do
    local near = board:step(cell, dir)
    if near and board:has(near, tile) then mask += 2 ^ (n - 1) end
  end
  return mask
end
local function same(list, cells)
  return table.concat(list, " ") == table.concat(cells:table(), " ")
end
local function miscounted(board, tile)
  local cells, masks = holding(board, tile), board:masks(tile)
  local edge, both = {}, 0
  for _, cell in cells do
    local is_inner = mask_of(board, cell, tile) == (board.hex and 63 or 15)
    if not is_inner then table.insert(edge, cell) end
    if board:has(cell, "mark") then both += 1 end
  end
  for cell = 1, board.size do
    local mask = mask_of(board, cell, tile)
    if masks[cell] ~= mask or board:mask(cell, tile) ~= mask then return "its masks" end
  end
  return board:count(tile) ~= #cells and "its count"
    or board:find(tile) ~= cells[1] and "the first of it"
    or not same(cells, board:all(tile)) and "all of it"
    or not same(edge, board:all(tile, { edge = true })) and "its edge"
    or board:count(tile, "mark") ~= both and "those with a mark"
    or board:every(tile, "mark") ~= (both == #cells) and "whether each has a mark"
end

return {
  layers = { "ground", "top", "piece" },
  tiles = tiles,
  keys = keys,
  start = function(board)
    board:resize(4, 3, "SHAPE")
    board:fill("grass")
    board:set(1, "player")
  end,
  act = function(board, action) return rules[of_moves[action.token] or action.name](board) end,
  won = function(board)
    asked += 1
    return board:every("grass", "mark")
  end,
  goes_on = true,
  status = function(board)
    for tile in layer_of do
      local wrong = miscounted(board, tile)
      if wrong then return tile .. ": " .. wrong end
    end
    return "right; won was asked " .. asked .. " times"
  end,
}
"#;

fn begin(script: &str) -> Session {
    begin_in(&Folder::with_script(script), Limits::default())
}

fn begin_in(folder: &Folder, limits: Limits) -> Session {
    let limits = Limits { call: Duration::from_secs(20), ..limits };
    let game = Scripts::new(folder.path(), "game", limits).load();
    let game = game.unwrap_or_else(|error| panic!("{error}"));
    let level = PlayedLevel { level: Level::default().into(), number: 1 };
    Session::begin(game, level, 7).map_err(|(_, refusal)| refusal).unwrap()
}

/// What there is to compare, and the history.
fn all_of(session: &Session) -> (String, u64, usize) {
    (everything(session), session.board().digest(), session.journal().done())
}

/// Plays the action, and back and forth again. Returns whether it failed.
fn play(session: &mut Session, key: char) -> bool {
    let before = all_of(session);
    let done = session.play(&Action::Named(key.to_string()));
    if !matches!(done, Ok(true)) {
        assert_eq!(all_of(session), before, "{key}: {done:?}");
        return done.is_err();
    }
    let after = all_of(session);
    assert_eq!(after.2, before.2 + 1);
    for _ in 0..2 {
        assert!(session.undo().unwrap());
        assert_eq!(all_of(session), before, "{key} undone");
        counts_are_right(session);
        assert!(session.redo().unwrap());
        assert_eq!(all_of(session), after, "{key} redone");
    }
    false
}

fn counts_are_right(session: &mut Session) {
    let status = session.status().unwrap().unwrap_or_default();
    assert!(status.starts_with("right"), "{status}");
    let marked = (session.board().count(tile(session, "grass")), both(session));
    assert_eq!(session.is_solved(), marked.0 == marked.1, "{marked:?} marked");
}

fn tile(session: &Session, name: &str) -> tilewright::grid::Tile {
    session.game().tile(name).unwrap()
}

/// How many cells of grass are marked.
fn both(session: &Session) -> u32 {
    let board = session.board();
    let (grass, mark) = (tile(session, "grass"), tile(session, "mark"));
    let cells = (0..board.topology().size()).map(tilewright::grid::Cell);
    let marked = cells.filter(|&cell| board.has(cell, grass) && board.has(cell, mark));
    u32::try_from(marked.count()).unwrap()
}

/// Plays all that, and says what became of the board at each step, with what failed.
fn run(script: &str, keys: &str) -> Vec<(bool, String)> {
    let mut session = begin(script);
    let first = everything(&session);
    let mut boards = Vec::new();
    for key in keys.chars() {
        let failed = match key {
            'z' => session.undo().map(|_| false).unwrap(),
            'x' => session.redo().map(|_| false).unwrap(),
            key => play(&mut session, key),
        };
        counts_are_right(&mut session);
        boards.push((failed, everything(&session)));
    }
    while session.undo().unwrap() {}
    assert_eq!(everything(&session), first, "all undone");
    boards
}

/// Runs it twice: the same comes of it.
fn is_sound(programs: &[String], keys: &str, hex: bool) {
    let script = script(programs, hex);
    assert_eq!(run(&script, keys), run(&script, keys));
}

/// Plays moves in a row, and beside them one by one: nothing tells that apart. Returns the most
/// moves that went in one call.
fn is_the_same_in_a_row(script: &str, ways: &[Direction]) -> usize {
    let (folder, bytecode) =
        (Folder::with_script(script), Limits { native: false, ..Limits::default() });
    let (mut row, mut single) = (begin_in(&folder, bytecode), begin_in(&folder, bytecode));
    let (mut played, mut longest) = (0, 0);
    while played < ways.len() {
        let (count, outcome) = row.play_on(&ways[played..]);
        let mut outcomes =
            ways[played..][..count].iter().map(|way| single.play(&Action::Move(*way)));
        assert!(outcomes.by_ref().take(count - 1).all(|outcome| outcome.is_ok()));
        let told = |outcome: Result<bool, ScriptError>| outcome.map_err(|error| error.to_string());
        assert_eq!(told(outcome), told(outcomes.next().unwrap()), "after {played}");
        assert_eq!(row.take_heard(), single.take_heard());
        assert_eq!(row.status().unwrap(), single.status().unwrap());
        assert_eq!((all_of(&row), row.is_solved()), (all_of(&single), single.is_solved()));
        (played, longest) = (played + count, longest.max(count));
    }
    let turns = 0..row.journal().len();
    let changes = |session: &Session| {
        turns.clone().map(|turn| format!("{:?}", session.journal().changes_of(turn))).collect()
    };
    let (one, other): (Vec<_>, Vec<_>) = (changes(&row), changes(&single));
    assert_eq!(one, other);
    assert!(row.journal().tokens().eq(single.journal().tokens()));
    while row.undo().unwrap() && single.undo().unwrap() {
        assert_eq!(all_of(&row), all_of(&single));
    }
    longest
}

/// A call with values for its words, each chosen by some bytes.
fn call() -> impl Strategy<Value = String> {
    (select(&CALLS[..]), prop::collection::vec(any::<(u8, u8)>(), 12)).prop_map(filled)
}

fn filled((call, bytes): (&'static str, Vec<(u8, u8)>)) -> String {
    let mut text = call.to_owned();
    let mut bytes = bytes.into_iter().cycle();
    for (word, good, bad) in WORDS {
        while let (true, Some((seldom, which))) = (text.contains(word), bytes.next()) {
            let values = if seldom > 250 { bad } else { good };
            text = text.replacen(word, values[usize::from(which) % values.len()], 1);
        }
    }
    text
}

fn program() -> impl Strategy<Value = String> {
    prop::collection::vec(call(), 0..10).prop_map(|calls| calls.join("\n  "))
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn moves_in_a_row_are_as_moves_one_by_one(
        programs in prop::collection::vec(program(), 4),
        ways in prop::collection::vec(select(&Direction::ALL[..]), 1..40),
        hex: bool,
    ) {
        is_the_same_in_a_row(&script(&programs, hex), &ways);
    }

    #[test]
    fn any_program_is_done_as_a_whole_or_not_at_all(
        programs in prop::collection::vec(program(), 5),
        keys in "[abcdeabcdezx]{0,12}",
        hex: bool,
    ) {
        is_sound(&programs, &keys, hex);
    }
}

#[test]
fn programs_that_once_went_wrong_are_sound() {
    for (programs, keys) in [
        // Tiles of one layer are never in one cell, and each is where it is itself.
        (["board:count('grass', 'earth') board:fill('earth')", ""], "azx"),
        (["board:count('box', 'box') board:set(3, 'box') board:clear(3, 'piece')", ""], "a"),
        (["board:count('player', 'player') board:move(1, 2, 'player')", ""], "azx"),
        // A turn that fails, or changes nothing, takes no names of variables away.
        (["for n = 1, 1e4 do board.vars['v' .. n] = n end", "board.vars.more = 1"], "ab"),
        (["for n = 1, 1e4 do board.vars['v' .. n] = nil end", "board.vars.more = 1"], "abz"),
        (
            ["board.vars.other = 1 board.vars.other = nil error('no')", "board.vars.more = 1"],
            "abaz",
        ),
    ] {
        let programs = programs.map(str::to_owned);
        is_sound(&programs, keys, false);
        let script = script(&programs, false);
        let failed = |key: char| run(&script, &key.to_string())[0].0;
        assert!(!keys.contains('b') || !failed('b'));
    }
}

/// Moves in a row do go in one call, or nothing is compared above.
#[test]
fn moves_that_change_no_count_go_in_one_call() {
    let programs = ["board:add('total', 1)", "board:random(6)", "", "board.vars.total = 7"];
    let script = script(&programs.map(str::to_owned), false);
    // The first asks whether the level is won, and is a call of its own.
    assert_eq!(is_the_same_in_a_row(&script, &Direction::ALL.repeat(10)), 39);
}

/// Most of the programs must come to something, or all of this tests nothing.
#[test]
fn programs_of_all_kinds_are_tried() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let (mut done, mut failed) = (0, 0);
    for _ in 0..40 {
        let program = program().new_tree(&mut runner).unwrap().current();
        match run(&script(&[program], false), "a")[0].0 {
            true => failed += 1,
            false => done += 1,
        }
    }
    assert!(done >= 10 && failed >= 5, "{done} done, {failed} failed");
}
