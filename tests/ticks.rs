//! Time in a game: ticks are turns that the rule is told of by themselves, from the player's
//! first action on.

mod common;

use std::time::Duration;

use common::{Folder, press, rows, session, wanted};
use tilewright::app::{Command, Player, open};
use tilewright::grid::Direction;
use tilewright::rules::Action;

/// A cart rolls to the right at each tick, or fails; the player walks beside it.
fn carts(tick: &str, more: &str) -> Folder {
    let folder = Folder::with_script(&format!(
        r##"return {{
  tiles = {{ wall = {{}}, cart = {{}}, player = {{}} }},
  legend = {{ ["#"] = "wall", ["c"] = "cart", ["@"] = "player" }},
  act = function(board, action)
    local here = board:find("player")
    local there = action.dir and board:step(here, action.dir)
    if there and not board:get(there, "piece") then board:move(here, there, "player") end
  end,
  tick = function(board) {tick} end,
  won = function(board) return board:has(4, "cart") end,
  {more}
}}"##
    ));
    folder.write("levels/a.txt", "c    #\n@  ###\n");
    folder
}

const ROLLS: &str = r#"
    for _, cart in ipairs(board:all("cart"):table()) do
      local there = board:step(cart, "right")
      if there and not board:get(there, "piece") then board:move(cart, there, "cart") end
    end
"#;

fn player(folder: &Folder) -> Player {
    let scripts = folder.scripts();
    let opened = open(&scripts, &wanted(&folder.path().join("levels"), 1)).unwrap();
    Player::new(scripts, opened)
}

const RIGHT: Command = Command::Play(Action::Move(Direction::Right));

/// Lets time go by up to so many milliseconds since the start.
fn at(player: &mut Player, milliseconds: u64) -> String {
    player.tell_time(Duration::from_millis(milliseconds));
    player.go_on();
    rows(player.session())
}

/// Does what a player asks, so many milliseconds after the start.
fn asks(player: &mut Player, milliseconds: u64, command: &Command) {
    player.tell_time(Duration::from_millis(milliseconds));
    player.command(command);
}

#[test]
fn a_full_stop_in_a_recording_is_a_tick_and_undo_takes_back_one_at_a_time() {
    let folder = carts(ROLLS, "");
    let mut game = session(&folder.scripts(), "c    #\n@  ###");
    for action in tilewright::rules::read_recording("r2.").unwrap() {
        game.play(&action).unwrap();
    }
    assert_eq!(rows(&game), "  c  #\n @ ###");
    assert_eq!(game.played(), "r..");
    press(&mut game, "z").unwrap();
    assert_eq!(rows(&game), " c   #\n @ ###");
}

#[test]
fn time_goes_by_from_the_first_action_on() {
    let mut player = player(&carts(ROLLS, "tick_ms = 100,"));
    assert_eq!(at(&mut player, 5000), "c    #\n@  ###");
    assert_eq!(player.step_due(), None);
    asks(&mut player, 6000, &RIGHT);
    assert_eq!(player.step_due(), Some(Duration::from_millis(6100)));
    assert_eq!(at(&mut player, 6099), "c    #\n @ ###");
    assert_eq!(at(&mut player, 6100), " c   #\n @ ###");
    // What was slept through is not made up for.
    assert_eq!(at(&mut player, 9000), "  c  #\n @ ###");
    assert_eq!(player.step_due(), Some(Duration::from_millis(9100)));
}

#[test]
fn time_stands_still_after_an_undo_and_wherever_something_covers_the_board() {
    for stops in [Command::Undo, Command::Restart, Command::Options, Command::Levels] {
        let mut player = player(&carts(ROLLS, "tick_ms = 100,"));
        asks(&mut player, 0, &RIGHT);
        at(&mut player, 100);
        asks(&mut player, 110, &stops);
        let before = rows(player.session());
        assert_eq!(at(&mut player, 1000), before, "{stops:?}");
        assert_eq!(player.step_due(), None, "{stops:?}");
        if matches!(stops, Command::Options | Command::Levels) {
            asks(&mut player, 1100, &stops);
        }
        assert_eq!(at(&mut player, 2000), before, "{stops:?}");
        asks(&mut player, 3000, &RIGHT);
        assert_ne!(at(&mut player, 3100), before, "{stops:?}");
    }
}

#[test]
fn the_player_stops_time_and_lets_it_go_on() {
    let mut player = player(&carts(ROLLS, "tick_ms = 100,"));
    assert!(player.caption(100).hints.contains("Space: let time go on"));
    asks(&mut player, 0, &Command::Pause);
    assert!(player.caption(100).hints.contains("Space: stop time"));
    assert_eq!(at(&mut player, 100), " c   #\n@  ###");
    asks(&mut player, 150, &Command::Pause);
    assert_eq!(at(&mut player, 1000), " c   #\n@  ###");
}

#[test]
fn time_ends_with_the_level() {
    let mut player = player(&carts(ROLLS, "tick_ms = 100,"));
    asks(&mut player, 0, &RIGHT);
    for tick in 1..=3 {
        at(&mut player, tick * 100);
    }
    assert!(player.session().is_won());
    assert_eq!(player.step_due(), None);
    assert_eq!(at(&mut player, 2000), "   c #\n @ ###");
}

#[test]
fn a_tick_that_fails_changes_nothing_and_stops_time() {
    let failing = format!("{ROLLS} error('off the rails')");
    let mut player = player(&carts(&failing, "tick_ms = 100,"));
    asks(&mut player, 0, &RIGHT);
    assert_eq!(at(&mut player, 100), "c    #\n @ ###");
    let trouble = player.trouble().map(|trouble| trouble.message.clone());
    assert!(trouble.is_some_and(|message| message.contains("off the rails")));
    assert_eq!(player.step_due(), None);
    player.dismiss();
    assert_eq!(at(&mut player, 1000), "c    #\n @ ###");
}

#[test]
fn a_save_without_ticks_ends_time_and_one_with_them_lets_it_go_on() {
    let folder = carts(ROLLS, "tick_ms = 100,");
    let mut player = player(&folder);
    asks(&mut player, 0, &RIGHT);
    let script = std::fs::read_to_string(folder.path().join("game.lua")).unwrap();
    let without = script.replace("tick = function", "act_too = nil, reloaded = function");
    folder.write("game.lua", &without.replace("tick_ms = 100,", ""));
    player.files_changed();
    assert!(player.trouble().is_none());
    let before = rows(player.session());
    assert_eq!((at(&mut player, 500), player.step_due()), (before, None));
    folder.write("game.lua", &script.replace("tick_ms = 100", "tick_ms = 50"));
    player.files_changed();
    asks(&mut player, 600, &RIGHT);
    assert_eq!(player.step_due(), Some(Duration::from_millis(650)));
}

#[test]
fn a_game_without_ticks_knows_none_and_one_with_a_wrong_time_is_refused() {
    let without = Folder::with_script(
        "return { tiles = { a = {} }, legend = { ['#'] = 'a' }, act = function() end }",
    );
    let mut game = session(&without.scripts(), "##\n##");
    let said = game.play(&Action::Tick).unwrap_err().to_string();
    assert_eq!(said, "game has no action .");
    for (more, expected) in [
        ("tick_ms = 5,", "tick_ms: expected 20 to 60000 milliseconds"),
        ("tick_ms = 'fast',", "tick_ms: expected 20 to 60000 milliseconds"),
        ("tick = nil, tick_ms = 100,", ""),
    ] {
        let said = carts(ROLLS, more).scripts().load().map(drop);
        let said = said.err().map(|error| error.to_string()).unwrap_or_default();
        assert!(said.contains(expected), "{more}: {said}");
    }
    let alone = "return { tick_ms = 100, tiles = { a = {} }, act = function() end }";
    let said = Folder::with_script(alone).scripts().load().map(drop).unwrap_err().to_string();
    assert!(said.contains("tick_ms: it is given without tick"), "{said}");
}
