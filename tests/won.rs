//! `won` is asked again whenever what it looked at may have changed, and its answer
//! is kept only while nothing of it can have.

mod common;

use common::{Folder, press, session};

/// A walker that is won by `rule`; `x` counts its steps.
fn walker(rule: &str) -> Folder {
    Folder::with_script(&format!(
        r##"return {{
  layers = {{ "mark", "piece" }},
  tiles = {{ goal = {{ layer = "mark" }}, player = {{}}, box = {{}} }},
  legend = {{ ["."] = "goal", ["@"] = "player", ["$"] = "box" }},
  goes_on = true,
  act = function(board, action)
    local here = board:find("player")
    local there = board:step(here, action.dir)
    if not there then return end
    board:clear(there, "piece")
    board:move(here, there, "player")
    board:add("x", 1)
  end,
  won = function(board) {rule} end,
}}"##
    ))
}

/// Whether it is won after each of the keys.
fn course(rule: &str, keys: &str) -> String {
    let folder = walker(rule);
    let mut session = session(&folder.scripts(), "@ .$ ");
    let after = keys.chars().map(|key| {
        press(&mut session, &key.to_string()).unwrap();
        if session.is_solved() { '+' } else { '-' }
    });
    after.collect()
}

#[test]
fn by_where_things_stand() {
    assert_eq!(course("return board:every('player', 'goal')", "rrrlz!z"), "-+-+---");
    assert_eq!(course("return board:has(3, 'player')", "rrrlzr"), "-+-+--");
    assert_eq!(course("return board:find('player') == 3", "rrrlzr"), "-+-+--");
}

#[test]
fn by_how_many_there_are() {
    assert_eq!(course("return board:count('box') == 0", "rrrlz!z"), "--+++-+");
}

#[test]
fn by_variables() {
    assert_eq!(course("return board.vars.x == 2", "rrrzz"), "-+-+-");
}

#[test]
fn by_more_pairs_than_are_kept() {
    let pairs = "for _, tile in { 'goal', 'box', 'player' } do
      for n = 1, 20 do board:count('t' .. n, tile) end
    end
    return board:every('player', 'goal')";
    let tiles: String = (1..=20).map(|n| format!("t{n} = {{}}, ")).collect();
    let folder = walker(pairs);
    let script = std::fs::read_to_string(folder.path().join("game.lua")).unwrap();
    folder.write("game.lua", &script.replace("tiles = {", &format!("tiles = {{ {tiles}")));
    let mut session = session(&folder.scripts(), "@ .$ ");
    let after = "rrrl".chars().map(|key| {
        press(&mut session, &key.to_string()).unwrap();
        session.is_solved()
    });
    assert_eq!(after.collect::<Vec<_>>(), [false, true, false, true]);
}

#[test]
fn by_nothing_at_all() {
    assert_eq!(course("return false", "rrr"), "---");
    assert_eq!(course("", "rrr"), "---");
}
