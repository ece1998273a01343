//! Level files as people have them: encodings, line ends, titles, run lengths.

use std::path::Path;

use tilewright::level::{Alphabet, Collection, Level, LevelError, Symbol, read};

fn sokoban() -> Alphabet {
    Alphabet::new("#@+$*. ".chars())
}

fn parsed(bytes: impl AsRef<[u8]>) -> Result<Collection, LevelError> {
    read(bytes.as_ref(), Path::new("a.xsb"), &sokoban())
}

fn rows(bytes: impl AsRef<[u8]>) -> Vec<String> {
    let collection = parsed(bytes).unwrap();
    collection.levels[0]
        .rows
        .iter()
        .map(|row| row.iter().map(Symbol::to_string).collect())
        .collect()
}

fn titles(text: &str) -> Vec<String> {
    let levels = parsed(text).unwrap().levels;
    levels.into_iter().map(|level| level.title.unwrap_or_else(|| "-".into())).collect()
}

fn refused(bytes: impl AsRef<[u8]>) -> String {
    parsed(bytes).unwrap_err().to_string()
}

const PLAIN: [&str; 3] = ["#####", "#@$.#", "#####"];

#[test]
fn line_ends_marks_and_blanks_do_not_matter() {
    for text in [
        "#####\n#@$.#\n#####\n",
        "#####\r\n#@$.#\r\n#####\r\n",
        "#####\r#@$.#\r#####",
        "\u{feff}#####\n#@$.#\n#####",
        "\n\n#####   \n#@$.#  \n#####\n\n",
    ] {
        assert_eq!(rows(text), PLAIN, "{text:?}");
    }
}

#[test]
fn rows_may_differ_in_length_and_have_tabs() {
    assert_eq!(rows("  ###\n###.#\n#@$ ##\n######"), ["  ###", "###.#", "#@$ ##", "######"]);
    assert_eq!(rows("\t###\n\t#@#\n\t###"), ["        ###", "        #@#", "        ###"]);
}

#[test]
fn blanks_and_letters_of_other_programs_are_read() {
    assert_eq!(rows("#####\n#@-_#\n#####"), ["#####", "#@  #", "#####"]);
    assert_eq!(rows("WWWWWW\nWpbBPW\nWWWWWW"), ["######", "#@$*+#", "######"]);
}

#[test]
fn run_lengths_and_joined_rows_are_read() {
    assert_eq!(rows("5#|#@$.#|5#|"), PLAIN);
    assert_eq!(rows("5#|#@$.#|5#"), PLAIN);
    assert_eq!(rows("5#\n#@$.#\n5#"), PLAIN);
    assert_eq!(rows("2(2#)#|#@$.#|#2(#)2#"), PLAIN);
}

#[test]
fn latin_1_titles_are_read() {
    let levels = parsed(b"Fran\xe7ois\n\n#####\n#@$.#\n#####").unwrap().levels;
    assert_eq!(levels[0].title.as_deref(), Some("François"));
}

#[test]
fn titles_are_found() {
    let board = "#####\n#@$.#\n#####\n";
    assert_eq!(titles(&format!("First\n\n{board}\nSecond\n{board}")), ["First", "Second"]);
    assert_eq!(titles(&format!("; 1\n\n{board}\n; 12\n\n{board}")), ["1", "12"]);
    assert_eq!(titles(&format!(";screen.01\n{board}")), ["screen.01"]);
    assert_eq!(titles(&format!("Title: A\n{board}\nTitle: B\n{board}")), ["A", "B"]);
    assert_eq!(titles(&format!("{board}Title: A\n\n{board}Title: B\n")), ["A", "B"]);
    assert_eq!(titles(&format!("; a remark of many words\n{board}")), ["-"]);
}

#[test]
fn text_before_the_first_board_is_the_collections() {
    let text = "Collection: Mine\nAuthor: Me\nComment: for fun\n\nOne\n\n#####\n#@$.#\n#####\n";
    let collection = parsed(text).unwrap();
    assert_eq!(collection.title.as_deref(), Some("Mine"));
    assert_eq!(collection.author.as_deref(), Some("Me"));
    assert_eq!(collection.notes, ["for fun"]);
    assert_eq!(collection.levels[0].title.as_deref(), Some("One"));
}

#[test]
fn a_comment_block_may_look_like_anything() {
    let text = "#####\n#@$.#\n#####\nComment:\n#####\nnot a board\nComment-End:\n";
    let levels = parsed(text).unwrap().levels;
    assert_eq!(levels.len(), 1);
    assert_eq!(levels[0].notes, ["#####", "not a board"]);
}

#[test]
fn solutions_are_kept_with_their_level() {
    let board = "#####\n#@$.#\n#####\n";
    let solution = |text: String| parsed(text).unwrap().levels[0].solutions.clone();
    assert_eq!(solution(format!("{board}\nSolution: R\n")), ["R"]);
    assert_eq!(solution(format!("{board}\nSolution\nrrlL\nuudd\n")), ["rrlLuudd"]);
    assert_eq!(solution(format!("{board}\nrrrLLLuuu\n\n")), ["rrrLLLuuu"]);
    assert!(solution(format!("{board}\nDull\n\n")).is_empty(), "a word is no walk");
}

#[test]
fn every_mistake_has_its_place() {
    assert_eq!(refused(""), "a.xsb:1:1: the file is empty; expected a level");
    assert!(refused("just words\n").starts_with("a.xsb:1:1: no level in this file"));
    assert!(refused(b"###\n#\0#").starts_with("a.xsb:2:2: this is not text"));
    assert_eq!(
        refused("; 1\n\n#####\n#@x.#\n#####"),
        "a.xsb:4:3: unknown character 'x' in a board"
    );
    assert_eq!(refused("#####\n#2(@#\n#####"), "a.xsb:2:3: a '(' without its ')'");
    assert!(refused("9999(9999(9999(#@)))").contains("grows to more than"));
    let long = format!("@{}\n", "#".repeat(4999));
    assert_eq!(refused(long), "a.xsb:1:4097: a row of more than 4096 cells");
}

/// Number grids of a file, each as its title and its rows.
fn grids(text: &str) -> Vec<String> {
    let collection = read(text.as_bytes(), Path::new("a.txt"), &Alphabet::of_numbers()).unwrap();
    let row = |row: &Vec<Symbol>| row.iter().map(Symbol::to_string).collect::<Vec<_>>().join(" ");
    let level = |level: &Level| {
        let rows: Vec<String> = level.rows.iter().map(row).collect();
        format!("{}: {}", level.title.as_deref().unwrap_or("-"), rows.join("/"))
    };
    collection.levels.iter().map(level).collect()
}

#[test]
fn rows_of_numbers_are_boards() {
    let plain = ["-: 1 2/3 0"];
    for text in [
        "1 2\n3 0\n",
        "1 2\r\n3 0",
        "1 2\r3 0\r",
        "\u{feff}1\t2\n3\t0\n",
        "1,2\n3,0\n",
        "1 ,2,\n3, 0 ,\n",
        " 1,  2\n 3,  0  \n\n\n",
        "; two rows\n1 2\n3 0\n# the end\n",
    ] {
        assert_eq!(grids(text), plain, "{text:?}");
    }
    assert_eq!(grids("1,,2\n,3,0\n"), ["-: 1   2/  3 0"], "an empty field is an empty cell");
    assert_eq!(grids("-1 0\n7 +3\n"), ["-: -1 0/7 3"]);
}

#[test]
fn number_boards_have_titles_and_are_separated_by_anything_else() {
    let text = "Three boards\nby nobody\n\nLevel 1\n1 2\n3 0\n\n0 3\n2 1\nLevel 3\n2 1\n3 0\n";
    assert_eq!(grids(text), ["Level 1: 1 2/3 0", "-: 0 3/2 1", "Level 3: 2 1/3 0"]);
    assert_eq!(grids("1 2\n3 0\nTitle: Keyed\n"), ["Keyed: 1 2/3 0"]);
}
