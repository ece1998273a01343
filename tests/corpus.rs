//! Recorded solutions of other people's levels through the Lua rule, and all the
//! way back.

mod common;

use common::{corpus, stock};
use tilewright::level::Shelf;
use tilewright::session::{PlayedLevel, Session, read_solutions, replay};

/// Solves every level, undoes everything, and does it all again.
fn solve(levels: &str, solutions: &str, expected: usize) {
    let Some(corpus) = corpus() else {
        return;
    };
    let game = stock("sokoban").load().unwrap();
    let shelf = Shelf::open(&corpus.join("xsb").join(levels), &game.declared().alphabet());
    let shelf = shelf.unwrap();
    let path = corpus.join("solutions").join(solutions);
    let recorded = read_solutions(&std::fs::read_to_string(&path).unwrap(), &path).unwrap();
    assert_eq!(recorded.len(), expected);
    assert_eq!(shelf.levels().len(), expected);
    let pick = |number| PlayedLevel { level: shelf.level(number).unwrap(), number };
    let mut session = Session::begin(game, pick(1), 0).map_err(|(_, refusal)| refusal).unwrap();
    for one in &recorded {
        session.change_level(pick(one.number)).unwrap();
        let first = session.board().clone();
        let outcome = replay(&mut session, one, Session::take);
        assert!(outcome.error.is_none(), "level {}: {:?}", one.number, outcome.error);
        while session.undo().unwrap() {}
        assert!(session.board().same_as(&first), "level {} undone", one.number);
        assert!(!session.is_solved());
        while session.redo().unwrap() {}
        assert!(session.is_solved(), "level {} redone", one.number);
    }
}

#[test]
fn microban_is_solved_undone_and_redone() {
    solve("Microban_155.xsb", "Microban.lurd.txt", 155);
}

#[test]
fn xsokoban_is_solved_undone_and_redone() {
    solve("XSokoban_90.xsb", "XSokoban_90.lurd.txt", 90);
}

#[test]
fn sasquatch_is_solved_undone_and_redone() {
    solve("Sasquatch_50.xsb", "Sasquatch.lurd.txt", 50);
}

#[test]
fn holland_with_its_trailing_blanks_has_81_levels_that_begin() {
    let Some(corpus) = corpus() else {
        return;
    };
    let game = stock("sokoban").load().unwrap();
    let shelf = Shelf::open(&corpus.join("xsb/Holland_81.xsb"), &game.declared().alphabet());
    let shelf = shelf.unwrap();
    assert_eq!(shelf.levels().len(), 81);
    let pick = |number| PlayedLevel { level: shelf.level(number).unwrap(), number };
    let mut session = Session::begin(game, pick(1), 0).map_err(|(_, refusal)| refusal).unwrap();
    for number in 2..=81 {
        session.change_level(pick(number)).unwrap_or_else(|refusal| panic!("{refusal}"));
    }
}
