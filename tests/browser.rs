//! Where levels come from: which are locked, what is picked in the browser, files that are
//! opened or dropped, and levels that are copied and pasted as text.

mod common;

use std::path::{Path, PathBuf};

use common::{CORPUS, Folder, corpus, everything, rows, stock, stock_scripts, wanted};
use tilewright::app::{
    Command, Group, Listed, Pick, Player, Preferences, State, Store, Wanted, open,
};
use tilewright::grid::Direction;
use tilewright::rules::Action;
use tilewright::session::{Step, read_steps};

/// Each is solved by steps to the right: one, two, three and four.
const ROOMS: [&str; 4] = [
    "#####\n#@$.#\n#####",
    "######\n#@ $.#\n######",
    "#######\n#@  $.#\n#######",
    "########\n#@ $  .#\n########",
];

/// The first so many of them, titled Room 1, Room 2 and so on.
fn collection(count: usize) -> String {
    let titled = |(number, board): (u32, &&str)| format!("Room {number}\n\n{board}\n\n");
    (1..).zip(&ROOMS[..count]).map(titled).collect()
}

/// A folder with a file of so many rooms, `a.xsb`.
fn rooms(count: usize) -> Folder {
    let folder = Folder::with_script("");
    folder.write("a.xsb", &collection(count));
    folder
}

fn store(folder: &Folder) -> Store {
    Store::in_folder(&folder.path().join("settings"))
}

/// Sokoban on a file or folder of levels, from the level of that number on.
fn on(path: &Path, number: usize) -> Player {
    let scripts = stock("sokoban");
    let opened = open(&scripts, &Wanted { own: false, ..wanted(path, number) });
    Player::new(scripts, opened.unwrap_or_else(|error| panic!("{error}")))
}

/// The same within a folder, with what is kept in it.
fn playing(folder: &Folder, file: &str) -> Player {
    on(&folder.path().join(file), 1).with_store(store(folder))
}

fn unlock(player: &mut Player) {
    player.prefer(Preferences { unlock_all: true, ..player.preferences() });
    player.keep_settings();
}

fn go(player: &mut Player, direction: Direction) -> bool {
    player.command(&Command::Play(Action::Move(direction)))
}

/// Solves one of the rooms.
#[track_caller]
fn solve(player: &mut Player) {
    while go(player, Direction::Right) {}
    assert!(player.session().is_won(), "{}", rows(player.session()));
}

fn number(player: &Player) -> usize {
    player.session().level().number
}

fn said(player: &Player) -> String {
    player.caption(100).message
}

/// What is told over the board: place and message.
fn trouble(player: &Player) -> String {
    let trouble = player.caption(100).trouble;
    trouble.map(|trouble| format!("{} {}", trouble.place, trouble.message)).unwrap_or_default()
}

#[track_caller]
fn says(player: &Player, text: &str) {
    let said = said(player);
    assert!(said.contains(text), "{text:?} is not in {said:?}");
}

// Which are locked.

#[test]
fn the_next_level_is_locked_until_the_last_one_is_solved() {
    let folder = rooms(3);
    let mut player = playing(&folder, "a.xsb");
    player.command(&Command::NextLevel);
    assert_eq!(number(&player), 1);
    says(&player, "Level 2 is locked until level 1 is solved");
    says(&player, "options, to unlock all");
    solve(&mut player);
    let solved = player.caption(100).solved;
    assert!(solved.contains("next level"), "{solved}");
    player.command(&Command::NextLevel);
    assert_eq!((number(&player), said(&player).as_str()), (2, ""));
    player.command(&Command::NextLevel);
    says(&player, "Level 3 is locked until level 2 is solved");
    player.command(&Command::PreviousLevel);
    assert_eq!(number(&player), 1);
    // The next start knows it as well.
    let mut again = playing(&folder, "a.xsb");
    again.command(&Command::NextLevel);
    assert_eq!(number(&again), 2);
    again.command(&Command::NextLevel);
    assert_eq!(number(&again), 2);
}

#[test]
fn the_last_level_offers_none() {
    let mut player = playing(&rooms(1), "a.xsb");
    solve(&mut player);
    assert!(player.caption(100).solved.contains("This was the last level."));
}

#[test]
fn the_next_unsolved_level_is_the_next_one_that_can_be_played() {
    let mut player = playing(&rooms(3), "a.xsb");
    player.command(&Command::NextUnsolved);
    assert_eq!(number(&player), 1, "the others are locked");
    for next in [2, 3] {
        solve(&mut player);
        player.command(&Command::NextUnsolved);
        assert_eq!(number(&player), next);
    }
    solve(&mut player);
    player.command(&Command::NextUnsolved);
    assert_eq!(number(&player), 3);
    says(&player, "Every level here is solved.");
}

/// A level that the script refuses: nobody is there.
const NOBODY: &str = "Nobody\n\n####\n#$.#\n####\n\n";

#[test]
fn the_next_unsolved_level_is_none_that_was_refused() {
    let folder = Folder::with_script("");
    folder.write("a.xsb", &format!("{}{NOBODY}Last\n\n{}\n", collection(1), ROOMS[3]));
    let mut player = playing(&folder, "a.xsb");
    solve(&mut player);
    // Nobody knew of it before.
    player.command(&Command::NextUnsolved);
    assert!(trouble(&player).contains("no player"), "{}", trouble(&player));
    assert_eq!(number(&player), 1);
    player.command(&Command::NextUnsolved);
    assert_eq!((player.title().as_str(), trouble(&player).as_str()), ("Sokoban - Last", ""));
}

#[test]
fn the_only_unsolved_level_stays_as_it_is_played() {
    let mut player = playing(&rooms(2), "a.xsb");
    solve(&mut player);
    player.command(&Command::NextLevel);
    go(&mut player, Direction::Right);
    player.command(&Command::NextUnsolved);
    assert_eq!((number(&player), player.session().played().as_str()), (2, "r"));
}

#[test]
fn the_next_unsolved_level_may_be_before_this_one() {
    let mut player = playing(&rooms(2), "a.xsb");
    unlock(&mut player);
    player.command(&Command::NextLevel);
    solve(&mut player);
    player.command(&Command::NextUnsolved);
    assert_eq!(number(&player), 1);
}

#[test]
fn all_levels_can_be_unlocked_and_stay_so() {
    let folder = rooms(3);
    let mut player = playing(&folder, "a.xsb");
    unlock(&mut player);
    for mut player in [player, playing(&folder, "a.xsb")] {
        for next in [2, 3] {
            player.command(&Command::NextLevel);
            assert_eq!(number(&player), next, "{}", said(&player));
        }
    }
}

/// What the browser shows of the levels, collection by collection.
fn states(player: &Player) -> String {
    let browser = player.browsed().expect("the browser is not shown");
    let letter = |listed: &Listed| match listed.state {
        State::Solved => 's',
        State::Open => 'o',
        State::Locked => 'x',
    };
    let group = |group: &Group| group.levels.iter().map(letter).collect::<String>();
    let groups: Vec<String> = browser.groups.iter().map(group).collect();
    groups.join("|")
}

#[test]
fn each_collection_begins_unlocked() {
    let folder = Folder::with_script("");
    folder.write("levels/a.xsb", &collection(2));
    folder.write("levels/b.xsb", "First\n\n#######\n#@$  .#\n#######\n\nSecond\n\n#.$@#\n#####\n");
    let mut player = playing(&folder, "levels");
    player.browse();
    assert_eq!(states(&player), "ox|ox");
    player.pick(&Pick::Level(4));
    says(&player, "Level 4 is locked until level 3 is solved");
    player.pick(&Pick::Level(3));
    assert_eq!((number(&player), player.is_browsing()), (3, false));
    player.command(&Command::PreviousLevel);
    says(&player, "Level 2 is locked until level 1 is solved");
    solve(&mut player);
    player.browse();
    assert_eq!(states(&player), "ox|so");
}

#[test]
fn boards_that_are_made_have_no_locks() {
    let folder = Folder::with_script("");
    let nowhere = folder.path().join("nowhere");
    let opened = open(&stock("fifteen"), &wanted(&nowhere, 1)).unwrap();
    let mut player = Player::new(stock("fifteen"), opened).with_store(store(&folder));
    let before = everything(player.session());
    player.command(&Command::NextLevel);
    assert!(!said(&player).contains("locked"), "{}", said(&player));
    player.command(&Command::New);
    assert_ne!(everything(player.session()), before);
    player.browse();
    assert!(!states(&player).contains('x'), "{}", states(&player));
}

// The browser.

#[test]
fn what_is_picked_in_the_browser_is_played_unless_it_is_locked() {
    let folder = rooms(3);
    let mut player = playing(&folder, "a.xsb");
    player.browse();
    assert_eq!(states(&player), "oxx");
    player.pick(&Pick::Level(2));
    says(&player, "Level 2 is locked until level 1 is solved");
    assert_eq!((number(&player), player.is_browsing()), (1, true));
    player.pick(&Pick::Close);
    assert!(!player.is_browsing());
    solve(&mut player);
    player.browse();
    let browser = player.browsed().unwrap();
    let group = &browser.groups[0];
    assert_eq!((group.title.as_str(), group.solved(), browser.current), ("a", 1, Some(1)));
    assert_eq!(group.levels[0].best, "1 moves, 1 pushes");
    assert_eq!(group.levels[1].title, "Room 2");
    assert_eq!(states(&player), "sox");
    player.pick(&Pick::NextUnsolved);
    assert_eq!((number(&player), player.is_browsing()), (2, false));
    player.browse();
    player.pick(&Pick::Level(1));
    assert_eq!(number(&player), 1, "one that is solved can be played again");
}

#[test]
fn the_level_that_is_played_goes_on_when_it_is_picked() {
    let folder = rooms(3);
    let mut player = in_the_middle(&folder);
    player.browse();
    player.pick(&Pick::Level(2));
    assert!(!player.is_browsing());
    goes_on(&mut player, "the level that is played");
}

#[test]
fn levels_that_change_on_disk_are_listed_and_can_be_picked() {
    let folder = rooms(2);
    let mut player = playing(&folder, "a.xsb");
    unlock(&mut player);
    player.browse();
    assert_eq!(states(&player), "oo");
    let stamp = player.browsed().unwrap().stamp;
    folder.write("a.xsb", &collection(4));
    assert!(player.files_changed());
    assert_eq!(states(&player), "oooo");
    assert_ne!(player.browsed().unwrap().stamp, stamp, "the previews are others");
    player.pick(&Pick::Level(4));
    assert_eq!((player.title().as_str(), player.is_browsing()), ("Sokoban - Room 4", false));
    player.browse();
    assert_eq!((states(&player).as_str(), player.browsed().unwrap().current), ("oooo", Some(4)));
    player.pick(&Pick::Close);
    player.command(&Command::PreviousLevel);
    assert_eq!(player.title(), "Sokoban - Room 3");
}

#[test]
fn another_game_and_back_is_where_it_was() {
    let folder = Folder::with_script("");
    folder.write("levels/sokoban/a.xsb", &collection(4));
    let root = folder.path().join("levels");
    let own = root.join("sokoban");
    let opened = open(&stock("sokoban"), &wanted(&own, 4)).unwrap();
    let player = Player::new(stock("sokoban"), opened).with_store(store(&folder));
    let mut player = player.with_levels(root);
    go(&mut player, Direction::Right);
    go(&mut player, Direction::Right);
    player.command(&Command::Undo);
    let (before, stand) = (everything(player.session()), player.stand());
    player.browse();
    player.pick(&Pick::Game("fifteen".to_owned()));
    assert!(player.title().starts_with("Fifteen"), "{}", player.title());
    player.browse();
    player.pick(&Pick::Game("nowhere".to_owned()));
    says(&player, "no game nowhere");
    assert!(player.title().starts_with("Fifteen"), "{}", player.title());
    player.pick(&Pick::Game("sokoban".to_owned()));
    assert_eq!((everything(player.session()), player.stand()), (before, stand));
    assert!(player.command(&Command::Redo));
}

#[test]
fn the_own_levels_are_there_beside_a_file_that_was_opened() {
    let folder = Folder::with_script("");
    folder.write("levels/sokoban/own.xsb", &collection(2));
    folder.write("other.xsb", "Other\n\n#######\n#@$  .#\n#######\n");
    let root = folder.path().join("levels");
    let own = root.join("sokoban");
    let opened = open(&stock("sokoban"), &wanted(&own, 1)).unwrap();
    let player = Player::new(stock("sokoban"), opened).with_store(store(&folder));
    let mut player = player.with_levels(root);
    let other = folder.path().join("other.xsb");
    player.pick(&Pick::File(other.clone()));
    assert_eq!(player.title(), "Sokoban - Other");
    player.browse();
    let browser = player.browsed().unwrap();
    assert_eq!(browser.origins[0].path, None);
    let shown = &browser.origins[browser.origin];
    assert_eq!((shown.title.as_str(), shown.path.as_ref()), ("other", Some(&other)));
    player.pick(&Pick::Origin(0));
    assert_eq!((states(&player).as_str(), player.browsed().unwrap().current), ("ox", None));
    assert_eq!(player.title(), "Sokoban - Other", "it is only shown");
    player.pick(&Pick::Level(1));
    assert_eq!(player.title(), "Sokoban - Room 1");
    assert_eq!(player.stand().source, None, "these are the game's own");
}

// Files.

const ROOM: &str = "#####\n#@$.#\n#####";

const HEXAGONS: &str = "# # # # # #\n # @ $ . #\n# # # # # #";

/// The same room in every form, and a row of hexagons.
fn every_form(folder: &Folder) -> Vec<(PathBuf, &'static str)> {
    let xml: String = ROOM.lines().map(|row| format!("<L>{row}</L>")).collect();
    let xml = format!(
        "<?xml version=\"1.0\"?>\n<SokobanLevels><Title>X</Title><LevelCollection>\
         <Level Id=\"X\">{xml}</Level></LevelCollection></SokobanLevels>\n"
    );
    let list = "[{ \"level_id\": 0, \"level_info\": { \"level_map\": \"map.txt\", \
                \"player_pos\": [1, 1], \"box_pos_list\": [[1, 2]] } }]";
    folder.write("forms/map.txt", "XXXXX\nXCCHX\nXXXXX\n");
    let forms = [
        ("room.xsb", ROOM, ROOM),
        ("room.sok", ROOM, ROOM),
        ("room.txt", ROOM, ROOM),
        ("room.slc", xml.as_str(), ROOM),
        ("room.hsb", HEXAGONS, HEXAGONS),
        ("room.csv", "-1,-1,-1,-1,-1\n-1,2,3,0,-1\n-1,-1,-1,-1,-1\n", ROOM),
        ("room.json", list, ROOM),
    ];
    let written = forms.into_iter().map(|(name, text, board)| {
        folder.write(&format!("forms/{name}"), text);
        (folder.path().join("forms").join(name), board)
    });
    written.collect()
}

#[test]
fn a_file_of_every_form_is_opened_and_can_be_dropped() {
    let folder = rooms(2);
    for (path, board) in every_form(&folder) {
        // Without a place for marks, so that each is unsolved.
        let mut opened = on(&folder.path().join("a.xsb"), 1);
        assert!(opened.open_file(&path), "{}: {}", path.display(), trouble(&opened));
        let mut dropped = on(&folder.path().join("a.xsb"), 1);
        dropped.dropped(&path);
        for mut player in [opened, dropped] {
            assert_eq!(trouble(&player), "", "{}", path.display());
            assert_eq!(rows(player.session()), board, "{}", path.display());
            solve(&mut player);
        }
    }
}

#[test]
fn an_opened_file_begins_with_its_first_unsolved_level() {
    let folder = rooms(3);
    let mut player = playing(&folder, "a.xsb");
    solve(&mut player);
    folder.write("other.xsb", &format!("Mine\n\n{}\n\nNext\n\n{}\n", ROOMS[0], ROOMS[3]));
    assert!(player.open_file(&folder.path().join("other.xsb")));
    assert_eq!(player.title(), "Sokoban - Next");
}

#[test]
fn a_collection_begins_with_the_first_level_that_can_be_played() {
    let folder = rooms(3);
    let text = format!("{NOBODY}{}", collection(2));
    folder.write("other.xsb", &text);
    let mut opened = playing(&folder, "a.xsb");
    assert!(opened.open_file(&folder.path().join("other.xsb")), "{}", trouble(&opened));
    let mut pasted = playing(&folder, "a.xsb");
    pasted.paste(&text);
    says(&pasted, "from the clipboard");
    for mut player in [opened, pasted] {
        assert_eq!((player.title().as_str(), number(&player)), ("Sokoban - Room 1", 2));
        assert_eq!(trouble(&player), "");
        solve(&mut player);
    }
    folder.write("none.xsb", NOBODY);
    let mut player = in_the_middle(&folder);
    assert!(!player.open_file(&folder.path().join("none.xsb")));
    assert!(trouble(&player).contains("no player"), "{}", trouble(&player));
    goes_on(&mut player, "no level that can be played");
}

#[test]
fn a_file_that_is_opened_by_a_relative_path_is_listed_once() {
    let folder = rooms(1);
    let mut player = playing(&folder, "a.xsb");
    // Tests run in the project's folder.
    let relative = Path::new("levels/sokoban/1-first-steps.xsb");
    assert!(player.open_file(relative), "{}", trouble(&player));
    player.browse();
    let browser = player.browsed().unwrap();
    let listed = browser.origins.iter().filter(|origin| origin.title == "1-first-steps");
    assert_eq!(listed.count(), 1, "{:?}", browser.origins);
    let shown = &browser.origins[browser.origin];
    assert_eq!(shown.path, Some(std::path::absolute(relative).unwrap()));
}

/// Stands in the middle of level 2 of 3.
fn in_the_middle(folder: &Folder) -> Player {
    let mut player = playing(folder, "a.xsb");
    unlock(&mut player);
    player.command(&Command::NextLevel);
    // Another player may have been there before.
    if player.session().played().is_empty() {
        go(&mut player, Direction::Right);
    }
    player
}

/// The level being played is as it was, history and all, and so is the next one.
#[track_caller]
fn goes_on(player: &mut Player, what: &str) {
    assert_eq!((number(player), player.session().played().as_str()), (2, "r"), "{what}");
    assert_eq!(player.title(), "Sokoban - Room 2", "{what}");
    assert!(player.command(&Command::Undo) && player.command(&Command::Redo), "{what}");
    assert_eq!(trouble(player), "", "{what}: the next command puts it away");
    player.command(&Command::NextLevel);
    assert_eq!(player.title(), "Sokoban - Room 3", "{what}");
}

#[test]
fn a_bad_file_is_told_and_the_level_being_played_stays() {
    let folder = rooms(3);
    for (name, text) in [
        ("none.xsb", "no level here\n"),
        ("empty.txt", ""),
        ("two.xsb", "Two\n\n#######\n#@@$ .#\n#######\n"),
        ("odd.sok", "#####\n#@x.#\n#####\n"),
        ("bad.slc", "<SokobanLevels"),
        ("bad.csv", "a,b\nc,d\n"),
        ("bad.json", "[{"),
        (
            "alone.json",
            "[{ \"level_id\": 0, \"level_info\": { \"level_map\": \"gone\", \
                        \"player_pos\": [1, 1], \"box_pos_list\": [[1, 2]] } }]",
        ),
    ] {
        folder.write(name, text);
        let path = folder.path().join(name);
        let mut player = in_the_middle(&folder);
        assert!(!player.open_file(&path), "{name}");
        assert!(trouble(&player).contains(name), "{name}: {}", trouble(&player));
        goes_on(&mut player, name);
        let mut player = in_the_middle(&folder);
        player.dropped(&path);
        assert!(trouble(&player).contains(name), "{name}: {}", trouble(&player));
        goes_on(&mut player, name);
    }
    let mut player = in_the_middle(&folder);
    assert!(!player.open_file(&folder.path().join("gone.xsb")));
    assert!(trouble(&player).contains("gone.xsb"), "{}", trouble(&player));
    goes_on(&mut player, "a file that is not there");
    assert_eq!(store(&folder).recent("sokoban").unwrap(), Vec::<String>::new());
}

#[test]
fn the_last_twenty_files_are_listed_the_newest_first() {
    let folder = rooms(1);
    let mut player = playing(&folder, "a.xsb");
    let path = |number: u32| folder.path().join(format!("{number}.xsb"));
    let listed = |numbers: Vec<u32>| -> Vec<String> {
        let paths = numbers.into_iter().map(path);
        paths.map(|path| path.to_str().unwrap().to_owned()).collect()
    };
    for number in 1..=22 {
        folder.write(&format!("{number}.xsb"), &collection(1));
        assert!(player.open_file(&path(number)), "{}", trouble(&player));
    }
    let recent = store(&folder).recent("sokoban").unwrap();
    assert_eq!(recent, listed((3..=22).rev().collect()));
    player.dropped(&path(5));
    let recent = store(&folder).recent("sokoban").unwrap();
    assert_eq!(recent, listed([5].into_iter().chain((6..=22).rev()).chain([4, 3]).collect()));
    assert_eq!(store(&folder).recent("fifteen").unwrap(), Vec::<String>::new());
}

// The clipboard.

/// Steps here and there, as far as they lead anywhere.
fn wander(player: &mut Player) {
    let tiling = player.session().board().topology().tiling();
    for direction in tiling.directions().iter().cycle().take(9) {
        go(player, *direction);
    }
}

/// Copies every level of a file after some steps, pastes it, and plays the steps again.
/// Returns how many there were.
fn copy_all(path: &Path) -> usize {
    let mut player = on(path, 1);
    player.prefer(Preferences { unlock_all: true, ..player.preferences() });
    let folder = rooms(1);
    let mut count = 0;
    loop {
        count += 1;
        let name = format!("{} {count}", path.display());
        let (begun, here) = (rows(player.session()), number(&player));
        wander(&mut player);
        let text = player.copy().unwrap_or_else(|| panic!("{name}: {}", said(&player)));
        let mut other = playing(&folder, "a.xsb");
        other.paste(&text);
        assert_eq!(trouble(&other), "", "{name}:\n{text}");
        assert_eq!(rows(other.session()), begun, "{name}:\n{text}");
        let (is, was) = (other.session().board(), player.session().board());
        assert_eq!(is.topology(), was.topology(), "{name}:\n{text}");
        let (level, played) = (other.session().level().level.clone(), player.session().played());
        assert_eq!(level.title, player.session().level().level.title, "{name}:\n{text}");
        let steps: Vec<&str> =
            Some(played.as_str()).filter(|steps| !steps.is_empty()).into_iter().collect();
        assert_eq!(level.solutions, steps, "{name}:\n{text}");
        for step in read_steps(&played).unwrap() {
            let Step::Play(action) = step else { panic!("{name}: {step:?}") };
            assert!(other.command(&Command::Play(action)), "{name}:\n{text}");
        }
        assert_eq!(rows(other.session()), rows(player.session()), "{name}:\n{text}");
        player.command(&Command::NextLevel);
        if number(&player) == here {
            return count;
        }
    }
}

#[test]
fn every_level_of_the_corpus_is_copied_and_pasted_with_its_steps() {
    let Some(corpus) = corpus() else {
        return;
    };
    for (file, count) in CORPUS {
        assert_eq!(copy_all(&corpus.join(file)), count, "{file}");
    }
}

#[test]
fn the_stock_levels_are_copied_and_pasted_with_their_steps() {
    let levels = stock_scripts().with_file_name("levels").join("sokoban");
    let files = std::fs::read_dir(levels).unwrap().map(|entry| entry.unwrap().path());
    let counts: Vec<usize> = files.map(|file| copy_all(&file)).collect();
    assert!(counts.len() > 2 && counts.iter().all(|count| *count > 1), "{counts:?}");
}

#[test]
fn a_copy_reads_as_a_level_file_with_the_steps_below() {
    let folder = rooms(2);
    let mut player = in_the_middle(&folder);
    go(&mut player, Direction::Right);
    let before = everything(player.session());
    let text = player.copy().unwrap();
    assert_eq!(text, "######\n#@ $.#\n######\n\nTitle: Room 2\nSolution: rR\n");
    says(&player, "The level is copied");
    assert_eq!(everything(player.session()), before);
    // Steps that were taken back are none.
    player.command(&Command::Restart);
    assert_eq!(player.copy().unwrap(), "######\n#@ $.#\n######\n\nTitle: Room 2\n");
}

#[test]
fn a_board_that_was_made_is_copied_as_it_stands() {
    let folder = Folder::with_script("");
    let nowhere = folder.path().join("nowhere");
    let made = || {
        let opened = open(&stock("fifteen"), &Wanted { seed: 7, ..wanted(&nowhere, 1) });
        Player::new(stock("fifteen"), opened.unwrap())
    };
    let (mut player, mut other) = (made(), made());
    wander(&mut player);
    let text = player.copy().unwrap();
    assert_eq!(text, format!("{}\n\nTitle: Fifteen, seed 7\n", rows(player.session())));
    other.paste(&text);
    assert_eq!(rows(other.session()), rows(player.session()));
}

#[test]
fn nonsense_that_is_pasted_is_told_and_the_game_goes_on() {
    let folder = rooms(3);
    for text in [
        "",
        "Dear reader, this is no level.",
        "\u{0}\u{fffd}\u{feff}",
        "<SokobanLevels>",
        "#######\n#@@$ .#\n#######",
        "######\n#@x .#\n######",
        "#####\n#@$ #\n#####",
    ] {
        let mut player = in_the_middle(&folder);
        player.paste(text);
        assert_ne!(trouble(&player), "", "{text:?}");
        assert!(!said(&player).contains("clipboard"), "{text:?}: {}", said(&player));
        goes_on(&mut player, text);
    }
}

#[test]
fn a_collection_that_is_pasted_begins_with_its_first_level() {
    let folder = rooms(1);
    let mut player = playing(&folder, "a.xsb");
    solve(&mut player);
    let stand = player.stand();
    let text = format!("Mine\n\n{}\n\nNext\n\n{}\n", ROOMS[1], ROOMS[3]);
    player.paste(&text.replace('\n', "\r\n"));
    says(&player, "The first of the levels from the clipboard");
    assert_eq!(player.title(), "Sokoban - Mine");
    assert_eq!(player.caption(100).title, "1 / 2   Mine");
    player.command(&Command::NextLevel);
    says(&player, "Level 2 is locked until level 1 is solved");
    solve(&mut player);
    player.command(&Command::NextLevel);
    assert_eq!(player.title(), "Sokoban - Next");
    // A level without a file is no place to go on at: the one before is.
    player.keep_stand();
    assert_eq!(store(&folder).stand("sokoban").unwrap(), Some(stand));
    assert!(!player.files_changed());
}
