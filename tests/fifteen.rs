//! The stock Fifteen: its shuffle, its rule, its refusals, and a whole game recorded.

mod common;

use std::collections::HashMap;

use common::{begin, corpus, everything, rows, session, stock};
use tilewright::grid::{Cell, Direction};
use tilewright::level::Level;
use tilewright::rules::{Action, Button, Setting};
use tilewright::session::{PlayedLevel, Session, Set, Step, read_steps};

/// A game on a board that the script makes.
fn made(seed: u64, set: &[(&str, f64)]) -> Session {
    let mut game = stock("fifteen").load().unwrap();
    let mut settings = game.settings().clone();
    for (name, number) in set {
        settings.insert((*name).to_owned(), Setting::Number(*number));
    }
    game.declare(settings, None).unwrap();
    let level = PlayedLevel { level: Level::default().into(), number: 1 };
    Session::begin(game, level, seed).map_err(|(_, refusal)| refusal).unwrap()
}

/// The tiles in reading order, 0 for the blank.
fn numbers(session: &Session) -> Vec<usize> {
    rows(session).split_whitespace().map(|word| word.parse().unwrap()).collect()
}

/// Whether slides lead from a position to the tiles in order with the blank last.
/// Each slide is one exchange and takes the blank one step: the permutation must be as
/// even as the way that the blank has to go. (The script counts inversions.)
fn can_be_solved(tiles: &[usize], width: usize) -> bool {
    let blank = tiles.iter().position(|&tile| tile == 0).unwrap();
    let last = tiles.len() - 1;
    let way = (last % width - blank % width) + (last / width - blank / width);
    let goes_to = |at: usize| if tiles[at] == 0 { last } else { tiles[at] - 1 };
    let mut seen = vec![false; tiles.len()];
    let mut exchanges = 0;
    for start in 0..tiles.len() {
        let mut at = start;
        while !seen[at] {
            seen[at] = true;
            at = goes_to(at);
            exchanges += usize::from(at != start);
        }
    }
    exchanges % 2 == way % 2
}

fn in_order(tiles: &[usize]) -> bool {
    tiles.iter().zip(1..).all(|(&tile, at)| tile == at % tiles.len())
}

#[test]
fn the_reference_itself_holds_for_every_2x2_board() {
    // The twelve positions that slides reach from the solved one, found by sliding.
    let mut found = vec![vec![1, 2, 3, 0]];
    let mut next = 0;
    while next < found.len() {
        let board = found[next].clone();
        next += 1;
        let blank = board.iter().position(|&tile| tile == 0).unwrap();
        for other in [blank ^ 1, blank ^ 2] {
            let mut slid = board.clone();
            slid.swap(blank, other);
            if !found.contains(&slid) {
                found.push(slid);
            }
        }
    }
    assert_eq!(found.len(), 12);
    let reachable = found.iter().filter(|board| can_be_solved(board, 2)).count();
    assert_eq!(reachable, 12);
    let swapped =
        found.iter().map(|board| board.iter().map(|&tile| [0, 2, 1, 3][tile]).collect::<Vec<_>>());
    assert_eq!(swapped.filter(|board| can_be_solved(board, 2)).count(), 0);
}

/// The boards of seeds from 0, one after the other.
fn boards(width: u32, height: u32, seeds: u64, mut each: impl FnMut(Vec<usize>)) {
    let size = [("width", f64::from(width)), ("height", f64::from(height))];
    let mut session = made(0, &size);
    each(numbers(&session));
    for seed in 1..seeds {
        assert!(session.new_board_of(seed).unwrap());
        assert!(!session.is_solved());
        each(numbers(&session));
        session.undo().unwrap();
    }
}

/// Over 20,000 seeds.
fn starts_well(width: u32, height: u32) {
    boards(width, height, 20_000, |tiles| {
        assert!(can_be_solved(&tiles, width as usize), "{width}x{height}: {tiles:?}");
        assert!(!in_order(&tiles), "{width}x{height}");
    });
}

#[test]
fn no_board_of_5x5_starts_unsolvable_or_solved() {
    starts_well(5, 5);
}

#[test]
fn no_board_of_6x5_starts_unsolvable_or_solved() {
    starts_well(6, 5);
}

#[test]
fn no_board_of_5x6_starts_unsolvable_or_solved() {
    starts_well(5, 6);
}

#[test]
fn no_board_of_the_other_sizes_starts_unsolvable_or_solved() {
    for (width, height) in [(2, 2), (3, 3), (4, 4), (3, 7)] {
        starts_well(width, height);
    }
}

#[test]
fn every_board_of_3x2_is_as_likely() {
    let mut counts: HashMap<Vec<usize>, u32> = HashMap::new();
    boards(3, 2, 100_000, |tiles| *counts.entry(tiles).or_default() += 1);
    assert_eq!(counts.len(), 359);
    let expected = 100_000.0 / 359.0;
    let chi_square: f64 =
        counts.values().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum();
    // 358 degrees of freedom: the mean is 358, the deviation the root of 716. The
    // seeds are fixed, so four deviations on either side are no matter of luck.
    let deviations = (chi_square - 358.0) / 716f64.sqrt();
    assert!(deviations.abs() < 4.0, "chi-square {chi_square}");
}

/// A position as rows of a level file.
fn file(tiles: &[usize], width: usize) -> String {
    let line = |row: &[usize]| row.iter().map(usize::to_string).collect::<Vec<_>>().join(" ");
    tiles.chunks(width).map(line).collect::<Vec<_>>().join("\n")
}

fn refusal(rows: &str) -> String {
    begin(&stock("fifteen"), rows).err().map(|refusal| refusal.to_string()).unwrap_or_default()
}

#[test]
fn korfs_positions_are_refused_as_they_are_and_accepted_turned() {
    let Some(corpus) = corpus() else { return };
    let text = std::fs::read_to_string(corpus.join("fifteen/korf100.txt")).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    let mut positions = 0;
    for line in lines {
        let fields: Vec<usize> =
            line.split_whitespace().map(|field| field.parse().unwrap()).collect();
        let tiles = &fields[1..17];
        assert!(refusal(&file(tiles, 4)).contains("this position cannot be solved"), "{line}");
        let turned = tiles.iter().rev().map(|&tile| if tile == 0 { 0 } else { 16 - tile });
        let mut turned: Vec<usize> = turned.collect();
        assert_eq!(refusal(&file(&turned, 4)), "", "{line}");
        // Two other tiles for each position, and never the blank.
        let (a, b) = (1 + positions % 15, 1 + (positions * 7 + 3) % 15);
        let b = if a == b { b % 15 + 1 } else { b };
        let place = |tile| turned.iter().position(|&other| other == tile).unwrap();
        let (a, b) = (place(a), place(b));
        turned.swap(a, b);
        assert!(refusal(&file(&turned, 4)).contains("cannot be solved"), "{line}");
        positions += 1;
    }
    assert_eq!(positions, 100);
}

#[test]
fn the_tiles_in_order_with_the_blank_elsewhere_are_not_solved() {
    let board = session(&stock("fifteen"), "1 2 3 4\n5 6 7 0\n8 9 10 11\n12 13 14 15");
    assert!(!board.is_solved());
    assert_eq!(board.warning(), None);
    let solved = session(&stock("fifteen"), "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 0");
    assert!(solved.is_solved());
}

const START: &str = " 1  2  3  4\n 5  6  7  8\n 9  0 10 11\n13 14 15 12";

/// Clicks on cells (from 1) and presses arrows, and compares what comes of it.
#[track_caller]
fn plays(before: &str, steps: &str, after: &str) -> Session {
    let mut session = session(&stock("fifteen"), before);
    for step in read_steps(steps).unwrap() {
        session.take(&step).unwrap_or_else(|refusal| panic!("{refusal}"));
    }
    assert_eq!(rows(&session), common::plain(after), "after {steps}");
    session
}

fn moves(session: &mut Session) -> String {
    session.status().unwrap().unwrap()
}

#[test]
fn a_click_beside_the_blank_slides_one_tile() {
    let after = " 1  2  3  4\n 5  6  7  8\n 9 10  0 11\n13 14 15 12";
    let mut session = plays(START, "<click 11>", after);
    assert_eq!(moves(&mut session), "Moves 1");
}

#[test]
fn a_click_further_along_slides_all_between() {
    let row = " 1  2  3  4\n 5  6  7  8\n 9 10 11  0\n13 14 15 12";
    let mut session = plays(START, "<click 12>", row);
    assert_eq!(moves(&mut session), "Moves 2", "each tile that slides is a move");
    let moved: Vec<(Cell, Cell)> =
        session.motions().iter().map(|motion| (motion.from, motion.to)).collect();
    assert!(moved.contains(&(Cell(10), Cell(9))) && moved.contains(&(Cell(11), Cell(10))));
    let column = " 1  0  3  4\n 5  2  7  8\n 9  6 10 11\n13 14 15 12";
    plays(START, "<click 2>", column);
    plays(START, "<click 2><undo>", START);
}

#[test]
fn a_click_elsewhere_or_on_the_blank_does_nothing() {
    for cell in [1, 3, 8, 10, 16] {
        let session = plays(START, &format!("<click {cell}>"), START);
        assert!(session.journal().is_empty(), "{cell}");
    }
}

#[test]
fn an_arrow_slides_the_tile_that_can_go_that_way() {
    plays(START, "l", " 1  2  3  4\n 5  6  7  8\n 9 10  0 11\n13 14 15 12");
    plays(START, "u", " 1  2  3  4\n 5  6  7  8\n 9 14 10 11\n13  0 15 12");
    plays(START, "r", " 1  2  3  4\n 5  6  7  8\n 0  9 10 11\n13 14 15 12");
    plays(START, "d", " 1  2  3  4\n 5  0  7  8\n 9  6 10 11\n13 14 15 12");
    plays(START, "rrr", " 1  2  3  4\n 5  6  7  8\n 0  9 10 11\n13 14 15 12");
    // Turned round, they move the blank.
    let turned = "<set arrows=blank>l";
    plays(START, turned, " 1  2  3  4\n 5  6  7  8\n 0  9 10 11\n13 14 15 12");
}

#[test]
fn solved_it_ignores_clicks_until_a_new_board() {
    let mut session = plays(START, "lul", " 1  2  3  4\n 5  6  7  8\n 9 10 15 11\n13 14 12  0");
    assert!(!session.is_solved());
    session = plays(START, "llu", " 1  2  3  4\n 5  6  7  8\n 9 10 11 12\n13 14 15  0");
    assert!(session.is_solved());
    assert!(!session.play(&Action::Click(Cell(11), Button::Left)).unwrap());
    assert!(!session.play(&Action::Move(Direction::Down)).unwrap());
    session.undo().unwrap();
    assert!(!session.is_solved());
    assert!(session.play(&Action::Click(Cell(15), Button::Left)).unwrap());
}

#[test]
fn the_same_seed_is_the_same_board_and_a_new_one_can_be_undone() {
    let mut session = made(7, &[]);
    // These numbers are a promise to every machine.
    let first = "13 11 15  3\n 9 14  8  1\n10  4  2  5\n 7 12  0  6";
    assert_eq!(rows(&session), first);
    assert!(session.new_board().unwrap());
    let second = rows(&session);
    assert_ne!(second, first);
    assert_eq!(moves(&mut session), "Moves 0");
    session.undo().unwrap();
    assert_eq!(rows(&session), first);
    assert_eq!(session.board().seed(), 7);
    session.redo().unwrap();
    assert_eq!(rows(&session), second);
    let seed = session.board().seed();
    assert_eq!(rows(&made(seed, &[])), second, "the seed that is shown gives this board");
}

#[test]
fn a_text_is_a_seed_as_well() {
    let text = tilewright::grid::seed_of("a rainy day");
    assert_eq!(text, 382_156_455, "the same everywhere and for ever");
    assert_ne!(rows(&made(text, &[])), rows(&made(7, &[])));
}

#[test]
fn another_size_is_another_board_of_the_same_seed_and_undo_brings_the_old_one_back() {
    let mut session = made(7, &[]);
    let first = everything(&session);
    let set = |session: &mut Session, name: &str, number: f64| {
        session.set(name, Setting::Number(number)).unwrap();
    };
    set(&mut session, "width", 5.0);
    set(&mut session, "width", 6.0);
    assert_eq!(session.journal().done(), 1, "a slider that is drawn along is one turn");
    set(&mut session, "height", 5.0);
    assert_eq!(rows(&session), rows(&made(7, &[("width", 6.0), ("height", 5.0)])));
    session.play(&Action::Move(Direction::Left)).unwrap();
    while session.undo().unwrap() {}
    assert_eq!(everything(&session), first);
    // What is declared follows the board: there is no tile 16 on it.
    assert!(session.game().tile("15").is_some() && session.game().tile("16").is_none());
    session.redo().unwrap();
    assert!(session.game().tile("23").is_some());
}

#[test]
fn a_picture_or_other_numbers_do_not_disturb_the_board() {
    let mut session = made(7, &[]);
    session.play(&Action::Move(Direction::Right)).unwrap();
    let before = everything(&session);
    let picture = Setting::Text("pictures/lighthouse.png".into());
    assert_eq!(session.set("picture", picture).unwrap(), Set::GoesOn);
    let off = Setting::Text("off".into());
    assert_eq!(session.set("numbers", off).unwrap(), Set::GoesOn);
    assert_eq!(everything(&session), before);
    assert_eq!(session.journal().done(), 1);
}

#[test]
fn a_recording_of_a_whole_game_replays_to_the_same_board() {
    let mut session = made(7, &[("width", 3.0), ("height", 2.0)]);
    let played = "<click 1><click 2>lurd<undo><click 4>ll<undo><undo><redo><new><click 3>\
                  <set width=4>uldr<click 5><undo><click 8><new 12>rrdd<restart><click 1>\
                  <set height=3><undo><new>lu";
    for step in read_steps(played).unwrap() {
        session.take(&step).unwrap();
    }
    // What the history holds is a recording as well, without what was undone.
    let recording: String = session.journal().tokens().collect();
    assert!(recording.contains("<click ") && recording.contains("<set width=4>"), "{recording}");
    assert!(!recording.contains("undo"));
    for text in [played, &recording] {
        let mut again = made(7, &[("width", 3.0), ("height", 2.0)]);
        for step in read_steps(text).unwrap() {
            again.take(&step).unwrap();
        }
        assert_eq!(everything(&again), everything(&session), "{text}");
        assert_eq!(again.board().seed(), session.board().seed());
    }
}

#[test]
fn a_position_that_is_none_is_refused_with_its_cell() {
    for (rows, expected) in [
        ("1 2 3\n4 5 5\n7 8 0", "test.xsb:2:5: level 1: tile 5 is there twice"),
        ("1 2 3\n4 0 5\n7 8 0", "test.xsb:3:5: level 1: the blank (0) is there twice"),
        ("1 2 3\n4 5\n7 8 0", "test.xsb:2:3: level 1: this row is too short"),
        (
            "1 2 3\n4 5 9\n7 8 0",
            "test.xsb:2:5: 9 means nothing to Fifteen here; expected numbers from 0 to 8",
        ),
        ("1 2 3\n4 5 6\n8 7 0", "test.xsb:1:1: level 1: this position cannot be solved"),
        ("0", "test.xsb:1:1: level 1: a board has 2 to 20 rows and columns, not 1 x 1"),
    ] {
        let said = refusal(rows);
        assert!(said.starts_with(expected), "{rows}\n{said}");
    }
}

#[test]
fn a_number_stands_for_the_tile_of_exactly_that_name() {
    let tiles = "['01'] = {}, ['+1'] = {}, ['1'] = {}, ['2'] = {}";
    let script =
        format!("return {{ tiles = {{ {tiles} }}, legend = {{ [0] = '2' }}, act = print }}");
    let folder = common::Folder::with_script(&script);
    for _ in 0..8 {
        let session = session(&folder.scripts(), "1 0\n");
        assert!(session.board().has(Cell(0), session.game().tile("1").unwrap()));
        assert_eq!(rows(&session), "1 0");
    }
}

#[test]
fn what_is_set_is_recorded_so_that_it_reads_back() {
    for value in ["6", "a > b", "50%", "%3E", " x ", "/tmp/a<b>.png"] {
        let step = Step::Set("picture".into(), value.into());
        assert_eq!(read_steps(&step.token()).unwrap(), [step], "{value}");
    }
}

#[test]
fn run_lengths_stand_beside_clicks_and_names() {
    let tokens = |text: &str| {
        let steps = read_steps(text).unwrap();
        steps.iter().map(Step::token).collect::<String>()
    };
    assert_eq!(tokens("2(lu)3R<undo><click 5 right>2d"), "lulurrr<undo><click 5 right>dd");
    assert_eq!(tokens("<new 12><click 3><set width=4>"), "<new 12><click 3><set width=4>");
    let seed = tilewright::grid::seed_of("my board");
    assert_eq!(tokens("<new my board>"), format!("<new {seed}>"), "any text is a seed");
    let bad = |text: &str| read_steps(text).unwrap_err().to_string();
    assert!(bad("<undo>3x").starts_with("column 8: 'x'"), "{}", bad("<undo>3x"));
    assert!(bad("<undo>3(l").starts_with("column 8"), "{}", bad("<undo>3(l"));
    assert!(bad("2l<hint>i").starts_with("column 9: 'i'"), "{}", bad("2l<hint>i"));
    assert!(bad("2l<undo><und").starts_with("column 9: a '<'"), "{}", bad("2l<undo><und"));
}
