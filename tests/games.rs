//! The stock games that come with levels: each level is solved by the solution that stands
//! beside it, undone to its beginning, and done again.

mod common;

use std::path::Path;
use std::rc::Rc;

use common::{Folder, press, session, stock, stock_scripts, wanted};
use tilewright::app::{Player, open};
use tilewright::level::{Shelf, read};
use tilewright::rules::{Scripts, level_rows};
use tilewright::session::{PlayedLevel, Recorded, Session, read_steps, replay};

/// Solves the levels of a game, undoes everything, and does it all again.
fn solve(name: &str, expected: usize) {
    let game = stock(name).load().unwrap_or_else(|error| panic!("{error}"));
    let folder = stock_scripts().with_file_name("levels").join(name);
    let shelf = Shelf::open(&folder, &game.declared().alphabet()).unwrap();
    assert!(shelf.refused().is_empty(), "{:?}", shelf.refused());
    assert_eq!(shelf.levels().len(), expected);
    let pick = |number| PlayedLevel { level: shelf.level(number).unwrap(), number };
    let mut session = Session::begin(game, pick(1), 0).map_err(|(_, refusal)| refusal).unwrap();
    for (level, number) in shelf.levels().iter().zip(1..) {
        let title = level.title.as_deref().unwrap_or_default();
        assert!(!title.is_empty(), "{name} {number} has no title");
        session.change_level(pick(number)).unwrap();
        let first = session.board().clone();
        let steps = read_steps(level.solutions.first().expect(title)).unwrap();
        let one = Recorded { number, counts: Vec::new(), steps };
        let outcome = replay(&mut session, &one, Session::take);
        assert!(outcome.error.is_none(), "{title}: {:?}", outcome.error);
        while session.undo().unwrap() {}
        assert!(session.board().same_as(&first), "{title} undone");
        while session.redo().unwrap() {}
        assert!(session.is_solved(), "{title} redone");
    }
}

#[test]
fn robots_is_solved_undone_and_redone() {
    solve("robots", 11);
}

#[test]
fn mine_carts_is_solved_undone_and_redone() {
    solve("carts", 10);
}

#[test]
fn tumble_is_solved_undone_and_redone() {
    solve("tumble", 11);
}

#[test]
fn a_row_of_tumble_slides_as_one() {
    let mut game = session(&stock("tumble"), "########\n#re*   #\n#*er   #\n########");
    press(&mut game, "r").unwrap();
    let rows = |stage| level_rows(game.game(), &game.stage(stage).board);
    assert_eq!(rows(0)[1], "# re*  #");
    assert_eq!(rows(1)[1], "#  re* #");
    assert_eq!(rows(2)[1], "#   re*#");
}

#[test]
fn a_cart_on_a_switch_shows_where_it_will_go() {
    let mut game = session(&stock("carts"), "a>##A\n #\n #");
    let lamps = |game: &Session| {
        let count = |way| game.board().count(game.game().tile(way).unwrap());
        ["right", "down"].map(count)
    };
    for (recording, expected) in [(".", [1, 0]), ("<switch-1>", [0, 1])] {
        for step in read_steps(recording).unwrap() {
            game.take(&step).unwrap();
        }
        assert_eq!(lamps(&game), expected, "{recording}");
    }
}

#[test]
fn robots_and_mine_carts_refuse_hexagons_in_plain_words() {
    for (name, rows, why) in [
        ("robots", "# # # #\n # @ h #", "robots only know their way about on squares"),
        ("carts", "# # # #\n # a # A", "the cells of a mine are squares"),
    ] {
        let game = stock(name).load().unwrap_or_else(|error| panic!("{error}"));
        let path = Path::new("test.hsb");
        let read = read(rows.as_bytes(), path, &game.declared().alphabet()).unwrap();
        let level = Rc::new(read.levels.into_iter().next().unwrap());
        let begun = Session::begin(game, PlayedLevel { level, number: 1 }, 0);
        let (_, refusal) = begun.map(|_| ()).unwrap_err();
        assert!(refusal.to_string().ends_with(why), "{refusal}");
    }
}

/// The line of keys in the window.
fn hints(scripts: Scripts, levels: &Path) -> String {
    let opened = open(&scripts, &wanted(levels, 1)).unwrap();
    Player::new(scripts, opened).caption(100).hints
}

#[test]
fn the_line_of_keys_promises_no_move_by_click_and_is_short_where_a_game_has_many_keys() {
    let of = |name: &str| hints(stock(name), &stock_scripts().with_file_name("levels").join(name));
    assert!(of("sokoban").starts_with("Click or arrows: move    "));
    assert!(of("robots").starts_with("Arrows or WASD: move    "));
    let carts = "Click or arrows: play    1 ... 6: switch-1 ... switch-6    ";
    assert!(of("carts").starts_with(carts), "{}", of("carts"));

    let many = |keys: &str| {
        let folder = Folder::with_script(&format!(
            "return {{ tiles = {{ a = {{}} }}, legend = {{ [\"#\"] = \"a\" }}, \
             keys = {{ {keys} }}, act = function() end }}"
        ));
        folder.write("levels/a.txt", "##\n##");
        hints(folder.scripts(), &folder.path().join("levels"))
    };
    let three = many("b = \"bow\", n = \"undo\", c = \"cut\", d = \"dig\"");
    assert!(three.contains("    N: undo    B: bow    C: cut    D: dig    "), "{three}");
    let four = many("b = \"bow\", n = \"undo\", c = \"cut\", d = \"dig\", e = \"eat\"");
    assert!(four.contains("    N: undo    B ... E: bow ... eat    "), "{four}");
}
