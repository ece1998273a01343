//! What a player has done is there the next time: what was solved and how well, where one
//! was with the whole history, and which keys ask for what. What is damaged on disk, or
//! cannot be written, is told and costs no game.

mod common;

use std::path::PathBuf;
use std::time::Duration;

use common::{Folder, everything, rows, stock, stock_scripts, wanted};
use tilewright::app::{
    Best, Command, Home, Keymap, Pick, Player, Preferences, Press, Progress, Request, Stand, Store,
    Wanted, open,
};
use tilewright::grid::Direction;
use tilewright::level::Shelf;
use tilewright::rules::{Action, Button, Limits, Scripts, Setting};
use tilewright::view::{Frame, Moment};

/// It is solved by `rr`, and by `drur` with more moves.
const ROOM: &str = "######\n#@ $.#\n#    #\n######";

/// It is solved by `r`.
const SMALL: &str = "#####\n#@$.#\n#####";

/// There is room to walk around.
const WIDE: &str = "#######\n#@ $ .#\n#     #\n#######";

/// A collection of these boards, titled Room 1, Room 2 and so on.
fn collection(boards: &[&str]) -> String {
    let titled = |(number, board): (u32, &&str)| format!("Room {number}\n\n{board}\n\n");
    (1..).zip(boards).map(titled).collect()
}

/// A folder with a file of these boards, `a.xsb`.
fn levels(boards: &[&str]) -> Folder {
    let folder = Folder::with_script("");
    folder.write("a.xsb", &collection(boards));
    folder
}

/// What is kept in the folder.
fn store(folder: &Folder) -> Store {
    Store::in_folder(&folder.path().join("settings"))
}

/// Writes a file among what is kept.
fn put(folder: &Folder, place: &str, bytes: &[u8]) {
    folder.write(&format!("settings/{place}"), "");
    std::fs::write(folder.path().join("settings").join(place), bytes).unwrap();
}

fn kept(folder: &Folder, place: &str) -> Vec<u8> {
    std::fs::read(folder.path().join("settings").join(place)).unwrap()
}

/// Begins as the program does: at the level of that number, or where the player was.
/// Returns whether that level is still there, too.
fn begin(
    scripts: &Scripts,
    levels: (&Folder, &str, usize),
    stand: Option<&Stand>,
) -> (Player, bool) {
    let (folder, file, number) = levels;
    let path = folder.path().join(file);
    let remembered = stand.map(|stand| stand.settings.clone()).unwrap_or_default();
    let wanted = Wanted { own: false, stand, remembered: &remembered, ..wanted(&path, number) };
    let opened = open(scripts, &wanted).unwrap_or_else(|error| panic!("{error}"));
    let stands = opened.stands;
    let mut player = Player::new(scripts.clone(), opened).with_store(store(folder));
    if let Some(stand) = stand.filter(|_| stands) {
        player.resume(stand);
    }
    (player, stands)
}

/// Sokoban on a level of `a.xsb`.
fn playing(folder: &Folder, number: usize) -> Player {
    begin(&stock("sokoban"), (folder, "a.xsb", number), None).0
}

/// Quits and starts again: the place comes from the disk.
fn again(player: &mut Player, folder: &Folder) -> Player {
    player.keep_stand();
    let stand = store(folder).stand("sokoban").unwrap();
    let (again, stands) = begin(&stock("sokoban"), (folder, "a.xsb", 1), stand.as_ref());
    assert!(stands, "the level is not found");
    again
}

/// Steps by their letters; `z` undoes, `x` redoes, `!` restarts.
fn keys(player: &mut Player, keys: &str) {
    for key in keys.chars() {
        player.command(&match key {
            'z' => Command::Undo,
            'x' => Command::Redo,
            '!' => Command::Restart,
            step => Command::Play(Action::Move(Direction::from_letter(step).unwrap())),
        });
    }
}

fn said(player: &Player) -> String {
    player.caption(100).message
}

/// What is kept of a level: moves, pushes, steps.
fn shown(best: &Best) -> String {
    let score = |name: &str| best.scores[name];
    format!("{} {} {}", score("moves"), score("pushes"), best.solution)
}

/// What is kept of the level that is played; nothing if it was not solved.
fn best(folder: &Folder, player: &Player) -> String {
    let progress = store(folder).progress("sokoban").unwrap();
    progress.best(&player.session().level().level.key()).map(shown).unwrap_or_default()
}

fn done(player: &Player) -> usize {
    player.session().journal().done()
}

// What was solved.

#[test]
fn a_solution_is_kept_and_only_a_better_one_takes_its_place() {
    let folder = levels(&[ROOM]);
    let mut player = playing(&folder, 1);
    assert_eq!(best(&folder, &player), "");
    keys(&mut player, "dru");
    assert_eq!(best(&folder, &player), "", "it is not solved yet");
    keys(&mut player, "r");
    assert_eq!(best(&folder, &player), "4 1 druR");
    keys(&mut player, "!rr");
    assert_eq!(best(&folder, &player), "2 1 rR");
    keys(&mut player, "!drur");
    assert!(player.session().is_won());
    assert_eq!(best(&folder, &player), "2 1 rR");
    keys(&mut player, "zx");
    assert_eq!(best(&folder, &player), "2 1 rR", "redo is no new solution");
    let text = String::from_utf8(kept(&folder, "progress/sokoban.toml")).unwrap();
    assert!(text.contains("version = 1\n") && text.contains("title = \"Room 1\""), "{text}");
    assert_eq!(store(&folder).progress("fifteen").unwrap().levels().count(), 0);
}

#[test]
fn each_counter_keeps_its_least_on_disk_and_the_steps_are_those_of_the_first() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::in_folder(folder.path());
    let first = "moves".to_owned();
    for (moves, pushes, steps, expected) in
        [(10, 3, "ten", "10 3 ten"), (12, 2, "twelve", "10 2 ten"), (8, 4, "eight", "8 2 eight")]
    {
        let scores = [("moves".to_owned(), moves), ("pushes".to_owned(), pushes)].into();
        let solved = Best { scores, solution: steps.to_owned(), ..Best::default() };
        let mut known = Progress::default();
        known.note("board", solved, Some(&first));
        store.keep_progress("sokoban", &known, Some(&first)).unwrap();
        let progress = store.progress("sokoban").unwrap();
        assert_eq!(progress.best("board").map(shown).unwrap(), expected);
    }
}

#[test]
fn two_windows_keep_the_marks_of_both() {
    let folder = levels(&[SMALL, ROOM]);
    let (mut one, mut other) = (playing(&folder, 1), playing(&folder, 2));
    keys(&mut one, "r");
    keys(&mut other, "rr");
    assert_eq!(best(&folder, &one), "1 1 R");
    assert_eq!(best(&folder, &other), "2 1 rR");
    other.command(&Command::NextUnsolved);
    assert_eq!(said(&other), "Every level here is solved.");
}

#[test]
fn two_windows_that_keep_marks_at_once_lose_none() {
    let folder = tempfile::tempdir().unwrap();
    let solve = |window: &str| {
        let store = Store::in_folder(folder.path());
        for number in 0..50 {
            let mut known = Progress::default();
            known.note(&format!("{window}{number}"), Best::default(), None);
            store.keep_progress("sokoban", &known, None).unwrap();
        }
    };
    std::thread::scope(|threads| {
        threads.spawn(|| solve("one"));
        threads.spawn(|| solve("other"));
    });
    let progress = Store::in_folder(folder.path()).progress("sokoban").unwrap();
    assert_eq!(progress.levels().count(), 100);
}

#[test]
fn marks_stay_with_the_board_whatever_its_title_number_and_file() {
    let folder = levels(&[ROOM]);
    let mut player = playing(&folder, 1);
    keys(&mut player, "rr");
    let progress = store(&folder).progress("sokoban").unwrap();
    let alphabet = player.session().game().declared().alphabet();
    let wide: String = ROOM.lines().map(|row| format!("--{row}--\n")).collect();
    let letters = ROOM.replace('#', "W").replace('@', "p").replace('$', "b");
    let xml: String = ROOM.lines().map(|row| format!("<L>{row}</L>")).collect();
    let xml = format!(
        "<?xml version=\"1.0\"?><SokobanLevels><Title>X</Title><LevelCollection>\
         <Level Id=\"7\">{xml}</Level></LevelCollection></SokobanLevels>"
    );
    for (file, text, expected) in [
        ("renamed.sok", format!("Collection: Other\n\nOther\n\n{ROOM}\n"), "s"),
        ("sorted.xsb", collection(&[SMALL, ROOM, WIDE]), "-s-"),
        ("wide.xsb", format!("----------\n{wide}"), "s"),
        ("letters.txt", letters, "s"),
        ("room.slc", xml, "s"),
        ("mirrored.xsb", "######\n#.$ @#\n#    #\n######\n".to_owned(), "-"),
        ("closed.xsb", ROOM.replace("#    #", "#  # #"), "-"),
    ] {
        folder.write(file, &text);
        let shelf = Shelf::open(&folder.path().join(file), &alphabet).unwrap();
        let is_solved = |key: String| progress.best(&key).is_some();
        let marks = shelf.levels().iter().map(|level| is_solved(level.key()));
        let marks: String = marks.map(|solved| if solved { 's' } else { '-' }).collect();
        assert_eq!(marks, expected, "{file}:\n{text}");
    }
}

// What is wrong on disk.

/// Puts such a file in place of the marks, plays on, and solves the level.
#[track_caller]
fn survives(damaged: &[u8]) {
    let folder = levels(&[ROOM]);
    for aside in ["progress/sokoban.toml.damaged", "progress/sokoban.toml.damaged2"] {
        put(&folder, "progress/sokoban.toml", damaged);
        let shown = String::from_utf8_lossy(damaged);
        let mut player = playing(&folder, 1);
        let told = said(&player);
        assert!(
            told.contains("sokoban.toml: what was kept here cannot be read"),
            "{shown}: {told}"
        );
        assert!(told.contains("kept aside as"), "{shown}: {told}");
        assert_eq!(kept(&folder, aside), damaged);
        keys(&mut player, "rr");
        assert_eq!(best(&folder, &player), "2 1 rR", "{shown}");
    }
}

#[test]
fn damaged_marks_are_kept_aside_and_play_goes_on() {
    survives(b"\xff\xfe\0 [[ these are no marks");
    let folder = levels(&[ROOM]);
    keys(&mut playing(&folder, 1), "rr");
    let whole = kept(&folder, "progress/sokoban.toml");
    let text = String::from_utf8(whole.clone()).unwrap();
    let at = text.find("solution = ").unwrap() + "solution = \"r".len();
    survives(&whole[..at]);
}

#[test]
fn marks_that_are_something_else_are_kept_aside() {
    survives(b"version = 1\nlevels = 3\n");
    survives(b"version = \"new\"\n\n[levels]\n");
    survives(b"version = 1\n\n[levels]\neba461170677219a = 5\n");
    survives(b"version = 1\n\n[levels.eba461170677219a]\nbest = \"few\"\nsolution = 7\n");
}

#[test]
fn marks_that_are_damaged_while_somebody_plays_cost_none() {
    let folder = levels(&[SMALL, ROOM]);
    let mut player = playing(&folder, 1);
    keys(&mut player, "r");
    put(&folder, "progress/sokoban.toml", b"version = = 1");
    player.command(&Command::NextLevel);
    keys(&mut player, "rr");
    assert!(player.session().is_won());
    assert!(said(&player).contains("kept aside as"), "{}", said(&player));
    assert_eq!(kept(&folder, "progress/sokoban.toml.damaged"), b"version = = 1");
    assert_eq!(best(&folder, &player), "2 1 rR", "what was just solved");
    assert_eq!(best(&folder, &playing(&folder, 1)), "1 1 R", "what was known before");
}

#[test]
fn a_file_of_a_newer_version_is_told_and_stays_as_it_is() {
    let newer = b"version = 99\nnovel = [ 1,2 ]   # as it is\n";
    let folder = levels(&[ROOM]);
    put(&folder, "progress/sokoban.toml", newer);
    put(&folder, "playing/sokoban.toml", newer);
    let mut player = playing(&folder, 1);
    let expected = "sokoban.toml: this is of version 99";
    assert!(said(&player).contains(expected), "{}", said(&player));
    keys(&mut player, "rr");
    assert!(player.session().is_won());
    assert!(said(&player).contains(expected), "{}", said(&player));
    player.keep_stand();
    assert!(said(&player).contains(expected), "{}", said(&player));
    let error = store(&folder).stand("sokoban").unwrap_err().to_string();
    assert!(error.contains(expected), "{error}");
    for place in ["progress/sokoban.toml", "playing/sokoban.toml"] {
        assert_eq!(kept(&folder, place), newer, "{place}");
        assert!(!folder.path().join(format!("settings/{place}.damaged")).exists());
    }
}

/// Solves a level where nothing can be kept, and goes on to the next.
#[track_caller]
fn goes_on_without_a_place(folder: &Folder) {
    let mut player = playing(folder, 1);
    keys(&mut player, "r");
    let told = said(&player);
    assert!(told.contains("sokoban.toml: what you set or played cannot be kept"), "{told}");
    assert!(player.caption(100).solved.contains("Well done!"));
    player.command(&Command::NextLevel);
    assert_eq!(player.session().level().number, 2, "what was solved is known all the same");
    keys(&mut player, "r");
    assert_eq!(done(&player), 1);
}

#[test]
fn a_file_in_place_of_the_folder_is_told_and_play_goes_on() {
    let folder = levels(&[SMALL, ROOM]);
    folder.write("settings", "a file");
    goes_on_without_a_place(&folder);
    assert_eq!(std::fs::read_to_string(folder.path().join("settings")).unwrap(), "a file");
}

// Where one was.

/// Every board of the history, from the first to the last turn.
fn trail(player: &mut Player) -> Vec<String> {
    let turns = done(player);
    while player.command(&Command::Undo) {}
    let mut boards = vec![everything(player.session())];
    while player.command(&Command::Redo) {
        boards.push(everything(player.session()));
    }
    while done(player) > turns {
        player.command(&Command::Undo);
    }
    boards
}

#[test]
fn the_next_start_goes_on_with_the_whole_history() {
    let folder = levels(&[WIDE]);
    let mut player = playing(&folder, 1);
    keys(&mut player, "rrzd!rdzz");
    let stand = player.stand();
    assert_eq!((stand.history.as_str(), stand.done), ("rd<restart>rd", 3));
    let mut again = again(&mut player, &folder);
    assert_eq!(store(&folder).stand("sokoban").unwrap(), Some(stand.clone()));
    assert_eq!(said(&again), "");
    assert_eq!(again.stand(), stand, "as if the program had never ended");
    assert_eq!(everything(again.session()), everything(player.session()));
    assert_eq!(trail(&mut again), trail(&mut player), "undo to the first board, redo to the last");
    assert_eq!(again.caption(100).status, player.caption(100).status);
    keys(&mut again, "xx");
    assert_eq!((done(&again), again.session().played().as_str()), (5, "rd"));
}

/// The file of what was played on the level that is played now, once that is left.
fn left(folder: &Folder, player: &Player) -> PathBuf {
    let key = player.session().level().level.key();
    folder.path().join(format!("settings/playing/sokoban/{key}.toml"))
}

/// Sokoban on the first of these levels, of which none is locked.
fn unlocked(folder: &Folder) -> Player {
    let mut player = playing(folder, 1);
    player.prefer(Preferences { unlock_all: true, ..player.preferences() });
    player.keep_settings();
    player
}

#[test]
fn a_level_that_was_left_goes_on_where_it_was_left() {
    let folder = levels(&[WIDE, ROOM]);
    let mut player = unlocked(&folder);
    keys(&mut player, "rdrzz");
    let (before, turns) = (everything(player.session()), trail(&mut player));
    assert_eq!((done(&player), turns.len()), (1, 4), "two are undone");
    for picked in [false, true] {
        player.command(&Command::NextLevel);
        assert_eq!((done(&player), said(&player).as_str()), (0, ""));
        if picked {
            player.browse();
            player.pick(&Pick::Level(1));
        } else {
            player.command(&Command::PreviousLevel);
        }
        assert_eq!(said(&player), "Where you left this level");
        assert_eq!(everything(player.session()), before);
        assert_eq!(trail(&mut player), turns, "undo to the first move, redo to the last");
    }
    player.command(&Command::NextLevel);
    keys(&mut player, "d");
    player.command(&Command::PreviousLevel);
    player.command(&Command::NextLevel);
    assert_eq!((done(&player), said(&player).as_str()), (1, "Where you left this level"));
    // The next start knows it as well.
    let mut next = playing(&folder, 2);
    next.command(&Command::PreviousLevel);
    assert_eq!(said(&next), "Where you left this level");
    assert_eq!(trail(&mut next), turns);
}

#[test]
fn a_level_that_was_left_solved_begins_anew() {
    let folder = levels(&[WIDE, ROOM]);
    let mut player = unlocked(&folder);
    let file = left(&folder, &player);
    keys(&mut player, "r");
    player.command(&Command::NextLevel);
    assert!(file.exists());
    let untouched = left(&folder, &player);
    player.command(&Command::PreviousLevel);
    assert!(!untouched.exists(), "there is nothing to be undone");
    keys(&mut player, "rr");
    assert!(player.session().is_won(), "{}", rows(player.session()));
    player.command(&Command::NextLevel);
    assert!(!file.exists(), "it is done with");
    player.command(&Command::PreviousLevel);
    assert_eq!((done(&player), said(&player).as_str()), (0, ""));
    assert_eq!(rows(player.session()), WIDE);
}

#[test]
fn a_level_that_is_pasted_begins_as_it_is() {
    let folder = levels(&[WIDE, ROOM]);
    let mut player = unlocked(&folder);
    let file = left(&folder, &player);
    keys(&mut player, "rd");
    player.command(&Command::NextLevel);
    assert!(file.exists());
    player.paste(WIDE);
    assert_eq!(said(&player), "The level from the clipboard");
    assert_eq!((rows(player.session()).as_str(), done(&player)), (WIDE, 0));
    assert_eq!(player.keeping_due(), None);
    // It leaves no place of its own, and does not touch that of the level it is a copy of.
    keys(&mut player, "d");
    assert!(player.open_file(&folder.path().join("a.xsb")));
    assert_eq!((done(&player), said(&player).as_str()), (2, "Where you left this level"));
}

#[test]
fn a_level_that_is_solved_is_still_solved_the_next_time() {
    let folder = levels(&[ROOM, SMALL]);
    let mut player = playing(&folder, 1);
    keys(&mut player, "rr");
    let mut again = again(&mut player, &folder);
    assert!(again.session().is_won());
    assert!(again.caption(100).solved.contains("next level"), "{}", again.caption(100).solved);
    keys(&mut again, "z");
    assert!(!again.session().is_won());
}

#[test]
fn a_level_is_found_wherever_it_stands_by_now() {
    let folder = levels(&[SMALL, WIDE]);
    let mut player = playing(&folder, 2);
    keys(&mut player, "rd");
    for (boards, number) in [
        ([WIDE, ROOM, SMALL], 1),
        ([SMALL, ROOM, WIDE], 3),
        // The same board twice: the one at the number where it was.
        ([WIDE, WIDE, SMALL], 2),
    ] {
        folder.write("a.xsb", &collection(&boards));
        let again = again(&mut player, &folder);
        assert_eq!(again.session().level().number, number, "{boards:?}");
        assert_eq!(rows(again.session()), rows(player.session()));
        assert_eq!(done(&again), 2);
    }
}

#[test]
fn a_level_that_is_gone_is_no_place_to_go_on_at() {
    let folder = levels(&[SMALL, WIDE]);
    let mut player = playing(&folder, 2);
    keys(&mut player, "rd");
    let stand = player.stand();
    folder.write("a.xsb", &collection(&[ROOM, SMALL]));
    let (mut other, stands) = begin(&stock("sokoban"), (&folder, "a.xsb", 1), Some(&stand));
    assert!(!stands);
    assert_eq!((rows(other.session()).as_str(), done(&other)), (ROOM, 0));
    keys(&mut other, "rr");
    assert!(other.session().is_won());
}

/// The stock Sokoban with another first line in its rule.
fn sokoban_with(folder: &Folder, line: &str) -> Scripts {
    let text = std::fs::read_to_string(stock_scripts().join("sokoban.lua")).unwrap();
    let head = "local function act(board, action)\n";
    assert!(text.contains(head));
    folder.write("scripts/sokoban.lua", &text.replace(head, &format!("{head}  {line}\n")));
    Scripts::new(&folder.path().join("scripts"), "sokoban", Limits::default())
}

#[test]
fn a_step_that_fails_by_now_is_told_and_the_level_can_be_played() {
    let folder = levels(&[WIDE]);
    let mut player = playing(&folder, 1);
    keys(&mut player, "rdl");
    let stand = player.stand();
    let line = "if action.dir == \"down\" then error(\"nobody goes down\") end";
    let scripts = sokoban_with(&folder, line);
    let (mut again, _) = begin(&scripts, (&folder, "a.xsb", 1), Some(&stand));
    let told = said(&again);
    assert!(told.contains("step 2 of what you played fails by now"), "{told}");
    assert!(told.contains("nobody goes down"), "{told}");
    assert_eq!(again.session().played(), "r", "what could be played");
    keys(&mut again, "rz");
    assert_eq!(done(&again), 1);
}

#[test]
fn a_history_that_fails_by_now_is_kept_aside() {
    let folder = levels(&[WIDE]);
    let mut player = playing(&folder, 1);
    keys(&mut player, "rdl");
    player.keep_stand();
    let whole = kept(&folder, "playing/sokoban.toml");
    let stand = store(&folder).stand("sokoban").unwrap();
    let line = "if action.dir == \"down\" then error(\"nobody goes down\") end";
    let scripts = sokoban_with(&folder, line);
    let (mut next, _) = begin(&scripts, (&folder, "a.xsb", 1), stand.as_ref());
    assert!(said(&next).contains("sokoban.toml.damaged"), "{}", said(&next));
    // Quitting without a move writes nothing in its place.
    next.keep_stand();
    assert_eq!(store(&folder).stand("sokoban").unwrap(), None);
    keys(&mut next, "r");
    next.keep_stand();
    assert_eq!(store(&folder).stand("sokoban").unwrap(), Some(next.stand()));
    assert_eq!(kept(&folder, "playing/sokoban.toml.damaged"), whole);
}

#[test]
fn a_step_that_does_nothing_by_now_is_told_and_the_level_can_be_played() {
    let folder = levels(&[WIDE]);
    let mut player = playing(&folder, 1);
    keys(&mut player, "rdl");
    let stand = player.stand();
    let scripts = sokoban_with(&folder, "if action.dir == \"down\" then return end");
    let (mut again, _) = begin(&scripts, (&folder, "a.xsb", 1), Some(&stand));
    assert!(said(&again).contains("step 2"), "{:?}", said(&again));
    let before = done(&again);
    keys(&mut again, "r");
    assert_eq!(done(&again), before + 1);
}

#[test]
fn a_history_that_cannot_be_read_is_told_and_the_level_begins() {
    let folder = levels(&[WIDE]);
    let stand = Stand { history: "rd<".to_owned(), ..playing(&folder, 1).stand() };
    let (mut again, stands) = begin(&stock("sokoban"), (&folder, "a.xsb", 1), Some(&stand));
    assert!(stands);
    assert!(said(&again).contains("where you were cannot be read"), "{}", said(&again));
    keys(&mut again, "rd");
    assert_eq!(done(&again), 2);
}

#[test]
fn a_level_that_was_edited_while_it_was_played_goes_on_as_it_is() {
    let folder = levels(&[SMALL]);
    let mut player = playing(&folder, 1);
    keys(&mut player, "rz");
    folder.write("a.xsb", &collection(&[WIDE]));
    assert!(player.files_changed());
    keys(&mut player, "rd");
    let again = again(&mut player, &folder);
    assert_eq!(said(&again), "");
    assert_eq!(rows(again.session()), rows(player.session()));
    assert_eq!(again.session().played(), "rd");
}

#[test]
fn a_level_that_was_edited_and_then_undone_does_not_spoil_the_next_start() {
    let folder = levels(&[WIDE]);
    let mut player = playing(&folder, 1);
    keys(&mut player, "rd");
    folder.write("a.xsb", &collection(&[ROOM]));
    assert!(player.files_changed());
    assert_eq!(rows(player.session()), ROOM);
    keys(&mut player, "z");
    let stand = player.stand();
    assert_eq!((stand.history.as_str(), stand.done), ("rd", 2));
    let next = again(&mut player, &folder);
    assert_eq!(said(&next), "");
    assert_eq!(next.session().played(), "rd");
}

#[test]
fn what_a_script_did_once_it_was_saved_is_done_again() {
    let folder = levels(&[WIDE]);
    let scripts = sokoban_with(&folder, "-- As it was before.");
    let (mut player, _) = begin(&scripts, (&folder, "a.xsb", 1), None);
    keys(&mut player, "rd");
    let file = "scripts/sokoban.lua";
    let text = std::fs::read_to_string(folder.path().join(file)).unwrap();
    let act = "  act = act,\n";
    assert!(text.contains(act));
    let reloaded = format!("{act}  reloaded = function(board) board:add(\"saved\", 1) end,\n");
    folder.write(file, &text.replace(act, &reloaded));
    assert!(player.files_changed());
    keys(&mut player, "r");
    let stand = player.stand();
    assert_eq!((stand.history.as_str(), stand.done), ("rd<reloaded>r", 4));
    player.keep_stand();
    let kept = store(&folder).stand("sokoban").unwrap();
    let (mut next, stands) = begin(&scripts, (&folder, "a.xsb", 1), kept.as_ref());
    assert!(stands);
    assert_eq!(said(&next), "");
    assert_eq!(next.stand(), stand);
    assert_eq!(trail(&mut next), trail(&mut player));
}

/// Clicks on a cell by its column and row.
fn click(player: &mut Player, (column, row): (u32, u32)) -> bool {
    let mut bytes = vec![0; 320 * 240 * 4];
    let mut frame = Frame::new(320, 240, &mut bytes).unwrap();
    player.paint(&mut frame, 100, Moment::STILL);
    let cell = player.session().board().topology().cell(column, row);
    assert!(cell.is_some());
    let mut pixels = (0..240).flat_map(|y| (0..320).map(move |x| (f64::from(x), f64::from(y))));
    let (x, y) = pixels.find(|(x, y)| player.cell_at(*x, *y) == cell).unwrap();
    player.click(x, y, Button::Left)
}

#[test]
fn a_walk_is_taken_back_as_a_whole_the_next_time_too() {
    let folder = levels(&[WIDE]);
    let mut player = playing(&folder, 1);
    let motion = Duration::ZERO;
    player.prefer(Preferences { motion, whole_walks: true, ..player.preferences() });
    player.keep_settings();
    keys(&mut player, "d");
    assert!(click(&mut player, (5, 2)));
    assert_eq!((done(&player), player.is_walking()), (5, false));
    assert_eq!(player.stand().walks, [(1, 5)]);
    let mut after = again(&mut player, &folder);
    keys(&mut after, "z");
    assert_eq!(done(&after), 1, "all four steps at once");
    // And one that was taken back is done again as a whole.
    let mut after = again(&mut after, &folder);
    assert_eq!(done(&after), 1);
    keys(&mut after, "x");
    assert_eq!(done(&after), 5);
    keys(&mut after, "zz");
    assert_eq!(done(&after), 0);
}

/// Fifteen on a board of its own making.
fn fifteen(folder: &Folder, seed: u64, stand: Option<&Stand>) -> Player {
    let (scripts, nowhere) = (stock("fifteen"), folder.path().join("nowhere"));
    let mut remembered = store(folder).settings("fifteen").unwrap();
    remembered.extend(stand.iter().flat_map(|stand| stand.settings.clone()));
    let wanted = Wanted { seed, remembered: &remembered, stand, ..wanted(&nowhere, 1) };
    let opened = open(&scripts, &wanted).unwrap();
    assert_eq!(opened.stands, stand.is_some());
    let mut player = Player::new(scripts, opened).with_store(store(folder));
    if let Some(stand) = stand {
        player.resume(stand);
    }
    player
}

/// Clicks on one cell of Fifteen after another, until a tile moves.
#[track_caller]
fn click_a_tile(player: &mut Player) {
    let mut cells = (0..4).flat_map(|row| (0..4).map(move |column| (column, row)));
    assert!(cells.any(|cell| click(player, cell)), "nothing moves");
}

#[test]
fn what_was_played_by_clicks_alone_is_kept() {
    let folder = Folder::with_script("");
    let mut player = fifteen(&folder, 7, None);
    click_a_tile(&mut player);
    player.keep_stand();
    let stand = store(&folder).stand("fifteen").unwrap().expect("nothing was kept");
    assert_eq!((&stand.history, stand.done), (&player.stand().history, 1));
    let next = fifteen(&folder, 1, Some(&stand));
    assert_eq!(everything(next.session()), everything(player.session()));
    let folder = levels(&[WIDE]);
    let mut player = playing(&folder, 1);
    player.prefer(Preferences { motion: Duration::ZERO, ..player.preferences() });
    assert!(click(&mut player, (5, 2)));
    assert_eq!((done(&player), player.is_walking()), (5, false));
    let mut next = again(&mut player, &folder);
    assert_eq!(next.stand(), player.stand());
    assert_eq!(trail(&mut next), trail(&mut player));
}

#[test]
fn where_one_is_is_kept_now_and_then_while_one_plays() {
    let at = Duration::from_secs;
    let folder = Folder::with_script("");
    let mut player = fifteen(&folder, 7, None);
    let history = |player: &Player| Some(player.stand().history);
    let kept = || store(&folder).stand("fifteen").unwrap().map(|stand| stand.history);
    assert_eq!(player.keeping_due(), None);
    player.tell_time(at(1));
    click_a_tile(&mut player);
    assert_eq!((kept(), player.keeping_due()), (None, Some(at(3))));
    player.tell_time(at(4));
    click_a_tile(&mut player);
    assert_eq!((kept(), player.keeping_due()), (history(&player), None));
    player.tell_time(at(5));
    click_a_tile(&mut player);
    assert_ne!(kept(), history(&player));
    assert_eq!(player.keeping_due(), Some(at(7)));
    // Whoever waits is told when, and then asks for it.
    player.keep_stand_if_due(at(6));
    assert_ne!(kept(), history(&player));
    player.keep_stand_if_due(at(7));
    assert_eq!((kept(), player.keeping_due()), (history(&player), None));
}

#[test]
fn a_walk_that_is_kept_in_the_middle_is_kept_whole_in_the_end() {
    let folder = levels(&[WIDE]);
    let mut player = playing(&folder, 1);
    player.prefer(Preferences { motion: Duration::ZERO, ..player.preferences() });
    player.tell_time(Duration::from_secs(4));
    assert!(click(&mut player, (5, 2)));
    assert!(store(&folder).stand("sokoban").unwrap().is_some());
    assert_eq!(player.keeping_due(), Some(Duration::from_secs(7)), "the rest of the walk");
    player.keep_stand();
    assert_eq!(player.keeping_due(), None);
    assert_eq!(store(&folder).stand("sokoban").unwrap(), Some(player.stand()));
}

#[test]
fn a_walk_of_one_step_is_kept_as_one() {
    let folder = levels(&[WIDE]);
    let mut player = playing(&folder, 1);
    player.tell_time(Duration::from_secs(4));
    assert!(click(&mut player, (1, 2)));
    player.keep_stand();
    assert_eq!(store(&folder).stand("sokoban").unwrap(), Some(player.stand()));
}

#[test]
fn a_board_that_was_made_goes_on_with_its_seed_and_settings() {
    let folder = Folder::with_script("");
    let mut player = fifteen(&folder, 7, None);
    player.set("width", Setting::Number(3.0));
    player.command(&Command::New);
    keys(&mut player, "lurdlurddrulz");
    let began = player.session().began();
    assert!(began == 2 && done(&player) > began, "{:?}", player.stand());
    player.keep_stand();
    let stand = store(&folder).stand("fifteen").unwrap().unwrap();
    assert_eq!((&stand.source, &stand.key), (&None, &None));
    let mut again = fifteen(&folder, 1, Some(&stand));
    assert_eq!(said(&again), "");
    assert_eq!(again.session().board().topology().width(), 3);
    assert_eq!(done(&again), done(&player) - began);
    assert_eq!(trail(&mut again), trail(&mut player)[began..], "since this board began");
}

#[test]
fn a_damaged_place_is_told_and_kept_aside() {
    let folder = levels(&[WIDE]);
    let mut player = playing(&folder, 1);
    keys(&mut player, "rd");
    player.keep_stand();
    let whole = kept(&folder, "playing/sokoban.toml");
    let text = String::from_utf8(whole.clone()).unwrap();
    let cut = text.find("history = ").unwrap() + "history = \"r".len();
    let both = [&whole[..cut], &b"\xff\0 history = = "[..]];
    for (damaged, aside) in both.into_iter().zip(["damaged", "damaged2"]) {
        put(&folder, "playing/sokoban.toml", damaged);
        let error = store(&folder).stand("sokoban").unwrap_err().to_string();
        assert!(error.contains("sokoban.toml: what was kept here cannot be read"), "{error}");
        assert!(error.contains("kept aside as"), "{error}");
        assert_eq!(kept(&folder, &format!("playing/sokoban.toml.{aside}")), damaged);
        assert_eq!(store(&folder).stand("sokoban").unwrap(), None);
    }
    keys(&mut player, "l");
    player.keep_stand();
    assert_eq!(store(&folder).stand("sokoban").unwrap(), Some(player.stand()));
}

#[test]
fn a_place_that_is_damaged_while_somebody_plays_is_written_all_the_same() {
    let folder = levels(&[WIDE]);
    let mut player = playing(&folder, 1);
    keys(&mut player, "rd");
    put(&folder, "playing/sokoban.toml", b"history = = ");
    player.keep_stand();
    assert!(said(&player).contains("kept aside as"), "{}", said(&player));
    assert_eq!(store(&folder).stand("sokoban").unwrap(), Some(player.stand()));
}

// How the program starts.

/// A game as the program begins it when nothing is asked for; the games' own levels are in
/// `levels`.
fn started(folder: &Folder, game: &str) -> Player {
    let levels = folder.path().join("levels");
    let home = Home { store: store(folder), scripts: common::stock_scripts(), levels };
    let begun = tilewright::app::begin(stock(game), home, &Request::default());
    begun.unwrap_or_else(|error| panic!("{error}"))
}

/// Sokoban with a level of its own and, in `a.xsb`, a wide one, in the middle of that.
fn in_the_middle_of_a_file() -> (Folder, Player) {
    let folder = levels(&[WIDE]);
    folder.write("levels/sokoban/own.xsb", &collection(&[SMALL]));
    let mut player = started(&folder, "sokoban");
    assert_eq!(rows(player.session()), SMALL);
    assert!(player.open_file(&folder.path().join("a.xsb")));
    keys(&mut player, "rdrz");
    (folder, player)
}

#[test]
fn a_level_file_that_is_no_more_gives_way_to_the_games_own_levels() {
    let (folder, mut player) = in_the_middle_of_a_file();
    player.keep_stand();
    assert_eq!(started(&folder, "sokoban").stand(), player.stand());
    folder.write("a.xsb", "There is no level here.\n");
    let mut other = started(&folder, "sokoban");
    let told = said(&other);
    assert!(told.contains("what was kept from the last time is left out"), "{told}");
    assert!(told.contains("a.xsb"), "{told}");
    assert_eq!((rows(other.session()).as_str(), done(&other)), (SMALL, 0));
    // Whoever only looks at them loses nothing.
    other.keep_stand();
    folder.write("a.xsb", &collection(&[WIDE]));
    assert_eq!(started(&folder, "sokoban").stand(), player.stand());
}

#[test]
fn another_game_and_back_goes_on_in_the_file_that_was_played() {
    let (folder, mut player) = in_the_middle_of_a_file();
    let last_game = || store(&folder).last_game().unwrap();
    assert_eq!(last_game().as_deref(), Some("sokoban"));
    let (before, stand) = (everything(player.session()), player.stand());
    player.pick(&Pick::Game("fifteen".to_owned()));
    assert!(player.title().starts_with("Fifteen"), "{}", player.title());
    assert_eq!(last_game().as_deref(), Some("fifteen"));
    player.pick(&Pick::Game("sokoban".to_owned()));
    assert_eq!(last_game().as_deref(), Some("sokoban"));
    assert!(stand.source.as_ref().is_some_and(|source| source.ends_with("a.xsb")));
    assert_eq!((everything(player.session()), player.stand()), (before, stand));
    assert!(player.command(&Command::Redo));
}

#[test]
fn a_slant_is_kept_for_each_game_apart() {
    let folder = levels(&[ROOM]);
    let slants = || {
        let players = [playing(&folder, 1), fifteen(&folder, 7, None)];
        players.map(|player| player.preferences().isometric)
    };
    let (mut sokoban, mut other) = (playing(&folder, 1), fifteen(&folder, 7, None));
    sokoban.command(&Command::Isometric);
    assert_eq!(slants(), [true, false]);
    other.command(&Command::Isometric);
    assert_eq!(slants(), [true, true]);
    sokoban.command(&Command::Isometric);
    assert_eq!(slants(), [false, true]);
}

// Which keys ask for what.

fn asks(player: &Player, key: &str) -> Option<Command> {
    player.meaning(&Press { key: key.to_owned(), ..Press::default() })
}

fn step(direction: Direction) -> Option<Command> {
    Some(Command::Play(Action::Move(direction)))
}

#[test]
fn keys_that_are_given_or_taken_are_kept_for_that_game_alone() {
    let folder = levels(&[ROOM]);
    let mut player = playing(&folder, 1);
    let mut keymap = Keymap::default();
    keymap.give("undo", "j");
    keymap.give("restart", "n");
    keymap.take("redo", "x");
    player.change_keys(keymap.clone());
    for player in [&player, &playing(&folder, 1)] {
        assert_eq!(asks(player, "j"), Some(Command::Undo));
        assert_eq!(asks(player, "z"), Some(Command::Undo), "what it had stays");
        assert_eq!(asks(player, "n"), Some(Command::Restart));
        assert_eq!(asks(player, "pagedown"), Some(Command::NextLevel), "it has lost N alone");
        assert_eq!(asks(player, "x"), None);
    }
    assert_eq!(store(&folder).keymap("sokoban").unwrap(), keymap);
    assert_eq!(store(&folder).keymap("fifteen").unwrap(), Keymap::default());
    assert_eq!(asks(&fifteen(&folder, 7, None), "x"), Some(Command::Redo));
    player.set("push_by_click", Setting::YesNo(false));
    assert_eq!(store(&folder).keymap("sokoban").unwrap(), keymap, "beside what is set");
    player.change_keys(Keymap::default());
    assert_eq!(asks(&playing(&folder, 1), "x"), Some(Command::Redo));
    let settings = store(&folder).settings("sokoban").unwrap();
    assert_eq!(settings["push_by_click"], Setting::YesNo(false));
}

#[test]
fn keys_that_are_always_the_programs_cannot_be_given_away() {
    let folder = levels(&[ROOM]);
    let mut player = playing(&folder, 1);
    let mut keymap = Keymap::default();
    ["escape", "f2", "f5"].iter().for_each(|key| keymap.give("undo", key));
    player.change_keys(keymap);
    assert_eq!(asks(&player, "escape"), Some(Command::Quit));
    assert_eq!(asks(&player, "f2"), Some(Command::Options));
    assert_eq!(asks(&player, "f5"), Some(Command::Reload));
}

/// Hexagons with room above the player.
const COMB: &str = "# # # # # # #
 #       . #
#         $ #
 #         #
#           #
 #   @     #
# # # # # # #";

fn comb(rows: &str) -> (Folder, Player) {
    let folder = Folder::with_script("");
    folder.write("comb.hsb", &format!("A comb\n\n{rows}\n"));
    let (player, _) = begin(&stock("sokoban"), (&folder, "comb.hsb", 1), None);
    (folder, player)
}

#[test]
fn six_keys_lie_around_a_hexagon_and_mean_what_they_did_on_squares() {
    let (folder, player) = comb(COMB);
    for (key, direction) in [
        ("a", Direction::Left),
        ("q", Direction::Up),
        ("w", Direction::UpRight),
        ("e", Direction::Right),
        ("d", Direction::DownRight),
        ("s", Direction::Down),
        ("left", Direction::Left),
        ("right", Direction::Right),
    ] {
        assert_eq!(asks(&player, key), step(direction), "{key}");
    }
    assert_eq!(asks(&player, "up"), Some(Command::Climb(true)));
    assert_eq!(asks(&player, "down"), Some(Command::Climb(false)));
    let hints = player.caption(100).hints;
    assert!(hints.contains("A Q W E D S"), "{hints}");
    folder.write("a.xsb", &collection(&[ROOM]));
    let square = playing(&folder, 1);
    assert_eq!(asks(&square, "w"), step(Direction::Up));
    assert_eq!(asks(&square, "d"), step(Direction::Right));
    assert_eq!(asks(&square, "up"), step(Direction::Up));
    assert_eq!((asks(&square, "q"), asks(&square, "e")), (None, None));
}

/// Column and row of the player's sign in the rows of a level file.
fn place(player: &Player) -> (usize, usize) {
    let rows = rows(player.session());
    let found = rows.lines().zip(0..).find_map(|(row, y)| Some((row.find(['@', '+'])?, y)));
    found.unwrap_or_else(|| panic!("nobody is there:\n{rows}"))
}

#[test]
fn two_climbs_on_hexagons_lead_straight_up_or_down() {
    let (_folder, mut player) = comb(COMB);
    let (column, row) = place(&player);
    for above in [2, 4] {
        assert!(player.command(&Command::Climb(true)) && player.command(&Command::Climb(true)));
        assert_eq!(place(&player), (column, row - above));
    }
    assert_eq!(player.session().played(), "unun");
    assert!(!player.command(&Command::Climb(true)), "there is a wall on both sides");
    assert!(player.command(&Command::Climb(false)) && player.command(&Command::Climb(false)));
    assert_eq!(place(&player), (column, row - 2));
    assert_eq!(player.session().played(), "ununds");
}

#[test]
fn a_climb_goes_to_the_other_side_where_one_is_blocked() {
    let (_folder, mut player) = comb(&COMB.replace("#           #", "#   #       #"));
    let (column, row) = place(&player);
    assert!(player.command(&Command::Climb(true)));
    assert_eq!(place(&player), (column + 1, row - 1));
    assert!(player.command(&Command::Climb(true)));
    assert_eq!(place(&player), (column, row - 2), "and back, straight up");
    assert_eq!(player.session().played(), "nu");
}
