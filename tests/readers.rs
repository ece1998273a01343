//! What people write is read or refused, whatever it is: levels in every form, solutions,
//! recordings and rule tests. Nothing panics, what is wrong has its place in the file, and what
//! can be written is read again as the same.

#[path = "common/cases.rs"]
mod cases;
mod common;
#[path = "common/damage.rs"]
mod damage;

use std::cell::RefCell;
use std::path::Path;

use cases::cases;
use common::{Folder, press, session, stock, stock_scripts};
use damage::{Bytes, files};
use proptest::prelude::*;
use tilewright::level::{Alphabet, Level, LevelError, Place, Shelf, decode, read};
use tilewright::rules::{lay_out, level_rows, level_text};
use tilewright::session::{
    RuleTest, Session, Step, holds_rule_tests, read_rule_tests, read_solutions, read_steps,
    replay_recording,
};

/// A file of the project.
fn own(name: &str) -> Vec<u8> {
    std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap()
}

fn texts(texts: &[&str]) -> Vec<Vec<u8>> {
    texts.iter().map(|text| text.as_bytes().to_vec()).collect()
}

/// Rows of squares with all that may stand around them.
const SQUARES: &str = "Collection: Rooms\nAuthor: Somebody\n\nOne\n\n#####\n#@$.#\n#####\n\
    Comment: first\nsecond\nComment-End:\n\n; 2\n5#|#@$.#|5#|\n\nSolution\nrr2(lR)\n\
    \nTwo\n\n\t####\n-#@$ . #\n####____\n\nTitle: Three\n";

/// Levels as XML.
const SLC: &str = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<!DOCTYPE SokobanLevels SYSTEM \
    \"SokobanLev.dtd\">\n<SokobanLevels><Title>Room &amp; board</Title><Description>One.\nTwo.\
    </Description><Email>a@b.example</Email>\n<LevelCollection Copyright=\"Sömebody\" \
    MaxWidth=\"5\">\n<Level Id=\"Oné\" Width=\"5\" Height=\"3\">\n<L>#####</L>\n<L>#@&#36;.#</L>\n\
    <L><![CDATA[#####]]></L></Level>\n<Level Id=\"Two\"><L>\n#####\n#@$.#\n#####\n</L></Level>\n\
    </LevelCollection></SokobanLevels>\n";

/// Two rooms of hexagons.
const HEXAGONS: &str = "\"Comb\"\n\n # # # #\n# @ $ . #\n # # # #\n\nsnurDL\n\n# # #\n # @$ #\n";

/// A list of levels; its map is not there.
const LIST: &str = "[\n{\"level_id\": 1, \"level_info\": {\"level_map\": \"map.txt\", \
    \"player_pos\": [1, 1], \"box_pos_list\": [[1, 2], [2, 2]]}},\n{\"level_id\": \"zweitë\", \
    \"level_info\": {\"level_map\": \"map.txt\", \"player_pos\": [1, 2], \"box_pos_list\": []}}\n]\n";

/// The map of that list.
const MAP: &str = "XXXXX\nXCCHX\nXCCHX\nXXXXX\n";

/// Good files by the ending of their name.
fn good_levels(ending: &str) -> Vec<Vec<u8>> {
    match ending {
        "slc" => texts(&[SLC]),
        "hsb" => [texts(&[HEXAGONS]), vec![own("levels/sokoban/3-honeycomb.hsb")]].concat(),
        "csv" => texts(&["1,2,3\n-1,,0\n", "\u{feff}1, 2\r\nä,3,4\r\n0\r\n"]),
        "json" => texts(&[LIST]),
        _ => vec![SQUARES.into(), own("levels/sokoban/2-warehouse.xsb")],
    }
}

/// A file that is read: where its lines end is counted once.
struct Source<'a> {
    path: &'a Path,
    bytes: &'a [u8],
    /// How many characters each line has; nothing of what is no text.
    lines: Option<Vec<usize>>,
}

impl<'a> Source<'a> {
    fn new(bytes: &'a [u8], path: &'a Path) -> Source<'a> {
        let lines = |text: String| text.split('\n').map(|line| line.chars().count()).collect();
        Source { path, bytes, lines: decode(bytes, path).ok().map(lines) }
    }

    /// The place is one of the file: a character, or the end of a line.
    #[track_caller]
    fn has(&self, place: &Place) {
        assert_eq!(place.path, self.path);
        let Some(lines) = &self.lines else { return };
        let length = place.line.checked_sub(1).and_then(|line| lines.get(line));
        let is_there = length.is_some_and(|length| (1..=length + 1).contains(&place.column));
        assert!(is_there, "{place} is not in the file: that line has {length:?} characters");
    }

    /// What is wrong with the file has a place in it, and says something.
    #[track_caller]
    fn is_blamed(&self, error: &LevelError) {
        let LevelError::Malformed { place, what } = error else { panic!("{error:?}") };
        assert!(!what.is_empty());
        self.has(place);
    }

    /// The levels that the file has, each cell with its place; none where it is refused.
    #[track_caller]
    fn levels(&self, alphabet: &Alphabet) -> Vec<Level> {
        match read(self.bytes, self.path, alphabet) {
            Ok(collection) => {
                assert!(!collection.levels.is_empty());
                collection.refused.iter().for_each(|refused| self.is_blamed(refused));
                collection.levels.iter().for_each(|level| self.has_cells_of(level));
                collection.levels
            }
            Err(error) => {
                self.is_blamed(&error);
                Vec::new()
            }
        }
    }

    fn has_cells_of(&self, level: &Level) {
        for (y, row) in level.rows.iter().enumerate() {
            (0..row.len()).for_each(|x| self.has(&level.place_of(x, y)));
        }
        self.has(&level.place());
    }
}

thread_local! {
    /// A game of Sokoban and one of numbers, for as long as a test has them.
    static GAMES: [RefCell<Session>; 2] = [
        RefCell::new(session(&stock("sokoban"), "#####\n#@$.#\n#####")),
        RefCell::new(session(&stock("fifteen"), "1 2 3\n4 5 0")),
    ];
}

/// Lends a game of squares and hexagons, or else of numbers.
fn with_game(numbers: bool, look: impl FnOnce(&mut Session)) {
    GAMES.with(|games| look(&mut games[usize::from(numbers)].borrow_mut()));
}

/// A level that a game can lay out is written, where it can be, so that it is read again as the
/// same board.
#[track_caller]
fn is_written_as_it_was_read(session: &Session, level: &Level) {
    let game = session.game();
    let laid_out = |level: &Level| lay_out(game, session.board(), level, 0);
    // Large boards come one after the other, and each takes its time.
    let is_small = level.width() * level.rows.len() < 10_000;
    let Some(board) = is_small.then(|| laid_out(level).ok()).flatten() else { return };
    let Ok(text) = level_text(game, &board, &[("Title", "One"), ("Comment", "as it was")]) else {
        return;
    };
    let path = if board.topology().is_hex() { "level.hsb" } else { "level.txt" };
    let again = read(text.as_bytes(), Path::new(path), &game.declared().alphabet());
    let again = again.unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!((again.levels.len(), again.refused.len()), (1, 0), "{text}");
    // What no sign is for, as the floor of number grids, does not count.
    let rows = laid_out(&again.levels[0]).map(|again| level_rows(game, &again));
    assert_eq!(rows, Ok(level_rows(game, &board)), "{text}");
}

/// Reads a file of levels as each kind of game does.
#[track_caller]
fn are_levels_or_refused(bytes: &[u8], name: &str) {
    let folder = Folder::with_script("");
    folder.write("map.txt", MAP);
    let path = folder.path().join(name);
    let source = Source::new(bytes, &path);
    for numbers in [false, true] {
        with_game(numbers, |session| {
            let levels = source.levels(&session.game().declared().alphabet());
            levels.iter().for_each(|level| is_written_as_it_was_read(session, level));
        });
    }
}

proptest! {
    #![proptest_config(cases(512))]

    #[test]
    fn levels_as_text(Bytes(bytes) in files(good_levels("xsb"))) {
        are_levels_or_refused(&bytes, "a.xsb");
    }

    #[test]
    fn levels_of_hexagons(Bytes(bytes) in files(good_levels("hsb"))) {
        are_levels_or_refused(&bytes, "a.hsb");
    }

    #[test]
    fn levels_as_xml(Bytes(bytes) in files(good_levels("slc"))) {
        are_levels_or_refused(&bytes, "a.slc");
    }

    #[test]
    fn levels_of_numbers(Bytes(bytes) in files(good_levels("csv"))) {
        are_levels_or_refused(&bytes, "a.csv");
        are_levels_or_refused(&bytes, "a.txt");
    }

    #[test]
    fn level_lists(Bytes(bytes) in files(good_levels("json"))) {
        are_levels_or_refused(&bytes, "a.json");
    }

    #[test]
    fn levels_that_are_pasted(Bytes(bytes) in files(["xsb", "hsb", "slc"].map(good_levels).concat())) {
        let text = String::from_utf8_lossy(&bytes).replace(['\0', '\r'], "\n");
        let path = Path::new("clipboard");
        let source = Source::new(text.as_bytes(), path);
        with_game(false, |session| {
            match Shelf::from_text(&text, &session.game().declared().alphabet()) {
                Ok(shelf) => {
                    assert!(!shelf.levels().is_empty());
                    shelf.levels().iter().for_each(|level| source.has_cells_of(level));
                }
                Err(error) => source.is_blamed(&error),
            }
        });
    }

    #[test]
    fn recordings(Bytes(bytes) in files(texts(&RECORDINGS))) {
        let text = String::from_utf8_lossy(&bytes);
        match read_steps(&text) {
            Ok(steps) if steps.len() < 10_000 => {
                let tokens: String = steps.iter().map(Step::token).collect();
                let again = read_steps(&tokens).unwrap_or_else(|bad| panic!("{bad}: {tokens}"));
                prop_assert_eq!(&again, &steps);
                with_game(false, |session| are_taken(session, &steps));
            }
            Ok(_) => {}
            Err(bad) => prop_assert!((1..=text.chars().count() + 1).contains(&bad.column)),
        }
    }

    #[test]
    fn solutions(Bytes(bytes) in files(texts(&[SOLUTIONS]))) {
        let text = String::from_utf8_lossy(&bytes);
        let path = Path::new("solutions.txt");
        if let Err(error) = read_solutions(&text, path) {
            let LevelError::Malformed { place, .. } = error else { panic!("{error:?}") };
            let line = text.lines().nth(place.line - 1).unwrap();
            prop_assert!((1..=line.chars().count() + 1).contains(&place.column), "{}", place);
        }
    }

    #[test]
    fn rule_tests(Bytes(bytes) in files(good_rule_tests())) {
        let path = Path::new("tests.txt");
        let source = Source::new(&bytes, path);
        if let Ok(text) = decode(&bytes, path) {
            let _ = holds_rule_tests(&text);
        }
        match read_rule_tests(&bytes, path) {
            Ok(tests) => {
                prop_assert!(!tests.is_empty());
                tests.iter().filter(|test| test.steps().len() < 200).for_each(are_run);
            }
            Err(error) => source.is_blamed(&error),
        }
    }
}

/// Takes steps, as many as a test has time for. What they come to is the game's to say.
fn are_taken(session: &mut Session, steps: &[Step]) {
    for step in steps.iter().take(100) {
        let before = session.journal().done();
        if session.take(step).is_err() {
            assert_eq!(session.journal().done(), before);
        }
    }
    session.restart().unwrap();
}

/// Runs a rule test, or a recording, which holds or does not.
fn are_run(test: &RuleTest) {
    let game = test.game().filter(|game| ["sokoban", "fifteen"].contains(game));
    let holds = replay_recording(test, &stock(game.unwrap_or("sokoban")));
    if let Err(fault) = holds.unwrap_or_else(|error| panic!("{error}")) {
        assert!(!fault.to_string().is_empty());
    }
}

/// All that can stand in a recording.
const RECORDINGS: [&str; 4] = [
    "lurdLURDns..2(r3(l))3r*",
    "<click 5><click 6 right><hint><undo><redo><restart>",
    "<new><new 7><new a word><set width=5><set picture=a%3Eb%0A%25>",
    "<lua board:count(\"box\")><lua@5 return here%0A><lua@0 x><reloaded>",
];

const SOLUTIONS: &str = "# two of them\n1\t33/8\tlurDLurd\n2\t-\t-\n\n3\t1/0\t  2(rR)<undo>\n";

fn good_rule_tests() -> Vec<Vec<u8>> {
    let files = ["sokoban.txt", "fifteen.txt", "sokoban/sokoban-first-comb.txt"];
    let mut good: Vec<Vec<u8>> = files
        .iter()
        .map(|name| std::fs::read(stock_scripts().join("tests").join(name)).unwrap())
        .collect();
    good.push(b"= All\ngame sokoban\nlevel 3 Three\nseed 7\nhexagons\n; a remark\n # # #\n# @ $ #\n> r\n>\n|> # #|\nsolved\nstatus Moves 1\nsays a\nfails b\n".to_vec());
    good
}

proptest! {
    #![proptest_config(cases(48))]

    /// What was played is written as a recording that is played again, on squares as on numbers.
    #[test]
    fn what_was_played_is_read_again(
        numbers in any::<bool>(),
        keys in "[lurdlurdlurdzx!]{0,60}",
        title in "\\PC{0,20}",
    ) {
        let (name, rows) = [("sokoban", ROOM), ("fifteen", "1 2 3\n4 0 5")][usize::from(numbers)];
        let mut session = session(&stock(name), rows);
        // A key that does nothing, or fails, is as good as any.
        let _ = press(&mut session, &keys);
        let text = session.as_rule_test(name, &title).unwrap();
        prop_assert!(holds_rule_tests(&text), "{}", text);
        let tests = read_rule_tests(text.as_bytes(), Path::new("recording.txt")).unwrap();
        prop_assert_eq!(tests.len(), 1);
        prop_assert_eq!(tests[0].game(), Some(name));
        let replayed = replay_recording(&tests[0], &stock(name)).unwrap();
        prop_assert_eq!(replayed.map_err(|fault| fault.to_string()), Ok(session.is_solved()));
    }
}

/// It can be solved in two ways.
const ROOM: &str = "########\n#@ $ . #\n# $    #\n#  .   #\n########";

// What was found, one by one.

/// What is said of a file that is refused.
fn refused(name: &str, bytes: &str) -> String {
    let read = read(bytes.as_bytes(), Path::new(name), &Alphabet::new("#@+$*. ".chars()));
    read.unwrap_err().to_string()
}

#[test]
fn a_column_of_a_level_list_counts_characters() {
    let said = refused("a.json", "[{\"level_id\": \"äöü\", \"level_info\": 5}]");
    assert!(said.starts_with("a.json:1:36: level 1: invalid type: integer `5`"), "{said}");
    let said = refused("a.json", "[\"ä\"\n, \"ä\" x]");
    assert!(said.starts_with("a.json:2:7: "), "{said}");
}

#[test]
fn a_cell_that_run_lengths_make_is_told_at_the_begin_of_its_line() {
    let alphabet = Alphabet::new("#@+$*. ".chars());
    let rooms =
        [("a.xsb", "###\n#@$.#\n9#\n", [2, 1]), ("a.hsb", "# # #\n # $ #\n2(# )#\n", [2, 1])];
    for (name, text, columns) in rooms {
        let level = read(text.as_bytes(), Path::new(name), &alphabet).unwrap().levels.remove(0);
        let told = [level.place_of(1 - usize::from(name == "a.hsb"), 1), level.place_of(2, 2)];
        assert_eq!(told.map(|place| place.column), columns, "{name}");
    }
    assert_eq!(refused("a.xsb", "#####\n4097#\n"), "a.xsb:2:6: a row of more than 4096 cells");
}

#[test]
fn what_is_no_text_is_told_at_its_place() {
    assert!(refused("a.xsb", "#####\n#\0#\n").starts_with("a.xsb:2:2: this is not text"));
}

#[test]
fn a_tab_is_one_character_of_a_line() {
    let said = refused("a.xsb", "\t##5\n#:");
    assert!(said.starts_with("a.xsb:1:4: a count with nothing after it"), "{said}");
}

#[test]
fn a_line_end_of_any_kind_in_a_setting_is_kept() {
    let steps = [Step::Set("name".into(), "a\r\nb%0D>".into())];
    assert_eq!(read_steps(&steps[0].token()).unwrap(), steps);
}

#[test]
fn the_run_lengths_of_all_recordings_of_a_file_are_counted_together() {
    let bad = read_steps("4000000r<x>4000000r").unwrap_err();
    assert_eq!(
        (bad.column, bad.what.as_str()),
        (12, "with what comes before it this grows to more than 4 million characters")
    );
    let path = Path::new("a.txt");
    let solutions = read_solutions("1\t1/1\t4000000r\n2\t1/1\t4000000r\n", path);
    assert!(
        solutions.unwrap_err().to_string().starts_with("a.txt:2:7: with what comes before it this")
    );
    let tests = read_rule_tests(b"= a\nseed 1\n> 4000000r\n> 4000000r\n", path);
    assert!(
        tests.unwrap_err().to_string().starts_with("a.txt:4:3: with what comes before it this")
    );
    // Of what is written out there may be as much as the file has.
    assert_eq!(read_steps(&"r<x>".repeat(10)).unwrap().len(), 20);
    assert_eq!(read_steps(&"9r<x>".repeat(10)).unwrap().len(), 100);
}

#[test]
fn a_word_alone_in_a_rule_test_is_told_where_the_line_ends() {
    let said = |line: &str| {
        let text = format!("= a\n{line}\n");
        read_rule_tests(text.as_bytes(), Path::new("a.txt")).unwrap_err().to_string()
    };
    assert!(said("level").starts_with("a.txt:2:6: "), "{}", said("level"));
    assert!(said("set").starts_with("a.txt:2:4: "), "{}", said("set"));
    assert!(said("seed").starts_with("a.txt:2:5: "), "{}", said("seed"));
}
