//! Level files of every form, good and bad: SLC, HSB, number grids, level lists, and
//! shelves of many files. Knows no game, only the legend of Sokoban.

mod common;

use std::fs;
use std::path::Path;

use common::{CORPUS, corpus, press, rows as board_rows, stock};
use proptest::prelude::*;
use proptest::sample::Index;
use tempfile::TempDir;
use tilewright::app::{Wanted, open};
use tilewright::grid::Tiling;
use tilewright::level::{Alphabet, Collection, Level, LevelError, Seen, Shelf, Symbol, read};
use tilewright::session::Session;

fn sokoban() -> Alphabet {
    Alphabet::new("#.$*@+".chars())
}

fn parsed(name: &str, bytes: impl AsRef<[u8]>) -> Result<Collection, LevelError> {
    read(bytes.as_ref(), Path::new(name), &sokoban())
}

#[track_caller]
fn good(name: &str, bytes: impl AsRef<[u8]>) -> Collection {
    parsed(name, bytes).unwrap_or_else(|error| panic!("{error}"))
}

/// Why a file is refused as a whole.
#[track_caller]
fn refused(name: &str, bytes: impl AsRef<[u8]>) -> String {
    parsed(name, bytes).unwrap_err().to_string()
}

fn rows(level: &Level) -> Vec<String> {
    level.rows.iter().map(|row| row.iter().map(Symbol::to_string).collect()).collect()
}

/// The board as numbers; a character is none.
fn numbers(level: &Level) -> Vec<Vec<i32>> {
    let number = |symbol: &Symbol| match symbol {
        Symbol::Number(number) => *number,
        Symbol::Character(character) => panic!("'{character}' is no number"),
    };
    level.rows.iter().map(|row| row.iter().map(number).collect()).collect()
}

fn said(errors: &[LevelError]) -> Vec<String> {
    errors.iter().map(LevelError::to_string).collect()
}

fn titles(collection: &Collection) -> Vec<&str> {
    collection.levels.iter().map(|level| level.title.as_deref().unwrap_or("-")).collect()
}

fn place(level: &Level, x: usize, y: usize) -> String {
    level.place_of(x, y).to_string()
}

// What people have.

#[test]
fn every_file_of_the_corpus_has_its_levels() {
    let Some(corpus) = corpus() else {
        return;
    };
    for (file, count) in CORPUS {
        let shelf = Shelf::open(&corpus.join(file), &sokoban());
        let shelf = shelf.unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(shelf.levels().len(), count, "{file}");
        assert_eq!(said(shelf.refused()), Vec::<String>::new(), "{file}");
        assert_eq!(shelf.collections().len(), 1);
        assert_eq!(shelf.collections()[0].count, count);
    }
}

/// The rows without empty ones and empty columns around them.
fn trimmed(level: &Level) -> Vec<String> {
    let rows: Vec<String> = rows(level).iter().map(|row| row.trim_end().to_owned()).collect();
    let is_full = |row: &String| !row.is_empty();
    let first = rows.iter().position(is_full).unwrap();
    let last = rows.iter().rposition(is_full).unwrap();
    let margin = |row: &String| row.len() - row.trim_start().len();
    let left = rows.iter().filter(|row| is_full(row)).map(margin).min().unwrap();
    rows[first..=last].iter().map(|row| row.chars().skip(left).collect()).collect()
}

#[test]
fn microban_is_the_same_in_both_forms() {
    let Some(corpus) = corpus() else {
        return;
    };
    let open = |file: &str| Shelf::open(&corpus.join(file), &sokoban()).unwrap();
    let (text, xml) = (open("xsb/Microban_155.xsb"), open("slc/microban.slc"));
    for (number, (text, xml)) in text.levels().iter().zip(xml.levels()).enumerate() {
        assert_eq!(trimmed(text), trimmed(xml), "level {}", number + 1);
    }
    let collection = &xml.collections()[0];
    assert_eq!(collection.title.as_deref(), Some("Microban"));
    assert_eq!(collection.author.as_deref(), Some("David W Skinner"));
    assert_eq!(xml.levels()[0].title.as_deref(), Some("1"));
}

#[test]
fn slc_tells_who_made_the_levels() {
    let Some(corpus) = corpus() else {
        return;
    };
    let path = corpus.join("slc/100Boxes.slc");
    let collection = read(&fs::read(&path).unwrap(), &path, &sokoban()).unwrap();
    assert_eq!(collection.title.as_deref(), Some("100 Boxes"));
    assert_eq!(collection.author.as_deref(), Some("François Marques"));
    assert!(collection.notes.contains(&"email: sokoban@online.fr".to_owned()));
    assert!(collection.notes.iter().any(|note| note.starts_with("This collection includes")));
    let first = &collection.levels[0];
    assert_eq!(first.title.as_deref(), Some("Connection"));
    assert_eq!(first.author, None, "it is said of the collection");
    assert_eq!(first.line, 13);
    assert_eq!(place(first, 3, 0), format!("{}:13:13", path.display()));
}

#[test]
fn hexagonal_levels_lie_as_they_are_drawn() {
    let Some(corpus) = corpus() else {
        return;
    };
    let shelf = Shelf::open(&corpus.join("hsb/svenhex.hsb"), &sokoban()).unwrap();
    let first = &shelf.levels()[0];
    assert_eq!(first.title.as_deref(), Some("svenx001"));
    assert_eq!(first.tiling, Tiling::HexOdd);
    let expected =
        ["  ###", " #  #", " #   #", " #..#", " # . #", "# $$$#", " ###* #", "  #@ #", "   ###"];
    assert_eq!(rows(first), expected);
    let shelf = Shelf::open(&corpus.join("hsb/dwshex.hsb"), &sokoban()).unwrap();
    assert_eq!(shelf.levels()[0].title.as_deref(), Some("dws001"));
    assert!(shelf.levels().iter().all(|level| level.tiling == Tiling::HexOdd));
    assert!(shelf.levels().iter().all(|level| level.solutions.is_empty()));
}

#[test]
fn a_level_list_has_the_numbers_of_a_number_grid() {
    let Some(corpus) = corpus() else {
        return;
    };
    let shelf = Shelf::open(&corpus.join("json/levels.json"), &sokoban()).unwrap();
    let expected = [
        [-1, -1, -1, -1, -1, -1, -1],
        [-1, 1, 1, 1, 1, 1, -1],
        [-1, 1, 3, 0, 1, 1, -1],
        [-1, 2, 1, 1, 1, 1, -1],
        [-1, -1, -1, -1, -1, -1, -1],
    ];
    assert_eq!(numbers(&shelf.levels()[0]), expected);
    let expected = [
        [-1, -1, -1, -1, -1, -1, -1],
        [-1, -1, 1, 1, 1, -1, -1],
        [-1, 0, 3, 2, 3, 0, -1],
        [-1, -1, 1, 1, 1, -1, -1],
        [-1, -1, -1, -1, -1, -1, -1],
    ];
    assert_eq!(numbers(&shelf.levels()[1]), expected);
    assert_eq!(shelf.levels()[1].line, 3);
    assert_eq!(shelf.seen().len(), 3, "the list and both maps are watched");
}

// SLC.

/// An SLC file; its levels begin in line 6.
fn slc(levels: &str) -> String {
    format!(
        "<?xml version=\"1.0\"?>\n<!DOCTYPE SokobanLevels SYSTEM \"SokobanLev.dtd\">\n\
         <SokobanLevels>\n<Title>Some</Title>\n<LevelCollection Copyright=\"Me\">\n\
         {levels}</LevelCollection>\n</SokobanLevels>\n"
    )
}

/// A level in five lines.
fn slc_level(id: &str, middle: &str) -> String {
    format!(
        "<Level Id=\"{id}\" Width=\"5\" Height=\"3\">\n  <L>#####</L>\n  <L>{middle}</L>\n  \
         <L>#####</L>\n</Level>\n"
    )
}

const PLAIN: [&str; 3] = ["#####", "#@$.#", "#####"];

#[test]
fn an_odd_level_of_slc_is_refused_by_name_and_the_others_load() {
    let levels = ["Good", "Odd", "More"].map(|id| {
        let middle = if id == "Odd" { "#?$.#" } else { "#@$.#" };
        slc_level(id, middle)
    });
    let collection = good("a.slc", slc(&levels.concat()));
    assert_eq!(titles(&collection), ["Good", "More"]);
    assert_eq!(
        said(&collection.refused),
        ["a.slc:13:7: level 2 \"Odd\": unknown character '?' in a board"]
    );
    assert_eq!(rows(&collection.levels[1]), PLAIN);
    assert_eq!(place(&collection.levels[0], 1, 1), "a.slc:8:7");
    assert_eq!(place(&collection.levels[1], 0, 2), "a.slc:19:6");
    let nothing = slc(&(slc_level("Good", "#@$.#") + "<Level Id=\"None\"/>\n"));
    let collection = good("a.slc", nothing);
    assert_eq!(titles(&collection), ["Good"]);
    let expected = "a.slc:11:1: level 2 \"None\": it has no rows; expected rows like <L>#####</L>";
    assert_eq!(said(&collection.refused), [expected]);
}

#[test]
fn a_row_of_slc_may_stand_anywhere() {
    let text = "<Level Id=\"x\"><L>###</L><L>#@#</L>\n\n<L>###</L></Level>\n";
    let level = &good("a.slc", slc(text)).levels[0];
    assert_eq!(rows(level), ["###", "#@#", "###"]);
    assert_eq!(place(level, 1, 1), "a.slc:6:29");
    assert_eq!(place(level, 0, 2), "a.slc:8:4");
    let level = &good("a.slc", slc("<Level>\n<L>#&#64;&#36;.#</L></Level>\n")).levels[0];
    assert_eq!(rows(level), ["#@$.#"]);
    assert_eq!(level.title, None);
    assert_eq!(place(level, 2, 0), "a.slc:7:10");
    assert_eq!(place(level, 3, 0), "a.slc:7:15");
    let level = &good("a.slc", slc("<Level>\n<L><![CDATA[#@$.#]]></L></Level>\n")).levels[0];
    assert_eq!(rows(level), ["#@$.#"]);
    assert_eq!(place(level, 0, 0), "a.slc:7:13");
    let level = &good("a.slc", slc("<Level>\n<L>\n#####\n#@$.#\n</L></Level>\n")).levels[0];
    assert_eq!(rows(level), ["#####", "#@$.#"]);
    assert_eq!(place(level, 1, 1), "a.slc:9:2");
    let level = &good("a.slc", slc("<Level>\n<L>\t#@-_#</L></Level>\n")).levels[0];
    assert_eq!(rows(level), ["        #@  #"]);
    assert_eq!(place(level, 9, 0), "a.slc:7:6");
}

#[test]
fn slc_may_bring_its_document_type() {
    let doctype = "<!DOCTYPE SokobanLevels [\n<!ELEMENT L (#PCDATA)>\n<!-- it's -->\n]>\n";
    let text = slc(&slc_level("Good", "#@$.#"));
    let text = text.replace("<!DOCTYPE SokobanLevels SYSTEM \"SokobanLev.dtd\">\n", doctype);
    let collection = good("a.slc", text);
    assert_eq!(place(&collection.levels[0], 1, 1), "a.slc:11:7", "three lines more");
}

#[test]
fn what_is_no_slc_is_refused_with_its_place() {
    assert!(refused("a.slc", "just words\n").starts_with("a.slc:1:1: this is not well-formed XML"));
    assert!(refused("a.slc", "<html/>").starts_with("a.slc:1:1: expected <SokobanLevels>, got"));
    assert!(refused("a.slc", "<SokobanLevels/>").starts_with("a.slc:1:1: no level in this file"));
    let cut = slc(&slc_level("Good", "#@$.#")).replace("</SokobanLevels>\n", "");
    assert!(refused("a.slc", &cut).starts_with("a.slc:12:1: this is not well-formed XML"));
    let crossed = slc("<Level>\n<L>###</Level></L>\n");
    let message = refused("a.slc", &crossed);
    assert!(message.starts_with("a.slc:7:7: "), "{message}");
    assert!(message.ends_with("expected 'L' tag, not 'Level'"), "{message}");
    let unknown = refused("a.slc", slc(&slc_level("Good", "#&nbsp;@#")));
    assert!(unknown.starts_with("a.slc:8:7: "), "{unknown}");
    let alone = refused("a.slc", slc(&slc_level("Odd", "#?$.#")));
    assert_eq!(alone, "a.slc:8:7: level 1 \"Odd\": unknown character '?' in a board");
    let wide = slc(&slc_level("Wide", &"#".repeat(5000)));
    assert!(refused("a.slc", wide).contains("a row of more than 4096 cells"));
}

#[test]
fn xml_that_grows_without_end_is_refused_at_once() {
    let mut entities = "<!ENTITY lol0 \"lol\">\n".to_owned();
    for depth in 1..10 {
        let inner = format!("&lol{};", depth - 1).repeat(10);
        entities += &format!("<!ENTITY lol{depth} \"{inner}\">\n");
    }
    let bomb = |entities: &str, text: &str| {
        format!(
            "<!DOCTYPE SokobanLevels [\n{entities}]>\n<SokobanLevels><LevelCollection><Level>\
             <L>{text}</L></Level></LevelCollection></SokobanLevels>"
        )
    };
    let message = refused("a.slc", bomb(&entities, "&lol9;"));
    assert!(message.starts_with("a.slc:2:1: this file declares entities"), "{message}");
    let long = format!("<!ENTITY a \"{}\">\n", "#".repeat(100_000));
    let message = refused("a.slc", bomb(&long, &"&a;".repeat(100_000)));
    assert!(message.contains("declares entities"), "{message}");
    let deep = refused("a.slc", "<SokobanLevels>".repeat(200_000));
    assert!(deep.contains("more than 64 tags within each other"), "{deep}");
    let hidden = "<?xml version=\"1.0\"?><!DOCTYPE a SYSTEM \"<!--\">".to_owned();
    let deep = refused("a.slc", hidden + &"<a>".repeat(200_000) + "<!-- -->");
    assert!(deep.contains("more than 64 tags within each other"), "{deep}");
    let attributes: String = (0..100_000).map(|number| format!(" a{number}=''")).collect();
    let many = refused("a.slc", format!("<SokobanLevels{attributes}/>"));
    assert!(many.contains("a tag with more than 64 attributes"), "{many}");
    let many = refused("a.slc", format!("<a>{}</a>", "<![CDATA[#]]>".repeat(300_000)));
    assert!(many.contains("too many CDATA sections"), "{many}");
    let many = refused("a.slc", "<a/>".repeat(5_000_000));
    assert!(many.contains("tags and attributes in one file"), "{many}");
}

// HSB.

const HEX: &str = "\"one\"\n # # #\n# @ . #\n # $ #\n  # #\n";

#[test]
fn hexagons_stand_in_every_other_column() {
    let level = &good("a.hsb", HEX).levels[0];
    assert_eq!(level.title.as_deref(), Some("one"));
    assert_eq!(level.tiling, Tiling::HexEven);
    assert_eq!(rows(level), ["###", "#@.#", "#$#", " ##"]);
    assert_eq!(place(level, 1, 1), "a.hsb:3:3");
    assert_eq!(place(level, 2, 0), "a.hsb:2:6");
    let moved = |by: usize| {
        let row = |line: &str| format!("{}{line}\n", " ".repeat(by));
        HEX.lines().skip(1).map(row).collect::<String>()
    };
    let level = &good("a.hsb", moved(4)).levels[0];
    assert_eq!(level.tiling, Tiling::HexEven);
    assert_eq!(rows(level), ["###", "#@.#", "#$#", " ##"]);
    assert_eq!(place(level, 1, 1), "a.hsb:2:7");
    let level = &good("a.hsb", moved(3)).levels[0];
    assert_eq!(level.tiling, Tiling::HexOdd, "the second row lies to the right of the margin");
    assert_eq!(rows(level), [" ###", "#@.#", " #$#", " ##"]);
    let tabs = HEX.lines().skip(1).map(|line| format!("\t{line}\n")).collect::<String>();
    assert_eq!(rows(&good("a.hsb", tabs).levels[0]), ["###", "#@.#", "#$#", " ##"]);
}

#[test]
fn a_hexagon_between_two_columns_is_refused_by_name_and_the_others_load() {
    let two = "\"two\"\n # # #\n# @. #\n # # #\n";
    let collection = good("a.hsb", format!("{HEX}\n{two}\n{HEX}"));
    assert_eq!(titles(&collection), ["one", "one"]);
    let expected = "a.hsb:9:4: level 2 \"two\": '.' stands between two cells; the cells of this \
                    row are in the columns 1, 3, 5 and so on";
    assert_eq!(said(&collection.refused), [expected]);
    let odd = HEX.replace('@', "?").replace("one", "odd");
    let collection = good("a.hsb", format!("{HEX}\n{odd}\n{HEX}"));
    assert_eq!(titles(&collection), ["one", "one"]);
    let expected = "a.hsb:9:3: level 2 \"odd\": unknown character '?' in a board";
    assert_eq!(said(&collection.refused), [expected]);
    assert!(refused("a.hsb", two).starts_with("a.hsb:3:4: '.' stands between two cells"));
}

#[test]
fn only_hexagons_have_six_ways_to_walk() {
    let solutions = |name: &str, board: &str| {
        good(name, format!("{board}\nsnurDL\n\n")).levels[0].solutions.clone()
    };
    assert_eq!(solutions("a.hsb", HEX), ["snurDL"]);
    assert!(solutions("a.xsb", "#####\n#@$.#\n#####\n").is_empty(), "there it is a word");
}

// XSB text, as far as it goes for a level among others.

#[test]
fn an_odd_level_of_text_is_refused_by_name_and_the_others_load() {
    let board = "#####\n#@$.#\n#####\n";
    let odd = board.replace('@', "?");
    let collection = good("a.xsb", format!("A\n\n{board}\nB\n\n{odd}\nC\n\n{board}"));
    assert_eq!(titles(&collection), ["A", "C"]);
    let expected = "a.xsb:10:2: level 2 \"B\": unknown character '?' in a board";
    assert_eq!(said(&collection.refused), [expected]);
}

#[test]
fn run_lengths_that_would_grow_to_gigabytes_are_refused_at_once() {
    let board = "#####\n#@$.#\n#####\n";
    let bomb = "9999(9999(9999(#@)))";
    let collection = good("a.xsb", format!("{board}\n{bomb}\n\n{board}"));
    assert_eq!(collection.levels.len(), 2);
    assert!(collection.refused[0].to_string().contains("level 2: this grows to more than"));
    let many = refused("a.xsb", "0(2000000#)@#\n".repeat(2000));
    assert!(many.contains("more than 64 million characters"), "{many}");
    assert!(refused("a.hsb", bomb).contains("this grows to more than"));
}

#[test]
fn a_row_that_is_far_too_wide_is_refused_at_once() {
    let tabs = format!("#@{}$.#", "\t".repeat(2_500_000));
    for row in [tabs, "#".repeat(10_000_000)] {
        let said = refused("a.xsb", format!("#####\n{row}\n#####\n"));
        assert_eq!(said, "a.xsb:2:4097: a row of more than 4096 cells");
    }
}

#[test]
fn joined_rows_stand_on_one_line() {
    let level = &good("a.xsb", "\n5#|#@$.#|5#\n#####\n").levels[0];
    assert_eq!(rows(level).len(), 4);
    let lines: Vec<usize> = (0..4).map(|y| level.place_of(0, y).line).collect();
    assert_eq!(lines, [2, 2, 2, 3]);
}

// Number grids.

#[test]
fn a_cell_that_is_no_number_is_blocked_with_a_warning() {
    let collection = good("a.csv", "1,1,1,1\r\n1,2,3,0\r\n1,x,1\r\n1,1,1,1,1\r\n\r\n");
    let level = &collection.levels[0];
    let expected = [[1, 1, 1, 1, -1], [1, 2, 3, 0, -1], [1, -1, 1, -1, -1], [1, 1, 1, 1, 1]];
    assert_eq!(numbers(level), expected);
    let missing = |place: &str, cell: usize| {
        format!("a.csv:{place}: cell {cell} of this row is missing; the cell is blocked")
    };
    let expected = [
        missing("1:8", 5),
        missing("2:8", 5),
        "a.csv:3:3: \"x\" is no whole number; the cell is blocked".to_owned(),
        missing("3:6", 4),
        missing("3:6", 5),
    ];
    assert_eq!(level.warnings, expected);
    assert_eq!(level.title, None);
    assert_eq!(place(level, 2, 1), "a.csv:2:5");
    let level = &good("a.csv", "\n\n1,1,1,1,1,1,1,1\n1\n").levels[0];
    assert_eq!(level.warnings.len(), 6);
    assert_eq!(level.warnings[0], missing("4:2", 2));
    assert_eq!(level.warnings[5], "a.csv: 2 more cells are no numbers; they are blocked");
    let level = &good("a.csv", "1,,-3\n\n+2 , 0,1\n").levels[0];
    assert_eq!(numbers(level), [[1, -1, -3], [-1, -1, -1], [2, 0, 1]]);
    let empty = "a.csv:1:3: there is nothing between two commas; the cell is blocked";
    assert_eq!(level.warnings[0], empty);
}

#[test]
fn every_game_reads_number_grids() {
    let read = read(b"1,2\n3,0\n", Path::new("a.CSV"), &Alphabet::of_numbers()).unwrap();
    assert_eq!(numbers(&read.levels[0]), [[1, 2], [3, 0]]);
}

#[test]
fn what_is_no_number_grid_is_refused_with_its_place() {
    assert_eq!(refused("a.csv", "\n \n"), "a.csv:1:1: the file is empty; expected a level");
    assert!(refused("a.csv", "\nx,y\n").starts_with("a.csv:2:1: no number in this file"));
    assert!(refused("a.csv", b"1,2\n\0").starts_with("a.csv:2:1: this is not text"));
    assert!(refused("a.csv", "1,".repeat(5000)).contains("at most 4096 rows and columns"));
    assert!(refused("a.csv", "1\n".repeat(5000)).contains("at most 4096 rows and columns"));
}

// Level lists.

const MAP: &str = "XXXXX\nXCCHX\nXCCCX\nXXXXX\n";

/// A folder with a list and its map, in a folder with something secret.
struct List {
    dir: TempDir,
}

impl List {
    fn new() -> List {
        let list = List { dir: tempfile::tempdir().unwrap() };
        fs::create_dir_all(list.path("list/maps")).unwrap();
        list.write("list/maps/good.txt", MAP);
        list.write("secret.txt", MAP);
        list
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.dir.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }

    fn open(&self, levels: &[String]) -> Result<Shelf, LevelError> {
        self.write("list/a.json", &format!("[\n{}\n]\n", levels.join(",\n")));
        Shelf::open(&self.path("list/a.json"), &sokoban())
    }

    /// What is said of a level that stands before a good one, which loads.
    #[track_caller]
    fn refused(&self, level: String) -> String {
        let shelf = self.open(&[level, good_entry()]).unwrap();
        assert_eq!(shelf.levels().len(), 1);
        let message = said(shelf.refused()).join("|");
        message.replace(&format!("{}/", self.path("list").display()), "")
    }
}

fn entry(map: &str, player: &str, boxes: &str) -> String {
    let pieces = format!(r#""player_pos": {player}, "box_pos_list": {boxes}"#);
    format!(r#"{{ "level_id": 7, "level_info": {{ "level_map": "{map}", {pieces} }} }}"#)
}

fn good_entry() -> String {
    entry("maps/good.txt", "[1, 1]", "[[2, 2]]").replace('7', "\"good\"")
}

#[test]
fn a_level_of_a_list_has_its_pieces_on_its_map() {
    let list = List::new();
    let on_goals = entry("maps\\\\good.txt", "[1, 3]", "[[2, 1]]");
    let box_on_goal = entry("./maps/good.txt", "[2, 3]", "[[1, 3], [1, 1]]");
    let shelf = list.open(&[good_entry(), on_goals, box_on_goal]).unwrap();
    let levels = shelf.levels();
    let board = |one: [i32; 5], two: [i32; 5]| [[-1; 5], one, two, [-1; 5]];
    assert_eq!(numbers(&levels[0]), board([-1, 2, 1, 0, -1], [-1, 1, 3, 1, -1]));
    assert_eq!(numbers(&levels[1]), board([-1, 1, 1, -2, -1], [-1, 3, 1, 1, -1]));
    assert_eq!(numbers(&levels[2]), board([-1, 3, 1, -3, -1], [-1, 1, 1, 2, -1]));
    assert_eq!(levels[0].title.as_deref(), Some("good"));
    assert_eq!(levels[1].title, None);
    assert_eq!(levels[1].line, 3);
    assert_eq!(levels[1].place_of(2, 2).line, 3, "the rows are not in the list");
    assert!(!shelf.seen().iter().any(Seen::is_stale));
    list.write("list/maps/good.txt", "XX\n");
    assert!(shelf.seen().iter().any(Seen::is_stale), "a map that changes is a change");
}

#[test]
fn a_map_outside_of_the_lists_folder_is_not_read() {
    let list = List::new();
    let outside = |map: &str| list.refused(entry(map, "[1, 1]", "[]"));
    let begin = "a.json:2:1: level 1 (level_id 7): level_map";
    for (map, why) in [
        ("../secret.txt", "leads out of the list's folder"),
        ("maps/../../secret.txt", "leads out of the list's folder"),
        ("..\\\\secret.txt", "leads out of the list's folder"),
        ("/etc/passwd", "is an absolute path"),
        ("\\\\\\\\server\\\\share", "is an absolute path"),
        ("C:/secret.txt", "has a drive letter"),
        ("", "names no file"),
        ("maps/\\u0000", "names no file"),
        ("maps/missing.txt", "cannot be read: "),
        ("maps", "cannot be read: it is no file"),
    ] {
        let message = outside(map);
        assert!(message.starts_with(begin), "{map}: {message}");
        assert!(message.contains(why), "{map}: {message}");
    }
    let absolute = list.path("list/maps/good.txt").to_string_lossy().replace('\\', "\\\\");
    assert!(list.refused(entry(&absolute, "[1, 1]", "[]")).contains("level_map"));
}

#[cfg(unix)]
#[test]
fn a_link_out_of_the_lists_folder_is_not_followed() {
    let list = List::new();
    std::os::unix::fs::symlink(list.path("secret.txt"), list.path("list/maps/link.txt")).unwrap();
    let message = list.refused(entry("maps/link.txt", "[1, 1]", "[]"));
    assert!(message.contains("\"maps/link.txt\" is a link out of the list's folder"), "{message}");
    std::os::unix::fs::symlink(list.path("list/maps"), list.path("list/inside")).unwrap();
    let shelf = list.open(&[entry("inside/good.txt", "[1, 1]", "[]")]).unwrap();
    assert_eq!(shelf.levels().len(), 1, "one that stays inside is");
}

#[test]
fn a_level_of_a_list_that_cannot_be_is_refused_with_its_place() {
    let list = List::new();
    let level = |player: &str, boxes: &str| list.refused(entry("maps/good.txt", player, boxes));
    let begin = "a.json:2:1: level 1 (level_id 7): ";
    for (player, boxes, why) in [
        ("[0, 1]", "[]", "player_pos [0, 1] is on a wall of the map"),
        ("[4, 1]", "[]", "player_pos [4, 1] is off the map, which has 4 rows and 5 columns"),
        ("[1, -1]", "[]", "player_pos [1, -1] is off the map, which has 4 rows and 5 columns"),
        (
            "[1, 1]",
            "[[1, 5]]",
            "box_pos_list [1, 5] is off the map, which has 4 rows and 5 columns",
        ),
        ("[1, 1]", "[[2, 2], [2, 2]]", "box_pos_list [2, 2] is taken twice; a box is there"),
        ("[1, 3]", "[[1, 3]]", "box_pos_list [1, 3] is taken twice; the player is there"),
    ] {
        assert_eq!(level(player, boxes), format!("{begin}{why}"));
    }
    list.write("list/maps/odd.txt", "XXXXX\nXCCQX\n");
    let message = list.refused(entry("maps/odd.txt", "[1, 1]", "[]"));
    let expected = "maps/odd.txt:2:4: level 1 (level_id 7): unknown character 'Q' in a map; \
                    expected X, 0, C or H";
    assert_eq!(message, expected);
    let shape = level("[1]", "[]");
    assert!(shape.starts_with("a.json:2:"), "{shape}");
    assert!(shape.contains("level 1: invalid length 1"), "{shape}");
    let shape = list.refused("{ \"level_id\": 7 }".to_owned());
    assert!(shape.ends_with("level 1: missing field `level_info`"), "{shape}");
    let shape = list.refused("[[[[]]]]".to_owned());
    assert!(shape.contains("expected a level_id that is a number or a text"), "{shape}");
    let alone = list.open(&[entry("maps/none.txt", "[1, 1]", "[]")]).unwrap_err();
    assert!(alone.to_string().contains("maps/none.txt"), "{alone}");
}

#[test]
fn what_is_no_level_list_is_refused_with_its_place() {
    assert!(refused("a.json", "[\n{]\n").starts_with("a.json:2:"));
    assert!(refused("a.json", "{}").contains("expected an array of levels as JSON"));
    assert!(refused("a.json", "[]").starts_with("a.json:1:1: the list is empty"));
    assert!(refused("a.json", "[] x").starts_with("a.json:1:4: trailing characters"));
    assert!(refused("a.json", "[".repeat(1_000_000)).starts_with("a.json:1:"));
    let deep = format!("[{}{}]", "[".repeat(500_000), "]".repeat(500_000));
    assert!(refused("a.json", deep).starts_with("a.json:1:"));
    let unknown = format!("[{{ \"x\": {}{} }}]", "[".repeat(500_000), "]".repeat(500_000));
    assert!(refused("a.json", unknown).contains("level 1: missing field"));
}

#[test]
fn a_large_map_for_many_levels_is_refused_at_once() {
    let list = List::new();
    let row = "C".repeat(4096) + "\n";
    list.write("list/maps/large.txt", &row.repeat(4096));
    let levels = [(); 4].map(|()| entry("maps/large.txt", "[1, 1]", "[]"));
    let shelf = list.open(&levels).unwrap();
    assert_eq!((shelf.levels().len(), shelf.refused().len()), (2, 2));
    assert!(shelf.refused()[0].to_string().contains("more than 33554432 cells"));
}

#[test]
fn many_large_maps_are_not_all_read() {
    let list = List::new();
    // Short rows are filled up with walls, so that the file itself is small.
    let map = "C".repeat(4096) + "\n" + &"X\n".repeat(4095);
    let names = ["maps/1.txt", "maps/2.txt", "maps/3.txt", "maps/4.txt"];
    names.iter().for_each(|name| list.write(&format!("list/{name}"), &map));
    // The player is on a wall, so that no board of that size is kept.
    let large = names.iter().map(|name| entry(name, "[1, 1]", "[]"));
    let levels: Vec<String> = [good_entry()].into_iter().chain(large).collect();
    let shelf = list.open(&levels).unwrap();
    let said = said(shelf.refused());
    assert_eq!((shelf.levels().len(), said.len()), (1, 4));
    for (said, expected) in said.iter().zip([
        "player_pos [1, 1] is on a wall of the map",
        "the levels of this list have more than 33554432 cells",
        "the maps of this list have more than 33554432 cells",
        "the maps of this list have more than 33554432 cells",
    ]) {
        assert!(said.contains(expected), "{expected:?} is not in {said:?}");
    }
    let was_read = |name: &str| shelf.seen().iter().any(|seen| seen.path().ends_with(name));
    assert_eq!(names.map(was_read), [true, true, false, false]);
}

// Any form.

/// A good file of every form, by its name, and how many levels it has.
fn samples() -> Vec<(&'static str, String, usize)> {
    let board = "#####\n#@$.#\n#####\n";
    let levels = slc_level("One", "#@$.#") + &slc_level("Two", "#+$ #");
    vec![
        ("a.xsb", format!("One\n\n{board}\nTwo\n\n5#|#@$.#|5#|\n\nSolution\nrrR\n"), 2),
        ("a.slc", slc(&levels), 2),
        ("a.hsb", format!("{HEX}\n{HEX}\nsnurDL\n"), 2),
        ("a.csv", "1,2,3\n-1,0,1\n".to_owned(), 1),
        ("a.json", format!("[\n{},\n{}\n]\n", good_entry(), good_entry()), 2),
    ]
}

/// Reads a file that may be anything, in a folder where there is a map.
fn is_read_or_refused(list: &List, name: &str, bytes: &[u8]) {
    let folder = list.path("list");
    match read(bytes, &folder.join(name), &sokoban()) {
        Ok(collection) => assert!(!collection.levels.is_empty(), "{bytes:?}"),
        Err(error) => assert!(error.to_string().starts_with(&*folder.to_string_lossy())),
    }
}

#[test]
fn every_encoding_and_line_end_is_read() {
    let list = List::new();
    for (name, text, count) in samples() {
        let path = list.path("list").join(name);
        let boards = |bytes: &[u8]| {
            let read = read(bytes, &path, &sokoban());
            let levels = read.unwrap_or_else(|error| panic!("{error}")).levels;
            levels.into_iter().map(|level| level.rows).collect::<Vec<_>>()
        };
        let plain = boards(text.as_bytes());
        assert_eq!(plain.len(), count, "{name}");
        let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_eq!(boards(text.replace('\n', "\r\n").as_bytes()), plain, "{name}: CR LF");
        assert_eq!(boards(text.replace('\n', "\r").as_bytes()), plain, "{name}: CR");
        assert_eq!(boards(text.trim_end().as_bytes()), plain, "{name}: no end");
        assert_eq!(
            boards(&[&b"\xef\xbb\xbf"[..], text.as_bytes()].concat()),
            plain,
            "{name}: mark"
        );
        assert_eq!(boards(&[&b"\xff\xfe"[..], &little[..]].concat()), plain, "{name}: UTF-16");
        assert_eq!(boards(&[&b"\xfe\xff"[..], &big[..]].concat()), plain, "{name}: UTF-16");
    }
    let latin = slc(&slc_level("Cote", "#@$.#")).replace("Cote", "C\u{1}t\u{2}");
    let latin: Vec<u8> = latin
        .bytes()
        .map(|byte| match byte {
            1 => 0xf4,
            2 => 0xe9,
            other => other,
        })
        .collect();
    assert_eq!(titles(&good("a.slc", latin)), ["Côté"]);
    assert_eq!(titles(&good("a.slc", slc(&slc_level("Côté", "#@$.#")))), ["Côté"]);
}

#[test]
fn a_file_that_was_cut_off_is_read_or_refused() {
    let list = List::new();
    for (name, text, _) in samples() {
        for end in 0..text.len() {
            is_read_or_refused(&list, name, &text.as_bytes()[..end]);
        }
    }
    let Some(corpus) = corpus() else {
        return;
    };
    let bytes = fs::read(corpus.join("slc/100Boxes.slc")).unwrap();
    for end in 0..bytes.len() {
        is_read_or_refused(&list, "a.slc", &bytes[..end]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_read_or_refused(
        form in 0..5_usize,
        bytes in prop::collection::vec(any::<u8>(), 0..300),
    ) {
        let (name, ..) = &samples()[form];
        is_read_or_refused(&List::new(), name, &bytes);
    }

    #[test]
    fn a_good_file_with_other_bytes_in_it_is_read_or_refused(
        form in 0..5_usize,
        changes in prop::collection::vec((any::<Index>(), any::<u8>()), 1..6),
    ) {
        let (name, text, _) = &samples()[form];
        let mut bytes = text.clone().into_bytes();
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        is_read_or_refused(&List::new(), name, &bytes);
    }

    #[test]
    fn any_words_between_tags_are_read_or_refused(words in "[<>/!?=\"'&;#@$.L a\\[\\]\n-]{0,60}") {
        let list = List::new();
        is_read_or_refused(&list, "a.slc", words.as_bytes());
        is_read_or_refused(&list, "a.slc", slc(&words).as_bytes());
    }
}

// Shelves.

const BOARDS: &str = "A\n\n#####\n#@$.#\n#####\n\nB\n\n#####\n#@$.#\n#####\n";

#[test]
fn a_bad_file_keeps_no_other_file_from_being_played() {
    let dir = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(dir.path().join(name), text).unwrap();
    write("a.xsb", &format!("Collection: Mine\nAuthor: Me\n\n{BOARDS}"));
    write("b.slc", "<SokobanLevels>");
    write("c.HSB", HEX);
    write("d.xsb", "nothing\n");
    write("e.md", "no level file");
    let mut shelf = Shelf::open(dir.path(), &sokoban()).unwrap();
    let [first, second] = shelf.collections() else {
        panic!("{:?}", shelf.collections());
    };
    assert_eq!((first.first, first.count), (0, 2));
    assert_eq!(first.title.as_deref(), Some("Mine"));
    assert_eq!(first.author.as_deref(), Some("Me"));
    assert_eq!((second.first, second.count), (2, 1));
    assert_eq!(second.path, dir.path().join("c.HSB"));
    let messages = said(shelf.refused());
    assert_eq!(messages.len(), 2);
    assert!(messages[0].contains("b.slc:1:"), "{messages:?}");
    assert!(messages[1].contains("d.xsb:1:1: no level"), "{messages:?}");

    write("a.xsb", &BOARDS.replacen('@', "?", 1));
    let error = shelf.reopen(&sokoban()).unwrap_err();
    assert!(error.to_string().contains("a.xsb:4:2: level 1 \"A\": unknown"), "{error}");
    assert_eq!(shelf.levels().len(), 3, "what was good stays");
    assert!(!shelf.seen().iter().any(Seen::is_stale), "and is not tried again");
    write("a.xsb", "nothing any more\n");
    assert!(shelf.reopen(&sokoban()).unwrap_err().to_string().contains("a.xsb:1:1: no level"));
    write("a.xsb", "#####\n#@$.#\n#####\n");
    shelf.reopen(&sokoban()).unwrap();
    assert_eq!(shelf.levels().len(), 2);
    fs::remove_file(dir.path().join("a.xsb")).unwrap();
    fs::remove_file(dir.path().join("c.HSB")).unwrap();
    let error = Shelf::open(dir.path(), &sokoban()).unwrap_err();
    assert!(error.to_string().contains("b.slc:1:"), "without any level: {error}");
}

#[test]
fn the_maps_of_a_list_are_no_level_files() {
    let list = List::new();
    list.write("list/map.txt", MAP);
    list.open(&[entry("map.txt", "[1, 1]", "[]")]).unwrap();
    let shelf = Shelf::open(&list.path("list"), &sokoban()).unwrap();
    assert_eq!(shelf.levels().len(), 1);
    assert_eq!(said(shelf.refused()), Vec::<String>::new());
}

#[test]
fn a_folder_without_level_files_says_what_they_are() {
    let dir = tempfile::tempdir().unwrap();
    let error = Shelf::open(dir.path(), &sokoban()).unwrap_err().to_string();
    let endings = "(.xsb, .sok, .txt, .slc, .hsb, .csv, .json)";
    assert!(error.ends_with(&format!("no level file in this folder {endings}")), "{error}");
}

#[test]
fn levels_may_come_from_the_clipboard() {
    let mut shelf = Shelf::from_text(BOARDS, &sokoban()).unwrap();
    assert_eq!(shelf.levels().len(), 2);
    assert_eq!(shelf.levels()[1].title.as_deref(), Some("B"));
    assert_eq!(place(&shelf.levels()[0], 1, 1), "clipboard:4:2");
    assert!(shelf.seen().is_empty());
    shelf.reopen(&sokoban()).unwrap();
    assert_eq!(shelf.levels().len(), 2);
    let error = Shelf::from_text("just words", &sokoban()).unwrap_err();
    assert!(error.to_string().starts_with("clipboard:1:1: no level"), "{error}");
}

#[test]
fn large_files_are_read() {
    let collection = good("a.xsb", BOARDS.repeat(1000));
    assert_eq!(collection.levels.len(), 2000);
    let level = "#".repeat(20);
    let levels: String = (0..2000).map(|id| slc_level(&id.to_string(), &level)).collect();
    // All on one line, as a program may write it.
    assert_eq!(good("a.slc", slc(&levels.replace('\n', ""))).levels.len(), 2000);
    let inner = format!("#{}{}#\n", "$".repeat(58), " ".repeat(140)).repeat(190);
    let wall = "#".repeat(200) + "\n";
    let player = format!("#@{}#\n", " ".repeat(197)).repeat(8);
    let level = &good("a.xsb", format!("{wall}{player}{inner}{wall}")).levels[0];
    assert_eq!((level.width(), level.rows.len()), (200, 200));
}

/// A session of Sokoban on the first level of a file.
fn playing(path: &Path) -> Session {
    let opened = open(&stock("sokoban"), &Wanted { own: false, ..common::wanted(path, 1) });
    opened.unwrap_or_else(|error| panic!("{error}")).session
}

#[test]
fn one_level_as_a_list_and_as_a_grid_plays_alike_move_for_move() {
    let dir = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = dir.path().join(name);
        fs::write(&path, text).unwrap();
        path
    };
    write("map.txt", "XXXXXXX\nXCCCHCX\nXCCCCCX\nXCCCHCX\nXXXXXXX\n");
    let list = r#"[{ "level_id": 7, "level_info": { "level_map": "map.txt",
        "player_pos": [2, 1], "box_pos_list": [[2, 2], [3, 4]] } }]"#;
    let rows = ["-1,-1,-1,-1,-1,-1,-1", "-1,1,1,1,0,1,-1", "-1,2,3,1,1,1,-1", "-1,1,1,1,-3,1,-1"];
    let grid = format!("{}\n{}\n", rows.join("\n"), rows[0]);
    let mut sessions =
        [("a.json", list), ("a.csv", &grid)].map(|(name, text)| playing(&write(name, text)));
    let mut told = Vec::new();
    for step in "rrrulddrzuxldlluurrrdr".chars() {
        let after = sessions.each_mut().map(|session| {
            press(session, &step.to_string()).unwrap();
            let vars = ["moves", "pushes"].map(|name| session.board().var_named(name).clone());
            (board_rows(session), vars, session.is_solved(), session.journal().done())
        });
        assert_eq!(after[0], after[1], "after {step}");
        told.push(after[0].clone());
    }
    told.dedup();
    assert!(told.len() > 10, "something must happen");
}
