//! Boards that are saved as level files, from the window and by `show`: such a file gives
//! the same board again. And maps that somebody has drawn, where they are none.

mod common;

use std::path::{Path, PathBuf};
use std::process;

use common::{Folder, PROGRAM, rows, stock, stock_scripts, wanted};
use tilewright::app::{Command, Player, Store, Wanted, open};
use tilewright::grid::{Direction, LayerId};
use tilewright::rules::{Action, Scripts};
use tilewright::session::Session;

/// What a command prints.
#[track_caller]
fn printed(arguments: &[&str]) -> String {
    let mut command = process::Command::new(PROGRAM);
    let output = command.args(arguments).arg("--scripts").arg(stock_scripts()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The column and row of the player on a map of Islands.
#[track_caller]
fn player_on(map: &str) -> (usize, usize) {
    let is_player = |letter: char| ",&+\"@$?".contains(letter);
    let found = map.lines().zip(0..).find_map(|(row, y)| row.find(is_player).map(|x| (x, y)));
    found.unwrap_or_else(|| panic!("there is no player on\n{map}"))
}

/// Prints Islands of seed 3 after these steps as a level file, and plays that.
#[track_caller]
fn printed_and_played(steps: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("map.txt");
    let file = path.to_str().unwrap();
    let made = ["show", "islands", "--seed", "3", "--after", steps];
    let map = printed(&[&made[..], &["--as", "level"]].concat());
    std::fs::write(&path, &map).unwrap();
    assert_eq!(printed(&["show", "islands", file, "--as", "level"]), map);
    // Without fog the whole map is seen on a terminal, too.
    let open = ["--set", "fog=no"];
    let seen = printed(&[&made[..], &open[..]].concat());
    assert_eq!(printed(&[&["show", "islands", file][..], &open[..]].concat()), seen);
    assert_eq!(seen.replace('\t', ""), map);
    // What is written into a file is what is printed.
    let other = folder.path().join("other.txt");
    let into = ["--as", "level", "--out", other.to_str().unwrap()];
    assert_eq!(printed(&[&made[..], &into[..]].concat()), "");
    assert_eq!(std::fs::read_to_string(&other).unwrap(), map);
    map
}

#[test]
fn a_map_that_is_printed_as_a_level_is_the_same_map_when_it_is_played() {
    let first = printed_and_played("");
    assert_eq!(first.lines().count(), 20);
    let (x, y) = player_on(&first);
    let moved = printed_and_played("rrdd");
    assert_eq!(player_on(&moved), (x + 2, y + 2), "the player has gone on:\n{moved}");
    // But for the two cells where the player was and is it is the same map.
    let differ = first.chars().zip(moved.chars()).filter(|(before, after)| before != after);
    assert_eq!(differ.count(), 2, "{moved}");
}

/// A game on a board that it makes of that seed, and that is saved below that folder.
fn making(scripts: &Scripts, seed: u64, folder: &Path) -> Player {
    let nowhere = folder.join("nowhere");
    let opened = open(scripts, &Wanted { seed, ..wanted(&nowhere, 1) });
    let opened = opened.unwrap_or_else(|error| panic!("{error}"));
    Player::new(scripts.clone(), opened).with_store(Store::in_folder(folder))
}

/// A game on the board of a level file, saved in the same way.
fn playing(scripts: &Scripts, file: &Path, folder: &Path) -> Player {
    let opened = open(scripts, &Wanted { own: false, ..wanted(file, 1) });
    let opened = opened.unwrap_or_else(|error| panic!("{error}"));
    Player::new(scripts.clone(), opened).with_store(Store::in_folder(folder))
}

#[track_caller]
fn step(player: &mut Player, direction: Direction) {
    assert!(player.command(&Command::Play(Action::Move(direction))), "{direction:?}");
}

/// Saves the board. Returns what is said.
fn save(player: &mut Player) -> String {
    assert!(!player.command(&Command::Save), "the board does not move");
    player.caption(100).message
}

/// Saves the board. Returns the file that is named.
#[track_caller]
fn saved(player: &mut Player) -> PathBuf {
    let said = save(player);
    let place = said.strip_prefix("Saved as ").and_then(|place| place.split_once(" in "));
    let (name, folder) = place.unwrap_or_else(|| panic!("{said}"));
    let path = PathBuf::from(folder).join(name);
    assert!(path.is_absolute() && path.is_file(), "{said}");
    path
}

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap()
}

/// What the cells hold in the layer of that name.
fn layer<'a>(session: &'a Session, name: &str) -> Vec<&'a str> {
    let (board, names) = (session.board(), session.board().names());
    let mut layers = (0..=u8::MAX).map(LayerId).take(names.layer_count());
    let layer = layers.find(|&layer| names.layer_name(layer) == name);
    let held = board.layer(layer.unwrap_or_else(|| panic!("there is no layer {name}")));
    held.iter().map(|&tile| names.tile_name(tile)).collect()
}

/// Compares two boards in those layers.
#[track_caller]
fn same_board(is: &Player, expected: &Player, layers: &[&str]) {
    let (is, expected) = (is.session(), expected.session());
    assert_eq!(is.board().topology(), expected.board().topology());
    for name in layers {
        assert_eq!(layer(is, name), layer(expected, name), "layer {name}");
    }
}

const MAP: [&str; 3] = ["ground", "thing", "player"];

#[test]
fn a_map_is_saved_as_the_file_that_is_named_and_gives_the_same_map() {
    let folder = tempfile::tempdir().unwrap();
    let islands = stock("islands");
    let mut player = making(&islands, 3, folder.path());
    let path = saved(&mut player);
    assert_eq!(path, folder.path().join("levels/islands/islands-seed-3.txt"));
    let expected = format!("{}\n\nTitle: Islands, seed 3\n", rows(player.session()));
    assert_eq!(text(&path), expected);
    let again = playing(&islands, &path, folder.path());
    same_board(&again, &player, &MAP);
    assert_eq!(again.session().level().level.title.as_deref(), Some("Islands, seed 3"));
}

#[test]
fn the_same_board_is_saved_once_and_another_one_of_its_title_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    let islands = stock("islands");
    let mut player = making(&islands, 3, folder.path());
    let first = saved(&mut player);
    let before = text(&first);
    assert_eq!(saved(&mut player), first, "the same board");
    step(&mut player, Direction::Right);
    let second = saved(&mut player);
    assert_eq!(second, first.with_file_name("islands-seed-3-2.txt"));
    same_board(&playing(&islands, &second, folder.path()), &player, &MAP);
    step(&mut player, Direction::Right);
    assert_eq!(saved(&mut player), first.with_file_name("islands-seed-3-3.txt"));
    player.command(&Command::Undo);
    assert_eq!(saved(&mut player), second, "a board that has been saved before");
    player.command(&Command::Undo);
    assert_eq!(saved(&mut player), first);
    assert_eq!(text(&first), before, "no other board has come into this file");
    let files = std::fs::read_dir(first.parent().unwrap()).unwrap();
    assert_eq!(files.count(), 3, "and nothing is left beside them");
}

#[test]
fn a_saved_map_that_is_saved_again_is_the_same_file() {
    let folder = tempfile::tempdir().unwrap();
    let islands = stock("islands");
    let path = saved(&mut making(&islands, 5, folder.path()));
    let before = text(&path);
    let mut again = playing(&islands, &path, folder.path());
    assert_eq!(saved(&mut again), path);
    assert_eq!(text(&path), before);
    player_goes_on(&mut again);
    assert_eq!(saved(&mut again), path.with_file_name("islands-seed-5-2.txt"));
}

/// Goes a step in some direction in which there is land.
#[track_caller]
fn player_goes_on(player: &mut Player) {
    let mut ways = Direction::ALL.into_iter();
    let goes = ways.any(|way| player.command(&Command::Play(Action::Move(way))));
    assert!(goes, "sea all around");
}

#[test]
fn a_position_of_fifteen_is_saved_and_played_again() {
    let folder = tempfile::tempdir().unwrap();
    let fifteen = stock("fifteen");
    let mut player = making(&fifteen, 7, folder.path());
    let path = saved(&mut player);
    assert_eq!(path, folder.path().join("levels/fifteen/fifteen-seed-7.txt"));
    let expected = "13 11 15  3\n 9 14  8  1\n10  4  2  5\n 7 12  0  6\n\n\
                    Title: Fifteen, seed 7\n";
    assert_eq!(text(&path), expected);
    same_board(&playing(&fifteen, &path, folder.path()), &player, &["tray", "piece"]);
    step(&mut player, Direction::Right);
    let path = saved(&mut player);
    assert_eq!(path, folder.path().join("levels/fifteen/fifteen-seed-7-2.txt"));
    same_board(&playing(&fifteen, &path, folder.path()), &player, &["tray", "piece"]);
}

/// A level of Sokoban in a file, with a row of nothing and a last column of nothing.
const ROOMS: &str = "Two rooms\n\n#####--\n#@$.#\n#####\n-\n #####\n #   #\n #####\n";

#[test]
fn a_level_of_sokoban_keeps_its_title_and_its_empty_row_and_column() {
    let folder = Folder::with_script("");
    folder.write("rooms.xsb", ROOMS);
    let sokoban = stock("sokoban");
    let mut player = playing(&sokoban, &folder.path().join("rooms.xsb"), folder.path());
    let topology = player.session().board().topology();
    assert_eq!((topology.width(), topology.height()), (7, 7));
    let path = saved(&mut player);
    assert_eq!(path, folder.path().join("levels/sokoban/sokoban-two-rooms.txt"));
    let expected = "#####--\n#@$.#\n#####\n-\n #####\n #   #\n #####\n\nTitle: Two rooms\n";
    assert_eq!(text(&path), expected);
    let layers = ["ground", "mark", "piece"];
    same_board(&playing(&sokoban, &path, folder.path()), &player, &layers);
    step(&mut player, Direction::Right);
    let path = saved(&mut player);
    assert_eq!(path, folder.path().join("levels/sokoban/sokoban-two-rooms-2.txt"));
    same_board(&playing(&sokoban, &path, folder.path()), &player, &["mark", "piece"]);
}

#[test]
fn a_level_without_a_title_is_saved_under_its_number() {
    let folder = Folder::with_script("");
    folder.write("a.xsb", "#####\n#@$.#\n#####\n");
    let mut player = playing(&stock("sokoban"), &folder.path().join("a.xsb"), folder.path());
    let path = saved(&mut player);
    assert_eq!(path, folder.path().join("levels/sokoban/sokoban-level-1.txt"));
    assert_eq!(text(&path), "#####\n#@$.#\n#####\n\nTitle: Sokoban, level 1\n");
}

/// A game that makes a board of these rows, in which a point is an empty cell.
fn marks(rows: &str) -> Folder {
    let set = |(letter, cell): (char, usize)| match letter {
        '#' => format!("    board:set({cell}, \"wall\")\n"),
        '$' => format!("    board:set({cell}, \"box\")\n"),
        '@' => format!("    board:set({cell}, \"player\")\n"),
        _ => String::new(),
    };
    let (width, height) = (rows.lines().next().unwrap().len(), rows.lines().count());
    let sets: String = rows.lines().flat_map(str::chars).zip(1..).map(set).collect();
    Folder::with_script(&format!(
        r##"return {{
  title = "Marks",
  tiles = {{ wall = {{}}, box = {{}}, player = {{}} }},
  legend = {{ ["#"] = "wall", ["$"] = "box", ["@"] = "player" }},
  act = function() end,
  start = function(board)
    if board.level.path then return end
    board:resize({width}, {height})
{sets}  end,
}}"##
    ))
}

#[test]
fn empty_rows_and_columns_of_a_board_are_saved_wherever_they_are() {
    for (rows, expected) in [
        ("##@.\n#...\n##$.", "##@-\n#\n##$"),
        ("####\n....\n#@$#", "####\n-\n#@$#"),
        ("....\n#@$#\n....", "-\n#@$#\n-"),
        (".##@\n.#.#", " ##@\n # #"),
        ("....\n....\n.$..\n....", "----\n-\n $\n-"),
        ("#@..", "#@--"),
        ("@\n.\n#\n.", "@\n-\n#\n-"),
        ("...#\n#...\n....", "   #\n#\n-"),
    ] {
        let folder = marks(rows);
        let mut player = making(&folder.scripts(), 0, folder.path());
        let path = saved(&mut player);
        assert_eq!(text(&path), format!("{expected}\n\nTitle: Marks, seed 0\n"));
        let mut again = playing(&folder.scripts(), &path, folder.path());
        same_board(&again, &player, &["piece"]);
        assert_eq!(saved(&mut again), path, "saved again");
    }
}

#[test]
fn a_game_whose_boards_cannot_be_written_says_so() {
    let folder = Folder::with_script(
        "return { title = 'Bare', tiles = { a = {} }, act = function() end,
         start = function(board) board:resize(3, 3) board:fill('a') end }",
    );
    let mut player = making(&folder.scripts(), 0, folder.path());
    let said = "Bare has no legend, so its boards cannot be written as levels";
    assert_eq!(save(&mut player), said);
    assert!(!folder.path().join("levels").exists());
}

#[test]
fn a_board_that_would_be_read_as_another_is_not_written() {
    // A row of numbers has no way to leave a cell out, and a sign for columns joins rows.
    for legend in ["[1] = 'a'", "['|'] = 'a'"] {
        let folder = Folder::with_script(&format!(
            "return {{ title = 'Odd', tiles = {{ a = {{}} }}, legend = {{ {legend} }},
             act = function() end,
             start = function(board) board:resize(3, 3) board:fill('a') board:clear(5, 'piece') end }}"
        ));
        let mut player = making(&folder.scripts(), 0, folder.path());
        let said = save(&mut player);
        assert!(said.contains("cannot be written as a level"), "{said}");
        assert!(!folder.path().join("levels").exists());
    }
}

#[test]
fn a_level_that_cannot_be_saved_is_told_and_the_game_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let islands = stock("islands");
    // A file stands where the folder should be.
    let place = folder.path().join("file");
    std::fs::write(&place, "").unwrap();
    let mut player = making(&islands, 3, &place);
    let said = save(&mut player);
    assert!(said.contains("islands-seed-3.txt: the level cannot be saved: "), "{said}");
    step(&mut player, Direction::Right);
    // And without any place there is nothing to try.
    let mut player = making(&islands, 3, folder.path()).with_store(Store::default());
    let said = save(&mut player);
    assert_eq!(said, "islands-seed-3: the level cannot be saved: there is no folder for it");
    step(&mut player, Direction::Right);
}

/// What is said of a map in a file: the place in the file and the rest.
#[track_caller]
fn refused(map: &str) -> String {
    let folder = Folder::with_script("");
    folder.write("map.txt", map);
    let path = folder.path().join("map.txt");
    let opened = open(&stock("islands"), &Wanted { own: false, ..wanted(&path, 1) });
    let error = opened.err().unwrap_or_else(|| panic!("this was taken:\n{map}"));
    error.to_string().replace(path.to_str().unwrap(), "map.txt")
}

#[test]
fn a_map_that_is_none_is_refused_at_its_place() {
    for (rows, expected) in [
        ("~.@,.~\n~..*.~", "4:4: level 1 \"A map\": a map has one player, not 2"),
        ("~.@..~\n~?.*.~", "5:2: level 1 \"A map\": a map has one player, not 2"),
        ("~....~\n~..*.~", "3:1: level 1 \"A map\": a map has one player, not 0"),
        ("~.@..~\n~.*.*~", "5:5: level 1 \"A map\": a map has one castle, not 2"),
        ("~.@..~\n~....~", "3:1: level 1 \"A map\": a map has one castle, not 0"),
        ("~.@..~\n~.x*.~", "5:3: unknown character 'x' in a board"),
        ("~.@..~\n~..*.x", "5:6: unknown character 'x' in a board"),
    ] {
        let said = refused(&format!("A map\n\n~~~~~~\n{rows}\n~~~~~~\n"));
        assert_eq!(said, format!("map.txt:{expected}"), "{rows}");
    }
}

#[test]
fn a_map_that_somebody_has_drawn_is_played_as_it_is() {
    let folder = Folder::with_script("");
    // A player in the hills; what is left blank is sea.
    folder.write("map.txt", "A map\n\n~~~~~\n~+.*~\n~% ^~\n~~~~~\n");
    let islands = stock("islands");
    let mut player = playing(&islands, &folder.path().join("map.txt"), folder.path());
    assert_eq!(rows(player.session()), "~~~~~\n~+.*~\n~%~^~\n~~~~~");
    step(&mut player, Direction::Right);
    assert!(!player.command(&Command::Play(Action::Move(Direction::Down))), "no land there");
    step(&mut player, Direction::Right);
    assert!(player.session().is_won());
    assert_eq!(rows(player.session()), "~~~~~\n~=.$~\n~%~^~\n~~~~~");
}
