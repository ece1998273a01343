//! The stock Sokoban, as a player sees it: board before, keys, board after.

mod common;

use common::{begin, everything, plain, plays, session, stock};
use tilewright::grid::{Direction, Value};
use tilewright::rules::Action;

#[track_caller]
fn sokoban(before: &str, keys: &str, after: &str) {
    plays(&stock("sokoban"), before, keys, after);
}

#[test]
fn the_player_steps_and_walls_block() {
    let before = "######\n#@ . #\n#  $ #\n######";
    sokoban(before, "rrrrlllll", before);
    sokoban(before, "rr", "######\n#  + #\n#  $ #\n######");
    sokoban(before, "rru", "######\n#  + #\n#  $ #\n######");
}

#[test]
fn a_box_is_pushed_where_there_is_room() {
    sokoban("######\n#@$ .#\n######", "r", "######\n# @$.#\n######");
    sokoban("######\n#@$ .#\n######", "rr", "######\n#  @*#\n######");
    sokoban("######\n#@$ .#\n######", "rrr", "######\n#  @*#\n######");
}

#[test]
fn two_boxes_are_too_many() {
    sokoban("#######\n#@$$..#\n#######", "r", "#######\n#@$$..#\n#######");
}

#[test]
fn the_edge_of_an_open_level_blocks() {
    sokoban("@$.", "r", " @*");
    sokoban("$@.", "l", "$@.");
}

#[test]
fn undo_and_redo_walk_through_the_history() {
    let before = "#######\n#@$ . #\n#     #\n#######";
    sokoban(before, "rdz", "#######\n# @$. #\n#     #\n#######");
    sokoban(before, "rdzz", before);
    sokoban(before, "rdzzxx", "#######\n#  $. #\n# @   #\n#######");
    sokoban(before, "rdzzzzzzz", before);
}

#[test]
fn a_step_after_undo_drops_what_could_be_redone_and_a_blocked_one_does_not() {
    let before = "#######\n#@$ . #\n#     #\n#######";
    sokoban(before, "rzdx", "#######\n# $ . #\n#@    #\n#######");
    sokoban(before, "rzux", "#######\n# @$. #\n#     #\n#######");
}

#[test]
fn a_restart_can_be_undone() {
    let before = "#######\n#@$ . #\n#     #\n#######";
    sokoban(before, "rd!", before);
    sokoban(before, "rd!z", "#######\n#  $. #\n# @   #\n#######");
    sokoban(before, "rd!zz", "#######\n# @$. #\n#     #\n#######");
}

#[test]
fn the_counters_count_and_are_rewound() {
    let count = |keys: &str| {
        let mut session = session(&stock("sokoban"), "########\n#@$  . #\n#      #\n########");
        common::press(&mut session, keys).unwrap();
        session.status().unwrap().unwrap()
    };
    assert_eq!(count(""), "Moves 0   Pushes 0");
    assert_eq!(count("rrdu"), "Moves 4   Pushes 2");
    assert_eq!(count("rrduzzz"), "Moves 1   Pushes 1");
    assert_eq!(count("rrduzzzx"), "Moves 2   Pushes 2");
    assert_eq!(count("rr!"), "Moves 0   Pushes 0");
}

#[test]
fn a_solved_level_takes_no_more_steps_but_undo() {
    let session =
        plays(&stock("sokoban"), "######\n#@$. #\n######", "rrl", "######\n# @* #\n######");
    assert!(session.is_solved());
    sokoban("######\n#@$. #\n######", "rlz", "######\n#@$. #\n######");
}

#[test]
fn a_push_is_recorded_as_a_capital() {
    let mut session = session(&stock("sokoban"), "#######\n#@$  .#\n#     #\n#######");
    common::press(&mut session, "rrdl").unwrap();
    let tokens: String = session.journal().tokens().collect();
    assert_eq!(tokens, "RRdl");
}

#[test]
fn what_a_level_lacks_is_said_with_its_place() {
    let said = |rows: &str| begin(&stock("sokoban"), rows).err().unwrap().to_string();
    let no_player = said("####\n#$.#\n####");
    assert_eq!(no_player, "test.xsb:1:1: level 1: this level has no player (@ or +)");
    assert!(said("#####\n#@+ #\n#####").ends_with("this level has 2 players; expected one"));
    assert!(said("#####\n#@$ #\n#####").ends_with("this level has 1 boxes but only 0 goals"));
}

#[test]
fn a_level_that_starts_solved_is_played_with_a_warning() {
    let session = session(&stock("sokoban"), "#####\n#@* #\n#####");
    assert_eq!(session.warning(), Some("this level is solved before the first move"));
}

#[test]
fn a_player_faces_the_way_it_last_went() {
    let mut session = session(&stock("sokoban"), "#######\n#@    #\n# $  .#\n#######");
    let piece = session.game().layers()[2];
    let player = session.game().tile("player").unwrap();
    let facing = |session: &tilewright::session::Session| {
        session.facing(piece, session.board().find(player).unwrap())
    };
    assert_eq!(facing(&session), None);
    common::press(&mut session, "rrl").unwrap();
    assert_eq!(facing(&session), Some(Direction::Left));
    common::press(&mut session, "z").unwrap();
    assert_eq!(facing(&session), Some(Direction::Right));
}

#[test]
fn outside_the_walls_there_is_no_floor() {
    let session = session(&stock("sokoban"), &plain("  ####\n###  #\n#@$. #\n######"));
    let floor = session.game().tile("floor").unwrap();
    let cells: Vec<u32> = session.board().all(floor).map(|cell| cell.0).collect();
    assert_eq!(cells, [9, 10, 13, 14, 15, 16]);
}

#[test]
fn the_same_keys_give_the_same_board() {
    let play = || {
        let mut session = session(&stock("sokoban"), "#######\n#@$ . #\n#     #\n#######");
        session.play(&Action::Move(Direction::Right)).unwrap();
        assert_eq!(*session.board().var_named("moves"), Value::Number(1.0));
        everything(&session)
    };
    assert_eq!(play(), play());
}

#[test]
fn a_player_faces_no_way_of_a_board_before() {
    let mut session = session(&stock("sokoban"), "######\n#@ $.#\n######");
    common::press(&mut session, "r!").unwrap();
    let here = session.board().find(session.game().tile("player").unwrap()).unwrap();
    let layer = session.board().names().tile_layer(session.game().tile("player").unwrap());
    assert_eq!(session.facing(layer, here), None);
}
