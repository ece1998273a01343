//! Clicks and taps that a script makes plans of, on squares and hexagons: walks and pushes
//! beside plain searches over the text of random boards; what is picked; walks in the
//! history and in recordings; and plans that go wrong.

mod common;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, VecDeque};
use std::path::Path;
use std::rc::Rc;
use std::time::Duration;

use common::{Folder, everything, press, rows, session, stock, stock_scripts};
use tilewright::grid::{Cell, Direction, Random, Tiling, Value};
use tilewright::level::read;
use tilewright::rules::{Action, Button, Game, Limits, ScriptError, Scripts, Setting};
use tilewright::session::{Clicked, PlayedLevel, Session, Step, read_steps};

// Boards on any cells, and clicks on them.

/// A level from a text; the name of its file says how the cells lie.
fn level_of(game: &Game, text: &str, file: &str) -> PlayedLevel {
    let collection = read(text.as_bytes(), Path::new(file), &game.declared().alphabet()).unwrap();
    PlayedLevel { level: Rc::new(collection.levels.into_iter().next().unwrap()), number: 1 }
}

/// A game of that script on hexagons.
fn hexagonal(scripts: &Scripts, text: &str) -> Session {
    let game = scripts.load().unwrap_or_else(|error| panic!("{error}"));
    let level = level_of(&game, text, "test.hsb");
    let begun = Session::begin(game, level, 7).map_err(|(_, refusal)| refusal);
    begun.unwrap_or_else(|refusal| panic!("{refusal}\n{text}"))
}

/// Goes on to a board whose cells lie so.
fn deal(session: &mut Session, text: &str, tiling: Tiling) {
    let file = if tiling == Tiling::Square { "test.xsb" } else { "test.hsb" };
    let level = level_of(session.game(), text, file);
    session.change_level(level).unwrap_or_else(|refusal| panic!("{refusal}\n{text}"));
    assert_eq!(session.board().topology().tiling(), tiling, "{text}");
}

fn cell(number: usize) -> Cell {
    Cell(u32::try_from(number).unwrap())
}

/// The cell in a column and row of the text of squares, both from 0.
fn at(session: &Session, (x, y): (u32, u32)) -> Cell {
    session.board().topology().cell(x, y).unwrap()
}

fn click(session: &mut Session, place: (u32, u32)) -> Clicked {
    let cell = at(session, place);
    session.click(cell, Button::Left).unwrap()
}

/// The cells that clicks can lead to, in reading order.
fn reached(session: &mut Session) -> Vec<usize> {
    let mut cells: Vec<usize> = session.reach().unwrap().into_iter().map(Cell::index).collect();
    cells.sort_unstable();
    cells
}

/// The cells that hold a tile, in reading order.
fn holding(session: &Session, tile: &str) -> Vec<usize> {
    let tile = session.game().tile(tile).unwrap();
    session.board().all(tile).map(Cell::index).collect()
}

fn tokens(session: &Session) -> String {
    session.journal().tokens().collect()
}

/// All that planning must leave as it is.
fn state(session: &Session) -> (String, u64, usize, usize) {
    let (board, journal) = (session.board(), session.journal());
    let names = board.names().var_count();
    (everything(session), board.digest(), journal.done(), journal.len() * 10_000 + names)
}

/// Plays a walk, of which every step must move.
fn follow(session: &mut Session, actions: &[Action]) {
    let began = session.journal().done();
    for action in actions {
        assert!(session.play(action).unwrap(), "{action:?} is blocked on\n{}", rows(session));
    }
    session.note_walk(began);
}

fn take(session: &mut Session, recording: &str) {
    for step in read_steps(recording).unwrap() {
        session.take(&step).unwrap_or_else(|error| panic!("{error}"));
    }
}

/// Clicks on the stock game's squares, in the columns and rows of the text.
#[track_caller]
fn clicks(before: &str, places: &[(u32, u32)], after: &str) -> Session {
    let mut session = session(&stock("sokoban"), before);
    for place in places {
        let step = Step::Play(Action::Click(at(&session, *place), Button::Left));
        session.take(&step).unwrap_or_else(|error| panic!("{error}"));
    }
    let is = rows(&session);
    assert_eq!(is, after, "after clicks on {places:?}:\n{is}\nexpected:\n{after}\n");
    session
}

// A board as its text has it, and plain searches over that.

/// A row and a column of a text, or a way from one to another.
type Place = (i32, i32);

const SQUARE: [Place; 4] = [(0, -1), (-1, 0), (0, 1), (1, 0)];

/// Only every other column of a row has a cell.
const HEXAGON: [Place; 6] = [(0, -2), (-1, -1), (-1, 1), (0, 2), (1, 1), (1, -1)];

/// The cells of a text of which every row begins and ends with a sign, in reading order.
struct Drawn {
    places: Vec<Place>,
    signs: Vec<char>,
    ways: &'static [Place],
}

impl Drawn {
    fn read(text: &str, tiling: Tiling) -> Drawn {
        let hex = tiling != Tiling::Square;
        let ways: &'static [Place] = if hex { &HEXAGON } else { &SQUARE };
        let (mut places, mut signs) = (Vec::new(), Vec::new());
        for (row, y) in text.lines().zip(0..) {
            let first = row.find(|sign: char| sign != ' ').unwrap();
            let apart = if hex { 2 } else { 1 };
            for (x, sign) in row.chars().enumerate().skip(first).step_by(apart) {
                places.push((y, i32::try_from(x).unwrap()));
                signs.push(sign);
            }
        }
        Drawn { places, signs, ways }
    }

    fn next(&self, cell: usize, way: Place) -> Option<usize> {
        let (y, x) = self.places[cell];
        self.places.binary_search(&(y + way.0, x + way.1)).ok()
    }

    fn is_box(&self, cell: usize) -> bool {
        matches!(self.signs[cell], '$' | '*')
    }

    fn is_free(&self, cell: usize) -> bool {
        self.signs[cell] != '#' && !self.is_box(cell)
    }

    fn player(&self) -> usize {
        self.signs.iter().position(|sign| *sign == '+').unwrap()
    }

    fn boxes(&self) -> Vec<usize> {
        (0..self.signs.len()).filter(|cell| self.is_box(*cell)).collect()
    }

    /// The fewest steps to each cell that the player can walk to.
    fn distances(&self) -> Vec<Option<usize>> {
        let mut far: Vec<Option<usize>> = vec![None; self.signs.len()];
        let mut open = VecDeque::from([self.player()]);
        far[self.player()] = Some(0);
        while let Some(cell) = open.pop_front() {
            let further = far[cell].map(|steps| steps + 1);
            for next in self.ways.iter().filter_map(|way| self.next(cell, *way)) {
                if self.is_free(next) && far[next].is_none() {
                    far[next] = further;
                    open.push_back(next);
                }
            }
        }
        far
    }

    /// Where pushes bring a box while all others stay, each with the fewest pushes and, of
    /// ways with as many, the fewest moves (Dijkstra). Its own cell is among them just
    /// when the box can come back to it.
    fn pushes(&self, picked: usize) -> BTreeMap<usize, (usize, usize)> {
        let free = |cell: &usize| *cell == picked || self.is_free(*cell);
        let mut landed = BTreeMap::new();
        let mut known = BTreeSet::new();
        let mut open = BinaryHeap::from([Reverse(((0_usize, 0_usize), picked, self.player()))]);
        while let Some(Reverse(((pushes, moves), load, player))) = open.pop() {
            if !known.insert((load, player)) {
                continue;
            }
            for way in self.ways {
                let Some(there) = self.next(player, *way).filter(free) else { continue };
                if there != load {
                    open.push(Reverse(((pushes, moves + 1), load, there)));
                    continue;
                }
                let Some(beyond) = self.next(load, *way).filter(free) else { continue };
                let cost = (pushes + 1, moves + 1);
                let best = landed.entry(beyond).or_insert(cost);
                *best = cost.min(*best);
                open.push(Reverse((cost, beyond, there)));
            }
        }
        landed
    }
}

fn below(random: &mut Random, limit: usize) -> usize {
    usize::try_from(random.below(limit as u64)).unwrap()
}

/// The most cells of a side, the most boxes, and the most walls in 100 cells.
type Most = (usize, usize, usize);

/// A board of at least 3x3 cells and 1 box, the first box on no goal.
fn random_board(random: &mut Random, tiling: Tiling, (side, boxes, walls): Most) -> String {
    let (width, height) = (3 + below(random, side - 2), 3 + below(random, side - 2));
    let walls = below(random, walls);
    let mut signs = Vec::new();
    for cell in 0..width * height {
        // A blank at the end of a row might be lost.
        let free = if [0, width - 1].contains(&(cell % width)) { '.' } else { ' ' };
        signs.push(if below(random, 100) < walls { '#' } else { free });
    }
    let mut cells: Vec<usize> = (0..signs.len()).collect();
    random.shuffle(&mut cells);
    let boxes = 1 + below(random, boxes);
    for (nth, cell) in cells.into_iter().take(1 + boxes).enumerate() {
        signs[cell] = ['+', '$', '*'][nth.min(2)];
    }
    text_of(&signs, width, tiling)
}

fn text_of(signs: &[char], width: usize, tiling: Tiling) -> String {
    let row = |(row, y): (&[char], usize)| {
        let cells: Vec<String> = row.iter().map(char::to_string).collect();
        let shifted = (tiling == Tiling::HexEven) == y.is_multiple_of(2);
        match tiling {
            Tiling::Square => cells.concat(),
            _ => format!("{}{}", if shifted { " " } else { "" }, cells.join(" ")),
        }
    };
    signs.chunks(width).zip(0..).map(row).collect::<Vec<_>>().join("\n")
}

// Walks.

/// Clicks on every cell of a board but boxes. Returns how many there is a way to, and to
/// how many there is none.
fn walk_everywhere(session: &mut Session, text: &str, tiling: Tiling) -> [usize; 2] {
    deal(session, text, tiling);
    let drawn = Drawn::read(text, tiling);
    let distances = drawn.distances();
    let near: Vec<usize> = (0..distances.len()).filter(|to| distances[*to].is_some()).collect();
    assert_eq!(reached(session), near, "{text}");
    let targets: Vec<usize> = (0..distances.len()).filter(|to| !drawn.is_box(*to)).collect();
    for &to in &targets {
        match (distances[to], session.click(cell(to), Button::Left).unwrap()) {
            (None, Clicked::NoWay(no)) => assert_eq!(no, cell(to)),
            (Some(steps), Clicked::Walk(actions)) => {
                assert_eq!(actions.len(), steps, "to cell {to} of\n{text}");
                follow(session, &actions);
                assert_eq!(holding(session, "player"), [to], "{text}");
                assert_eq!(holding(session, "box"), drawn.boxes(), "{text}");
                assert_eq!(session.undo_walk().unwrap(), steps > 0);
                assert_eq!(session.journal().done(), 0, "one walk");
            }
            (steps, clicked) => panic!("to cell {to}: {steps:?}, got {clicked:?}\n{text}"),
        }
    }
    [near.len(), targets.len() - near.len()]
}

/// That on many boards.
fn walks_are_shortest(tiling: Tiling) {
    let mut session = session(&stock("sokoban"), "#####\n#@$.#\n#####");
    let mut random = Random::new(41);
    let mut sums = [0; 2];
    for _ in 0..110 {
        let text = random_board(&mut random, tiling, (12, 8, 50));
        let [ways, none] = walk_everywhere(&mut session, &text, tiling);
        sums = [sums[0] + ways, sums[1] + none];
    }
    assert!(sums[0] > 2000 && sums[1] > 1000, "the boards say something: {sums:?}");
}

#[test]
fn walks_on_squares_are_shortest() {
    walks_are_shortest(Tiling::Square);
}

#[test]
fn walks_on_hexagons_whose_first_row_is_shifted_are_shortest() {
    walks_are_shortest(Tiling::HexEven);
}

#[test]
fn walks_on_hexagons_whose_second_row_is_shifted_are_shortest() {
    walks_are_shortest(Tiling::HexOdd);
}

#[test]
fn a_click_on_a_free_cell_walks_there_around_walls_and_boxes() {
    let before = "########\n#@  #  #\n# # #$ #\n#   . .#\n########";
    let after = "########\n#   #@ #\n# # #$ #\n#   . .#\n########";
    let session = clicks(before, &[(5, 1)], after);
    assert_eq!(*session.board().var_named("pushes"), Value::Number(0.0));
    assert_eq!(*session.board().var_named("moves"), Value::Number(10.0));
}

#[test]
fn a_click_on_what_cannot_be_walked_to_moves_nothing() {
    let before = "#######\n#@ $ .#\n#######";
    let session = clicks(before, &[(4, 1), (5, 1), (0, 0), (1, 1)], before);
    assert!(session.journal().is_empty());
}

// Pushes.

/// The stock game, but never won, so that a box goes on over a goal.
fn never_won() -> Folder {
    let text = std::fs::read_to_string(stock_scripts().join("sokoban.lua")).unwrap();
    assert!(text.contains("\n  won = won,\n"));
    Folder::with_script(&text.replace("\n  won = won,\n", "\n"))
}

/// Picks a box; one that cannot be pushed anywhere is not to be had.
#[track_caller]
fn pick(session: &mut Session, from: usize, can_be_pushed: bool) {
    let expected = if can_be_pushed { Clicked::Picked } else { Clicked::NoWay(cell(from)) };
    assert_eq!(session.click(cell(from), Button::Left).unwrap(), expected);
    assert_eq!(session.picked(), can_be_pushed.then(|| cell(from)));
}

/// Plays the pushes of a box to a cell, and takes them back. Returns how many pushes and
/// moves there were.
fn push(
    session: &mut Session,
    actions: &[Action],
    (drawn, from, to): (&Drawn, usize, usize),
) -> (usize, usize) {
    follow(session, actions);
    let mut boxes = drawn.boxes();
    boxes.retain(|other| *other != from);
    boxes.push(to);
    boxes.sort_unstable();
    assert_eq!(holding(session, "box"), boxes, "from {from} to {to}");
    let pushes = tokens(session).chars().filter(char::is_ascii_uppercase).count();
    assert!(session.undo_walk().unwrap());
    assert_eq!(session.journal().done(), 0, "one walk");
    (pushes, actions.len())
}

/// Has one box of a board pushed to every cell. Returns how many there is a way to, and to
/// how many there is none.
fn push_everywhere(
    session: &mut Session,
    text: &str,
    (drawn, from): (&Drawn, usize),
) -> [usize; 2] {
    let landed = drawn.pushes(from);
    pick(session, from, !landed.is_empty());
    let near: Vec<usize> = landed.keys().copied().collect();
    if near.is_empty() {
        return [0, drawn.signs.len() - drawn.boxes().len()];
    }
    assert_eq!(reached(session), near, "with the box {from} picked on\n{text}");
    session.let_go();
    let targets: Vec<usize> = (0..drawn.signs.len()).filter(|to| !drawn.is_box(*to)).collect();
    let mut ways = 0;
    for &to in &targets {
        pick(session, from, true);
        match (landed.get(&to), session.click(cell(to), Button::Left).unwrap()) {
            (None, Clicked::NoWay(no)) => assert_eq!(no, cell(to)),
            (Some(best), Clicked::Walk(actions)) => {
                ways += 1;
                let cost = push(session, &actions, (drawn, from, to));
                assert_eq!(cost, *best, "pushes and moves of {from} to {to} on\n{text}");
            }
            (best, clicked) => panic!("{from} to {to}: {best:?}, got {clicked:?}\n{text}"),
        }
        assert_eq!(session.picked(), None);
    }
    [ways, targets.len() - ways]
}

fn pushes_are_best(tiling: Tiling) {
    let folder = never_won();
    let mut session = session(&folder.scripts(), "#####\n#@$.#\n#####");
    let mut random = Random::new(42);
    let mut sums = [0; 2];
    for _ in 0..80 {
        let text = random_board(&mut random, tiling, (7, 4, 25));
        deal(&mut session, &text, tiling);
        let drawn = Drawn::read(&text, tiling);
        let boxes = drawn.boxes();
        let from = boxes[below(&mut random, boxes.len())];
        let [ways, none] = push_everywhere(&mut session, &text, (&drawn, from));
        sums = [sums[0] + ways, sums[1] + none];
    }
    assert!(sums[0] > 300 && sums[1] > 300, "the boards say something: {sums:?}");
}

#[test]
fn pushes_on_squares_are_best() {
    pushes_are_best(Tiling::Square);
}

#[test]
fn pushes_on_hexagons_whose_first_row_is_shifted_are_best() {
    pushes_are_best(Tiling::HexEven);
}

#[test]
fn pushes_on_hexagons_whose_second_row_is_shifted_are_best() {
    pushes_are_best(Tiling::HexOdd);
}

#[test]
fn a_picked_box_is_pushed_around_a_corner() {
    let before = "#######\n#@    #\n# $   #\n##   .#\n#######";
    let after = "#######\n#     #\n#    @#\n##   *#\n#######";
    let session = clicks(before, &[(2, 2), (5, 3)], after);
    assert_eq!(tokens(&session), "dRRRurD");
    assert!(session.is_solved());
}

#[test]
fn a_box_can_be_sent_to_where_the_player_stands() {
    // The player goes to the right side of the box and pushes it to the left.
    let before = "#######\n#@ $  #\n#    .#\n#######";
    clicks(before, &[(3, 1), (1, 1)], "#######\n#$@   #\n#    .#\n#######");
}

#[test]
fn pushes_that_solve_the_level_on_their_way_end_there() {
    let session =
        clicks("########\n#@$ .  #\n########", &[(2, 1), (6, 1)], "########\n#  @*  #\n########");
    assert!(session.is_solved());
    assert_eq!(tokens(&session), "RR");
}

#[test]
fn a_box_can_be_sent_back_to_its_own_cell_only_where_it_can_leave_it() {
    let reach = |rows: &str, place: (u32, u32)| {
        let mut session = session(&stock("sokoban"), rows);
        assert_eq!(click(&mut session, place), Clicked::Picked);
        reached(&mut session)
    };
    assert_eq!(reach("######\n#@$ .#\n######", (2, 1)), [9, 10], "there is no way back");
    assert_eq!(reach("######\n#@  .#\n#  $ #\n######", (3, 2)), [13, 14, 15, 16]);
}

#[test]
fn a_box_that_cannot_be_pushed_is_not_picked() {
    let mut session = session(&stock("sokoban"), "####\n#$@#\n#. #\n####");
    let there = at(&session, (1, 1));
    assert_eq!(click(&mut session, (1, 1)), Clicked::NoWay(there));
    assert_eq!(session.picked(), None);
}

// What is picked.

const TWO_BOXES: &str = "########\n#@   $ #\n#  $ . #\n#    . #\n########";
const BOXES: [(u32, u32); 2] = [(5, 1), (3, 2)];

#[test]
fn without_pushes_by_click_a_box_is_not_picked() {
    let mut session = session(&stock("sokoban"), TWO_BOXES);
    session.set("push_by_click", Setting::YesNo(false)).unwrap();
    let before = state(&session);
    for place in BOXES {
        let there = at(&session, place);
        assert_eq!(click(&mut session, place), Clicked::NoWay(there));
        assert_eq!(session.picked(), None);
    }
    assert_eq!(state(&session), before);
    let walk = click(&mut session, (3, 1));
    assert_eq!(walk, Clicked::Walk(vec![Action::Move(Direction::Right); 2]), "walks go on");
    session.set("push_by_click", Setting::YesNo(true)).unwrap();
    assert_eq!(click(&mut session, BOXES[0]), Clicked::Picked);
}

#[test]
fn a_second_click_on_a_box_lets_go_of_it() {
    let mut session = session(&stock("sokoban"), TWO_BOXES);
    assert_eq!(session.picked(), None);
    assert_eq!(click(&mut session, BOXES[0]), Clicked::Picked);
    assert_eq!(session.picked(), Some(at(&session, BOXES[0])));
    assert_eq!(click(&mut session, BOXES[0]), Clicked::Picked);
    assert_eq!(session.picked(), None);
    assert!(matches!(click(&mut session, (6, 2)), Clicked::Walk(_)), "a walk, no push");
    assert_eq!(click(&mut session, BOXES[0]), Clicked::Picked);
    assert_eq!(session.picked(), Some(at(&session, BOXES[0])), "and a third one picks it again");
}

#[test]
fn a_click_on_another_box_picks_that_one() {
    let mut session = session(&stock("sokoban"), TWO_BOXES);
    for place in [BOXES[0], BOXES[1], BOXES[0]] {
        assert_eq!(click(&mut session, place), Clicked::Picked);
        assert_eq!(session.picked(), Some(at(&session, place)));
    }
    // It is that one which goes.
    clicks(
        TWO_BOXES,
        &[BOXES[0], BOXES[1], (4, 2)],
        "########\n#    $ #\n#  @$. #\n#    . #\n########",
    );
}

#[test]
fn steps_undo_redo_and_restart_let_go() {
    for key in ["r", "u", "z", "x", "!"] {
        let mut session = session(&stock("sokoban"), TWO_BOXES);
        press(&mut session, "rrz").unwrap();
        assert_eq!(click(&mut session, BOXES[1]), Clicked::Picked);
        press(&mut session, key).unwrap();
        assert_eq!(session.picked(), None, "after {key}");
        assert!(matches!(click(&mut session, (6, 3)), Clicked::Walk(_)), "after {key}");
    }
}

#[test]
fn a_click_on_a_wall_is_no_way_with_a_box_picked_or_not() {
    let mut session = session(&stock("sokoban"), TWO_BOXES);
    let wall = at(&session, (0, 0));
    assert_eq!(click(&mut session, (0, 0)), Clicked::NoWay(wall));
    assert_eq!(click(&mut session, BOXES[0]), Clicked::Picked);
    assert_eq!(click(&mut session, (0, 0)), Clicked::NoWay(wall));
}

#[test]
fn a_click_on_a_solved_level_or_beside_the_board_is_nothing() {
    let mut session = session(&stock("sokoban"), "######\n#@$. #\n######");
    assert_eq!(session.click(Cell(18), Button::Left).unwrap(), Clicked::Nothing);
    press(&mut session, "r").unwrap();
    assert!(session.is_solved());
    let before = state(&session);
    for cell in session.board().topology().cells().collect::<Vec<_>>() {
        assert_eq!(session.click(cell, Button::Left).unwrap(), Clicked::Nothing);
        assert_eq!(session.picked(), None);
    }
    assert_eq!(state(&session), before);
    press(&mut session, "z").unwrap();
    assert_eq!(click(&mut session, (2, 1)), Clicked::Picked);
}

#[test]
fn planning_changes_nothing() {
    let mut session = session(&stock("sokoban"), TWO_BOXES);
    press(&mut session, "rrz").unwrap();
    let before = state(&session);
    let cells: Vec<Cell> = session.board().topology().cells().collect();
    for picked in [None, Some(BOXES[0]), Some(BOXES[1])] {
        for &cell in &cells {
            session.let_go();
            if let Some(place) = picked {
                assert_eq!(click(&mut session, place), Clicked::Picked);
                session.reach().unwrap();
            }
            session.click(cell, Button::Left).unwrap();
            session.reach().unwrap();
            assert_eq!(state(&session), before, "{picked:?}, then {cell:?}");
        }
    }
    assert!(session.redo().unwrap(), "what was undone is still there");
}

#[test]
fn what_a_plan_says_is_told_at_once_and_what_it_names_is_forgotten() {
    let folder = planner("board.vars['v' .. click.cell] = 1 board:say('tried') return click.cell");
    let mut session = session(&folder.scripts(), ROW);
    let names = session.board().names().var_count();
    for cell in 0..4 {
        session.click(Cell(cell), Button::Left).unwrap();
        assert_eq!(session.take_said(), ["tried"]);
        session.let_go();
    }
    assert_eq!(session.board().names().var_count(), names);
    session.reach().unwrap();
    assert!(session.take_said().is_empty());
}

#[test]
fn a_plan_that_clicks_is_refused() {
    let folder = planner("return '<click 2>'");
    let mut session = session(&folder.scripts(), ROW);
    let error = session.click(Cell(1), Button::Left).unwrap_err().to_string();
    assert!(error.contains("plan returned \"<click 2>\", which clicks"), "{error}");
}

// Walks in the history and in recordings.

/// The fifth column of the first row is cell 13, that of the third one 27; the box is cell
/// 17 and the goal 19.
const ROOM: &str = "#######\n#@    #\n# $ . #\n#     #\n#######";

#[test]
fn a_click_in_a_recording_leaves_the_steps_that_it_came_to() {
    for (clicks, steps) in
        [("<click 13>", "rrrr"), ("<click 17><click 19>", "dRR"), ("r<click 17><click 17>d", "rD")]
    {
        let mut clicked = session(&stock("sokoban"), ROOM);
        take(&mut clicked, clicks);
        assert_eq!(tokens(&clicked), steps, "{clicks}");
        let mut walked = session(&stock("sokoban"), ROOM);
        take(&mut walked, steps);
        assert_eq!(everything(&walked), everything(&clicked), "{clicks}");
    }
}

#[test]
fn a_click_in_a_recording_that_comes_to_nothing_leaves_nothing() {
    let mut session = session(&stock("sokoban"), ROOM);
    let before = state(&session);
    // A wall, the player's own cell, and a box that is only picked.
    for recording in ["<click 1>", "<click 9>", "<click 17>"] {
        let step = &read_steps(recording).unwrap()[0];
        assert!(!session.take(step).unwrap(), "{recording}");
        assert_eq!(state(&session), before, "{recording}");
    }
    let step = &read_steps("<click 36>").unwrap()[0];
    let error = session.take(step).unwrap_err().to_string();
    assert!(error.contains("there is no cell 36 to click on"), "{error}");
    assert_eq!(state(&session), before);
}

#[test]
fn a_walk_is_taken_back_step_by_step() {
    let mut session = session(&stock("sokoban"), ROOM);
    let mut boards = vec![everything(&session)];
    for _ in 0..4 {
        press(&mut session, "r").unwrap();
        boards.push(everything(&session));
    }
    press(&mut session, "zzzz").unwrap();
    take(&mut session, "<click 13>");
    for board in boards.iter().rev() {
        assert_eq!(everything(&session), *board);
        session.undo().unwrap();
    }
    for board in &boards {
        assert_eq!(everything(&session), *board);
        session.redo().unwrap();
    }
}

#[test]
fn a_walk_is_taken_back_and_done_again_as_a_whole() {
    let mut session = session(&stock("sokoban"), ROOM);
    let before = everything(&session);
    take(&mut session, "<click 13>");
    let after = everything(&session);
    for halves in ["", "z", "zzz"] {
        press(&mut session, halves).unwrap();
        assert!(session.undo_walk().unwrap());
        assert_eq!(everything(&session), before, "after {halves}");
        press(&mut session, &halves.replace('z', "x")).unwrap();
        assert!(session.redo_walk().unwrap());
        assert_eq!(everything(&session), after, "after {halves}");
    }
    assert!(!session.redo_walk().unwrap(), "there is no more");
    session.undo_walk().unwrap();
    assert!(!session.undo_walk().unwrap(), "there was nothing before");
}

/// A walk of which half was taken back, and a new step.
fn half_a_walk() -> Session {
    let mut session = session(&stock("sokoban"), ROOM);
    take(&mut session, "<click 13>");
    press(&mut session, "zzd").unwrap();
    assert_eq!(tokens(&session), "rrd");
    session
}

#[test]
fn a_step_after_half_a_walk_drops_the_rest_and_is_taken_back_alone() {
    let mut session = half_a_walk();
    assert!(!session.redo_walk().unwrap(), "the rest is gone");
    assert_eq!(session.journal().len(), 3);
    assert!(session.undo_walk().unwrap());
    assert_eq!(tokens(&session), "rr");
    assert!(session.redo_walk().unwrap());
    assert_eq!(tokens(&session), "rrd");
}

#[test]
fn what_is_left_of_a_walk_is_taken_back_as_a_whole() {
    let mut session = half_a_walk();
    session.undo_walk().unwrap();
    assert!(session.undo_walk().unwrap());
    assert_eq!(tokens(&session), "");
    assert!(session.redo_walk().unwrap());
    assert_eq!(tokens(&session), "rr");
}

#[test]
fn a_click_that_moves_nothing_forgets_no_walk() {
    // The player's own cell, no step away; and a wall.
    for (halves, nowhere) in [("zzzz", "<click 9>"), ("zz", "<click 11>"), ("zz", "<click 1>")] {
        let mut session = session(&stock("sokoban"), ROOM);
        take(&mut session, "<click 13>");
        press(&mut session, halves).unwrap();
        take(&mut session, nowhere);
        assert_eq!(session.journal().len(), 4, "what was undone is still there");
        assert!(session.redo_walk().unwrap());
        assert_eq!(tokens(&session), "rrrr", "{halves} {nowhere}");
        assert!(session.undo_walk().unwrap());
        assert_eq!(tokens(&session), "", "{halves} {nowhere}");
    }
}

#[test]
fn walks_that_follow_each_other_are_separate() {
    let mut session = session(&stock("sokoban"), ROOM);
    take(&mut session, "<click 13><click 27>");
    assert_eq!(tokens(&session), "rrrrdd");
    for left in ["rrrr", ""] {
        assert!(session.undo_walk().unwrap());
        assert_eq!(tokens(&session), left);
    }
    for done in ["rrrr", "rrrrdd"] {
        assert!(session.redo_walk().unwrap());
        assert_eq!(tokens(&session), done);
    }
    assert!(!session.redo_walk().unwrap());
}

#[test]
fn a_step_between_two_walks_is_of_neither() {
    let mut session = session(&stock("sokoban"), ROOM);
    take(&mut session, "r<click 13>d<click 27>");
    assert_eq!(tokens(&session), "rrrrdd");
    for left in ["rrrrd", "rrrr", "r", ""] {
        assert!(session.undo_walk().unwrap());
        assert_eq!(tokens(&session), left);
    }
    for done in ["r", "rrrr", "rrrrd", "rrrrdd"] {
        assert!(session.redo_walk().unwrap());
        assert_eq!(tokens(&session), done);
    }
}

// The rule on hexagons.

/// Plays keys on hexagons and compares what comes of it.
#[track_caller]
fn hexagons(before: &str, keys: &str, after: &str) -> Session {
    let mut session = hexagonal(&stock("sokoban"), before);
    press(&mut session, keys).unwrap_or_else(|error| panic!("{error}"));
    let is = rows(&session);
    assert_eq!(is, after, "after {keys}:\n{is}\nexpected:\n{after}\n");
    session
}

const WALLS: &str = "# # # # #";

/// A key, and the three rows between the walls before and after it.
const PUSHES: [(&str, [&str; 3], [&str; 3]); 6] = [
    ("l", [" #     . #", "#   $ @ #", " #       #"], [" #     . #", "# $ @   #", " #       #"]),
    ("u", [" #     . #", "#   $   #", " #   @   #"], [" # $   . #", "#   @   #", " #       #"]),
    ("n", [" #     . #", "#   $   #", " # @     #"], [" #   $ . #", "#   @   #", " #       #"]),
    ("r", [" #     . #", "# @ $   #", " #       #"], [" #     . #", "#   @ $ #", " #       #"]),
    ("s", [" # @   . #", "#   $   #", " #       #"], [" #     . #", "#   @   #", " #   $   #"]),
    ("d", [" #   @ . #", "#   $   #", " #       #"], [" #     . #", "#   @   #", " # $     #"]),
];

#[test]
fn a_box_on_hexagons_is_pushed_six_ways_and_against_no_wall() {
    for (key, before, after) in PUSHES {
        let walled = |[one, two, three]: [&str; 3]| [WALLS, one, two, three, WALLS].join("\n");
        let (before, after) = (walled(before), walled(after));
        let session = hexagons(&before, key, &after);
        assert_eq!(session.board().topology().tiling(), Tiling::HexOdd);
        assert_eq!(tokens(&session), key.to_uppercase());
        // There it stands against a wall.
        hexagons(&before, &key.repeat(3), &after);
        hexagons(&before, &format!("{key}z"), &before);
        // One more row above, and the first one is shifted.
        let shifted = |rows: &str| format!(" {WALLS}\n{rows}");
        let session = hexagons(&shifted(&before), key, &shifted(&after));
        assert_eq!(session.board().topology().tiling(), Tiling::HexEven);
    }
}

#[test]
fn two_boxes_on_hexagons_are_too_many() {
    let before = "# # # # #\n # .   . #\n#   $   #\n # @ $   #\n# # # # #";
    // The box up to the right goes, for the other one is not behind it.
    hexagons(before, "n", "# # # # #\n # . $ . #\n#   @   #\n #   $   #\n# # # # #");
    let before = "# # # # #\n # @   . #\n#   $ . #\n #   $   #\n# # # # #";
    hexagons(before, "s", before);
}

#[test]
fn the_edge_of_an_open_level_of_hexagons_blocks() {
    hexagons("@ $ .", "lunds", "@ $ .");
    hexagons("@ $ .", "r", "  @ *");
    hexagons("$ @ .", "l", "$ @ .");
    hexagons("@ .\n $ #", "sdlun", "@ .\n $ #");
    hexagons(" . @\n# $", "ndrs", " . @\n# $");
}

/// Walls around a player in the middle of free cells.
const WIDE: &str =
    "# # # # # #\n #     $ . #\n#         #\n #   @     #\n#         #\n # # # # # #";

#[test]
fn a_walk_around_a_hexagon_comes_back_to_it() {
    for around in ["lrunds", "lnrsdlur"] {
        let mut session = hexagons(WIDE, around, WIDE);
        assert_eq!(tokens(&session), around);
        let moves = format!("Moves {}   Pushes 0", around.len());
        assert_eq!(session.status().unwrap(), Some(moves));
    }
    hexagons(
        WIDE,
        "ln",
        "# # # # # #\n #     $ . #\n#   @     #\n #         #\n#         #\n # # # # # #",
    );
}

#[test]
fn squares_refuse_the_steps_of_hexagons() {
    let mut session = session(&stock("sokoban"), ROOM);
    press(&mut session, "r").unwrap();
    let before = state(&session);
    for step in ["n", "s"] {
        let error = press(&mut session, step).unwrap_err();
        assert_eq!(error.message, format!("Sokoban has no action {step}"));
        assert_eq!(state(&session), before);
    }
    press(&mut session, "r").unwrap();
    assert_eq!(tokens(&session), "rr");
}

/// Tells where each direction leads to, and which cells are near.
const TELLS: &str = r##"return {
  tiles = { player = {}, wall = {} },
  legend = { ["@"] = "player", ["#"] = "wall" },
  act = function() end,
  status = function(board)
    local here, steps = board:find("player"), {}
    for n, dir in ipairs(board.dirs) do
      steps[n] = dir .. "=" .. tostring(board:step(here, dir))
    end
    return table.concat(steps, " ") .. "; " .. table.concat(board:near(here):table(), " ")
  end,
}"##;

#[test]
fn a_script_finds_six_directions_on_hexagons_and_four_on_squares() {
    let folder = Folder::with_script(TELLS);
    let hex = |rows: &str| hexagonal(&folder.scripts(), rows).status().unwrap().unwrap();
    let odd = "left=4 up-left=2 up-right=3 right=6 down-right=9 down-left=8; 4 2 3 6 9 8";
    assert_eq!(hex("# # #\n # @ #\n# # #"), odd);
    let even = "left=4 up-left=1 up-right=2 right=6 down-right=8 down-left=7; 4 1 2 6 8 7";
    assert_eq!(hex(" # # #\n# @ #\n # # #"), even);
    let corner = "left=nil up-left=nil up-right=nil right=2 down-right=4 down-left=nil; 2 4";
    assert_eq!(hex("@ # #\n # # #"), corner);
    let square = session(&folder.scripts(), "###\n#@#\n###").status().unwrap().unwrap();
    assert_eq!(square, "left=4 up=2 right=6 down=8; 4 2 6 8");
}

// Plans that go wrong.

/// A walker with more fields.
fn walker(more: &str) -> Folder {
    Folder::with_script(&format!(
        r##"return {{
  tiles = {{ player = {{}}, box = {{}} }},
  legend = {{ ["@"] = "player", ["$"] = "box" }},
  act = function(board, action)
    local here = board:find("player")
    local there = board:step(here, action.dir)
    if there then board:move(here, there, "player") end
  end,
  {more}
}}"##
    ))
}

fn planner(plan: &str) -> Folder {
    walker(&format!("plan = function(board, click) {plan} end,"))
}

const ROW: &str = "@  $";

/// Everything that a script can change.
const CHANGES: &str = "board:move(board:find('player'), 4, 'player') board:random(6) \
                       board.vars.n = 5 board:fill('box') ";

/// Asks a walker in the middle of a game something; the board must stay as it was.
#[track_caller]
fn asked<T>(
    folder: &Folder,
    ask: impl Fn(&mut Session) -> Result<T, ScriptError>,
) -> Result<T, ScriptError> {
    let limits = Limits { start: Duration::from_millis(500), ..Limits::default() };
    let mut session = session(&Scripts::new(folder.path(), "game", limits), ROW);
    press(&mut session, "rrz").unwrap();
    let before = state(&session);
    let answer = ask(&mut session);
    assert_eq!(state(&session), before);
    assert!(answer.is_ok() || session.picked().is_none());
    press(&mut session, "r").unwrap();
    assert_eq!(rows(&session), "  @$", "the game goes on");
    answer
}

fn click_last(session: &mut Session) -> Result<Clicked, ScriptError> {
    session.click(Cell(3), Button::Left)
}

#[test]
fn a_plan_that_fails_is_told_and_changes_nothing() {
    for (plan, told) in [
        ("error('no plan today')", "no plan today"),
        ("local nothing = nil return nothing.field", "attempt to index nil"),
        ("while true do end", "this took longer than it may (500 ms) and was stopped"),
        ("board:step(0, 'left')", "expected a cell from 1 to 4"),
        ("board:resize(9, 9)", "the board can be given another size only in start"),
        ("pcall(board.set, board, 0, 'box') return 1", "the script caught this error"),
    ] {
        for plan in [plan.to_owned(), format!("{CHANGES}{plan}")] {
            let error = asked(&planner(&plan), click_last).unwrap_err();
            assert!(error.message.contains(told), "{plan}: {error}");
            assert!(error.path.is_some_and(|path| path.ends_with("game.lua")), "{plan}");
        }
    }
}

#[test]
fn an_answer_that_is_no_plan_is_told_and_changes_nothing() {
    let number = "plan returned a number; expected nothing, a cell to pick, or steps like";
    for (answer, told) in [
        ("{}", "plan returned a table; expected nothing, a cell to pick, or steps like"),
        ("print", "plan returned a function; expected nothing"),
        ("true", "plan returned a boolean; expected nothing"),
        ("'rxr'", "plan returned \"rxr\" (column 2: 'x' is no step"),
        ("'r<dance'", "plan returned \"r<dance\" (column 2: a '<' without its '>')"),
        ("0", number),
        ("-1", number),
        ("board.size + 1", number),
        ("1.5", number),
        ("0/0", number),
        ("1/0", number),
    ] {
        for plan in [format!("return {answer}"), format!("{CHANGES}return {answer}")] {
            let error = asked(&planner(&plan), click_last).unwrap_err();
            assert!(error.message.contains(told), "{plan}: {error}");
        }
    }
}

#[test]
fn a_plan_that_changes_the_board_has_only_tried_it_out() {
    let walk = Clicked::Walk(vec![Action::Move(Direction::Right); 2]);
    let no_way = Clicked::NoWay(Cell(3));
    for (answer, expected) in [
        ("", &no_way),
        ("return nil", &no_way),
        ("return false", &no_way),
        ("return click.cell", &Clicked::Picked),
        ("return board.size", &Clicked::Picked),
        ("return 1", &Clicked::Picked),
        ("return 'rr'", &walk),
        ("return '2r'", &walk),
        ("return ''", &Clicked::Walk(Vec::new())),
    ] {
        for plan in [answer.to_owned(), format!("{CHANGES}{answer}")] {
            assert_eq!(asked(&planner(&plan), click_last).as_ref(), Ok(expected), "{plan}");
        }
    }
}

#[test]
fn a_plan_is_told_what_is_clicked_and_what_is_held() {
    let plan = "if click.button == 'right' then return end
      if click.held then board:say(click.held .. ' to ' .. click.cell) return 'r' end
      return 2";
    let folder = planner(plan);
    let mut session = session(&folder.scripts(), ROW);
    assert_eq!(session.click(Cell(3), Button::Right).unwrap(), Clicked::NoWay(Cell(3)));
    assert_eq!(session.click(Cell(3), Button::Left).unwrap(), Clicked::Picked);
    assert_eq!(session.picked(), Some(Cell(1)), "the cell that the plan names");
    let right = Action::Move(Direction::Right);
    assert_eq!(session.click(Cell(2), Button::Left).unwrap(), Clicked::Walk(vec![right]));
    assert_eq!(session.take_said(), ["2 to 3"]);
    assert_eq!(session.picked(), None);
}

#[test]
fn what_was_played_before_a_step_that_cannot_be_stays_and_is_one_walk() {
    for steps in ["rr<dance>r", "rrnr", "rr<undo>r"] {
        let folder = planner(&format!("return '{steps}'"));
        let mut session = session(&folder.scripts(), ROW);
        let before = everything(&session);
        let step = &read_steps("<click 4>").unwrap()[0];
        let error = session.take(step).unwrap_err().to_string();
        assert!(error.contains("has no action"), "{steps}: {error}");
        assert_eq!((rows(&session).as_str(), tokens(&session).as_str()), ("  @$", "rr"));
        assert!(session.undo_walk().unwrap());
        assert_eq!(everything(&session), before, "{steps}");
    }
}

#[test]
fn a_reach_that_fails_is_told_and_changes_nothing() {
    let reach = |body: &str| {
        let folder = walker(&format!("reach = function(board, held) {CHANGES}{body} end,"));
        asked(&folder, Session::reach)
    };
    for (body, told) in [
        ("error('no reach today')", "no reach today"),
        ("while true do end", "this took longer than it may (500 ms) and was stopped"),
        ("return 5", "reach returned number; expected a list of cells"),
        ("return", "reach returned nil; expected a list of cells"),
    ] {
        let error = reach(body).unwrap_err();
        assert!(error.message.contains(told), "{body}: {error}");
    }
    assert_eq!(reach("return { 4, 0, 1, 5, 99 }"), Ok(vec![Cell(3), Cell(0)]), "only cells");
    assert_eq!(reach("return board:all('box')").map(|cells| cells.len()), Ok(4));
}
