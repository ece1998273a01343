//! Turns that are shown in steps: things fall one cell after the other, and undo takes back
//! the whole fall.

mod common;

use std::time::Duration;

use common::{Folder, everything, press, rows, session, wanted};
use tilewright::app::{Command, Player, open};
use tilewright::grid::{Direction, Tile};
use tilewright::rules::{Action, level_rows};
use tilewright::session::Session;
use tilewright::view::{Frame, MOTION, Moment};

/// Down lets the stone fall, each cell a step; right moves it at once.
const FALLING: &str = r##"return {
  tiles = { wall = {}, stone = {}, crumb = {} },
  legend = { ["#"] = "wall", ["o"] = "stone", ["."] = "crumb" },
  act = function(board, action)
    local here = board:find("stone")
    local there = board:step(here, action.dir)
    while there and not board:get(there, "piece") do
      board:move(here, there, "stone")
      here, there = there, board:step(there, action.dir)
      if action.dir == "down" then board:show() end
    end
    board:add("falls", 1)
    board:random(6)
  end,
}"##;

const HIGH: &str = "o #\n  #\n  #\n###";

/// The boards that the last turn is shown as.
fn shown(session: &Session) -> Vec<String> {
    let stages = (0..session.stages()).map(|number| session.stage(number));
    let rows = |stage: tilewright::session::Stage<'_>| {
        let layer = session.game().layers()[0];
        let motions = stage.motions();
        let things = motions.iter().filter(|m| stage.board.get(layer, m.to) != Tile::NONE);
        assert_eq!(things.count(), 1);
        level_rows(session.game(), &stage.board).join("/")
    };
    stages.map(rows).collect()
}

#[test]
fn a_fall_is_shown_cell_by_cell_and_is_one_turn() {
    let folder = Folder::with_script(FALLING);
    let mut game = session(&folder.scripts(), HIGH);
    let before = everything(&game);
    press(&mut game, "d").unwrap();
    assert_eq!(rows(&game), "  #\n  #\no #\n###");
    // The counting and the dice after the last fall are no step of their own.
    assert_eq!(shown(&game), ["  #/o #/  #/###", "  #/  #/o #/###"]);
    assert_eq!(game.journal().done(), 1);
    let after = everything(&game);
    press(&mut game, "z").unwrap();
    assert_eq!(everything(&game), before);
    assert_eq!(shown(&game), ["o #/  #/  #/###"], "what is taken back is one step");
    press(&mut game, "x").unwrap();
    assert_eq!(everything(&game), after);
    assert_eq!(shown(&game).len(), 2);
}

#[test]
fn a_turn_without_show_is_one_step_and_one_that_only_shows_is_none() {
    let folder = Folder::with_script(FALLING);
    let mut game = session(&folder.scripts(), "o  #\n####");
    press(&mut game, "r").unwrap();
    assert_eq!(shown(&game), ["  o#/####"]);
    let idle = FALLING.replace("local here", "board:show() do return end local here");
    folder.write("game.lua", &idle);
    let mut game = session(&folder.scripts(), "o  #\n####");
    press(&mut game, "r").unwrap();
    assert_eq!(game.journal().done(), 0);
}

#[test]
fn a_fall_that_fails_leaves_nothing() {
    let failing = FALLING.replace("board:random(6)", "error('crash')");
    let folder = Folder::with_script(&failing);
    let mut game = session(&folder.scripts(), HIGH);
    let before = everything(&game);
    assert!(press(&mut game, "d").is_err());
    assert_eq!((everything(&game), game.journal().done()), (before, 0));
}

#[test]
fn only_a_turn_can_be_shown() {
    let asking = FALLING.replace("act = ", "won = function(board) board:show() end, act = ");
    let folder = Folder::with_script(&asking);
    let mut game = session(&folder.scripts(), HIGH);
    let said = press(&mut game, "d").unwrap_err().to_string();
    assert!(said.contains("show"), "{said}");
}

/// What a player's window of 200 x 200 pixels shows so long after the last step.
fn pixels(player: &mut Player, since_step: Duration) -> Vec<u8> {
    let mut bytes = vec![0; 200 * 200 * 4];
    let mut frame = Frame::new(200, 200, &mut bytes).unwrap();
    player.paint(&mut frame, 100, Moment { since_step, ..Moment::STILL });
    bytes
}

fn player(folder: &Folder, level: &str) -> Player {
    folder.write("levels/a.txt", &format!("{level}\n"));
    let scripts = folder.scripts();
    let opened = open(&scripts, &wanted(&folder.path().join("levels"), 1)).unwrap();
    Player::new(scripts, opened)
}

#[test]
fn a_window_shows_each_step_for_the_time_of_one_movement() {
    let folder = Folder::with_script(FALLING);
    let mut falls = player(&folder, HIGH);
    falls.command(&Command::Play(Action::Move(Direction::Down)));
    let half = pixels(&mut falls, MOTION);
    let resting = pixels(&mut falls, MOTION * 2);
    // As it is where the stone lies in that cell already.
    let mut there = player(&Folder::with_script(FALLING), "  #\no #\n  #\n###");
    let mut below = player(&Folder::with_script(FALLING), "  #\n  #\no #\n###");
    assert!(half == pixels(&mut there, Duration::MAX));
    assert!(resting == pixels(&mut below, Duration::MAX));
    assert!(half != resting);
}

#[test]
fn a_long_fall_is_shown_within_seconds() {
    let high = format!("#o#\n{}", "# #\n".repeat(300)) + "###";
    let folder = Folder::with_script(FALLING);
    let mut player = player(&folder, &high);
    player.command(&Command::Play(Action::Move(Direction::Down)));
    let steps = u32::try_from(player.session().stages()).unwrap();
    assert_eq!(steps, 300);
    assert!(player.motion() * steps <= Duration::from_secs(4));
}
