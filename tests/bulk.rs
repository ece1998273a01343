//! Edits of very many cells at once: they are part of a turn as any other edit is, whether
//! they are kept cell by cell or as a whole layer, and every count stays right.

mod common;

use std::time::Duration;

use common::{Folder, everything};
use proptest::prelude::*;
use tilewright::grid::{Cell, Change};
use tilewright::level::Level;
use tilewright::rules::{Action, Button, Limits, ScriptError, Scripts};
use tilewright::session::{PlayedLevel, Session};

/// The edits that a rule makes, by the letter of their action.
const EDITS: [(char, &str); 17] = [
    ('a', "board:all('grass'):set('mark')"),
    ('b', "some(board, 'grass'):set('earth')"),
    ('c', "board:clear(board:random(board.size), 'top')"),
    ('e', "board:fill('earth')"),
    ('f', "board:fill('grass')"),
    ('g', "some(board, 'earth'):set('grass')"),
    ('i', "several(board)"),
    ('k', "board:clear(board:around(1, 4096), 'top')"),
    ('m', "some(board, 'grass'):set('mark')"),
    ('n', "board:set(board:around(board:random(board.size), 2), 'grass')"),
    ('o', "board:set(board:random(board.size), 'mark')"),
    ('p', "some(board, 'earth'):set('stone')"),
    ('s', "stroll(board)"),
    ('t', "board:set(every_other(board), 'earth')"),
    ('u', "some(board, 'mark'):clear('top')"),
    ('v', "several(board) error('no')"),
    ('w', "board:clear(board:around(1, 4096), 'ground')"),
];

/// Every tile of the game: the first two in one layer, then one, then two.
const TILES: [&str; 5] = ["grass", "earth", "mark", "stone", "player"];

/// What the edits are made of. A click on cell n turns n cells of grass to earth.
const RULE: &str = r#"
-- Some of the cells that hold a tile, by chance: perhaps all, perhaps none.
local function some(board, tile)
  local cells = board:all(tile):shuffle()
  return cells:first(board:random(0, #cells))
end
local function every_other(board)
  local list = {}
  for cell = 1, board.size, 2 do list[#list + 1] = cell end
  return list
end
local function stroll(board)
  local here = board:find("player")
  if not here then return board:set(1, "player") end
  board:move(here, here % board.size + 1, "player")
end
local function several(board)
  board:set(7, "mark")
  board:fill("earth")
  board:set(8, "grass")
  board:all("earth"):set("mark")
  stroll(board)
  some(board, "mark"):clear("top")
  board:fill("grass")
  board:add("turns", 1)
end
local edits = {}
EDITS
return {
  layers = { "ground", "top", "piece" },
  tiles = {
    grass = { layer = "ground" }, earth = { layer = "ground" }, mark = { layer = "top" },
    stone = { layer = "piece" }, player = { layer = "piece" },
  },
  keys = { KEYS },
  clicks = true,
  start = function(board)
    board:resize(WIDTH, HEIGHT)
    board:fill("grass")
    board:set(1, "player")
  end,
  act = function(board, action)
    if action.cell then
      board:all("grass"):first(action.cell):set("earth")
    else
      edits[action.name](board)
    end
  end,
  won = function(board) return board:every("grass", "mark") end,
  status = function(board)
    return table.concat({
      board:count("grass"), board:count("mark"), board:count("grass", "mark"),
      board:find("mark") or 0,
    }, " ")
  end,
}
"#;

/// The game on a board of grass.
fn session(width: u32, height: u32) -> Session {
    let edits = EDITS.map(|(key, edit)| format!("function edits.{key}(board) {edit} end"));
    let keys = EDITS.map(|(key, _)| format!("{key} = \"{key}\""));
    let script = RULE.replace("EDITS", &edits.join("\n")).replace("KEYS", &keys.join(", "));
    let script = script.replace("WIDTH", &width.to_string());
    let folder = Folder::with_script(&script.replace("HEIGHT", &height.to_string()));
    // Time must not be what ends an edit.
    let limits = Limits { call: Duration::from_secs(20), ..Limits::default() };
    let game = Scripts::new(folder.path(), "game", limits).load();
    let game = game.unwrap_or_else(|error| panic!("{error}"));
    let level = PlayedLevel { level: Level::default().into(), number: 1 };
    Session::begin(game, level, 7).map_err(|(_, refusal)| refusal).unwrap()
}

/// A board of 3,000 cells: a thousand of them are many.
fn usual() -> Session {
    session(60, 50)
}

/// Makes an edit; `z` undoes, `x` redoes, `!` begins again. Returns whether anything
/// changed.
fn attempt(session: &mut Session, key: char) -> Result<bool, ScriptError> {
    match key {
        'z' => session.undo(),
        'x' => session.redo(),
        '!' => Ok(session.restart().unwrap()),
        edit => session.play(&Action::Named(edit.to_string())),
    }
}

#[track_caller]
fn press(session: &mut Session, key: char) -> bool {
    attempt(session, key).unwrap_or_else(|error| panic!("{key}: {error}"))
}

/// The cells that hold a tile, looked for one by one.
fn holding(session: &Session, name: &str) -> Vec<Cell> {
    let tile = session.game().tile(name).unwrap();
    let board = session.board();
    let layer = board.layer(board.names().tile_layer(tile));
    let cells = (0..).map(Cell).zip(layer).filter(|(_, held)| **held == tile);
    cells.map(|(cell, _)| cell).collect()
}

/// Compares all that the board keeps count of with a count made anew.
#[track_caller]
fn counts_are_right(session: &mut Session) {
    for name in TILES {
        let (cells, tile) = (holding(session, name), session.game().tile(name).unwrap());
        assert_eq!(session.board().count(tile) as usize, cells.len(), "how many {name}");
        assert_eq!(session.board().find(tile), cells.first().copied(), "the first {name}");
    }
    let (grass, marks) = (holding(session, "grass"), holding(session, "mark"));
    let both = grass.iter().filter(|cell| marks.binary_search(cell).is_ok()).count();
    assert_eq!(session.is_solved(), both == grass.len(), "{both} of {} marked", grass.len());
    let first = marks.first().map_or(0, |cell| cell.0 + 1);
    let counted = format!("{} {} {both} {first}", grass.len(), marks.len());
    assert_eq!(session.status().unwrap().as_deref(), Some(counted.as_str()));
}

/// What was kept of a turn.
fn kept(session: &Session, turn: usize) -> &[Change] {
    session.journal().changes_of(turn)
}

#[test]
fn undo_and_redo_of_each_edit_are_exact() {
    let mut session = usual();
    counts_are_right(&mut session);
    for key in "aobtcgnspuikwfmefab".chars() {
        let before = everything(&session);
        assert!(press(&mut session, key), "{key}");
        counts_are_right(&mut session);
        let after = everything(&session);
        assert_ne!(after, before, "{key}");
        press(&mut session, 'z');
        assert_eq!(everything(&session), before, "{key} undone");
        counts_are_right(&mut session);
        press(&mut session, 'x');
        assert_eq!(everything(&session), after, "{key} redone");
        counts_are_right(&mut session);
    }
    let last = everything(&session);
    while press(&mut session, 'z') {
        counts_are_right(&mut session);
    }
    assert_eq!(everything(&session), everything(&usual()));
    while press(&mut session, 'x') {}
    assert_eq!(everything(&session), last);
    counts_are_right(&mut session);
}

/// Turns the first cells of grass to earth and compares how that was kept: as a whole layer
/// or cell by cell.
#[track_caller]
fn turns_to_earth(mut session: Session, cells: u32, as_a_layer: bool) {
    let before = everything(&session);
    let click = Action::Click(Cell(cells - 1), Button::Left);
    assert!(session.play(&click).unwrap());
    assert_eq!(holding(&session, "earth"), (0..cells).map(Cell).collect::<Vec<_>>());
    let kept = kept(&session, 0);
    match as_a_layer {
        true => assert!(matches!(kept, [Change::Layer(_)]), "{} changes", kept.len()),
        false => {
            assert_eq!(kept.len(), cells as usize);
            assert!(kept.iter().all(|change| matches!(change, Change::Set { .. })));
        }
    }
    counts_are_right(&mut session);
    press(&mut session, 'z');
    assert_eq!(everything(&session), before);
    counts_are_right(&mut session);
}

#[test]
fn a_thousand_cells_of_a_small_board_are_kept_as_a_layer_and_fewer_one_by_one() {
    turns_to_earth(usual(), 1, false);
    turns_to_earth(usual(), 999, false);
    turns_to_earth(usual(), 1000, true);
    turns_to_earth(usual(), 3000, true);
    // A board that has fewer cells than that is never kept so.
    turns_to_earth(session(33, 30), 990, false);
}

#[test]
fn an_eighth_of_a_large_board_is_kept_as_a_layer_and_less_one_by_one() {
    turns_to_earth(session(200, 200), 4999, false);
    turns_to_earth(session(200, 200), 5000, true);
}

#[test]
fn each_fill_of_a_large_layer_is_one_change_in_the_history() {
    let mut session = session(200, 200);
    let first = everything(&session);
    for turn in 0..10 {
        assert!(press(&mut session, if turn % 2 == 0 { 'e' } else { 'f' }));
        assert_eq!(kept(&session, turn).len(), 1, "turn {turn}");
    }
    while press(&mut session, 'z') {}
    assert_eq!(everything(&session), first);
    // What redo would need is no more.
    assert!((0..10).all(|turn| kept(&session, turn).len() == 1));
    while press(&mut session, 'x') {}
    assert_eq!(session.journal().done(), 10);
    counts_are_right(&mut session);
}

#[test]
fn a_rule_that_fails_after_such_edits_has_changed_nothing() {
    let mut session = usual();
    for key in "mbz".chars() {
        press(&mut session, key);
    }
    let before = everything(&session);
    for _ in 0..3 {
        let error = attempt(&mut session, 'v').unwrap_err();
        assert!(error.message.contains("no"), "{error}");
        assert_eq!(everything(&session), before);
        counts_are_right(&mut session);
    }
    assert_eq!((session.journal().done(), session.journal().len()), (1, 2));
    assert!(press(&mut session, 'x'), "what was undone before can still be redone");
    counts_are_right(&mut session);
    assert!(press(&mut session, 'i'), "and the game goes on");
    counts_are_right(&mut session);
}

#[test]
fn an_edit_of_all_cells_that_changes_none_is_no_turn() {
    let mut session = usual();
    for key in ['f', 'k'] {
        assert!(!press(&mut session, key), "{key} on a board that is so already");
    }
    assert!(session.journal().is_empty());
    assert!(press(&mut session, 'e'));
    assert!(!press(&mut session, 'e'));
    assert!(!press(&mut session, 't'), "a list that the script has made");
    assert_eq!(session.journal().len(), 1);
    press(&mut session, 'z');
    assert!(!press(&mut session, 'f'));
    assert!(press(&mut session, 'x'), "nothing has come between undo and redo");
    assert_eq!(holding(&session, "earth").len(), 3000);
}

#[test]
fn whether_every_tile_stands_on_another_is_known_after_each_edit() {
    let mut session = usual();
    let mut keys = String::new();
    for (key, holds) in [
        ('a', true),  // all grass is marked
        ('z', false), // none is
        ('x', true),
        ('k', false), // all marks are gone
        ('e', true),  // there is no grass
        ('n', false), // there is some, without a mark
        ('a', true),
        ('f', false), // more of it
        ('z', true),
        ('z', false),
        ('w', true), // nothing is left
        ('z', false),
        ('z', true),
    ] {
        press(&mut session, key);
        keys.push(key);
        assert_eq!(session.is_solved(), holds, "after {keys}");
        counts_are_right(&mut session);
    }
}

/// Every board there was, and which one is shown.
struct Model {
    boards: Vec<String>,
    at: usize,
}

impl Model {
    fn follow(&mut self, key: char, now: &str) {
        match key {
            'z' => self.at = self.at.saturating_sub(1),
            'x' => self.at = (self.at + 1).min(self.boards.len() - 1),
            _ if now != self.boards[self.at] => {
                self.boards.truncate(self.at + 1);
                self.boards.push(now.to_owned());
                self.at += 1;
            }
            _ => {}
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20, ..ProptestConfig::default() })]

    #[test]
    fn any_order_of_edits_agrees_with_a_model_that_keeps_every_board(
        keys in "[abcefgikmnopstuwzzzzxxxv!]{0,30}",
    ) {
        let mut session = usual();
        let mut model = Model { boards: vec![everything(&session)], at: 0 };
        for key in keys.chars() {
            let failed = attempt(&mut session, key).is_err();
            prop_assert_eq!(failed, key == 'v');
            let now = everything(&session);
            model.follow(key, &now);
            prop_assert_eq!(&now, &model.boards[model.at], "after {}", key);
            prop_assert_eq!(session.journal().done(), model.at);
            counts_are_right(&mut session);
        }
        while session.undo().unwrap() {}
        prop_assert_eq!(everything(&session), model.boards[0].clone());
        counts_are_right(&mut session);
    }
}
