//! What a player sets while playing: it is kept, whole, and what is damaged on disk or
//! cannot be written is told and costs no game.

mod common;

use std::path::{Path, PathBuf};
use std::time::Duration;

use common::{Folder, stock, wanted};
use tilewright::app::{Command, Player, Store, Wanted, open};
use tilewright::rules::{Action, Setting, Settings};

/// Fifteen with a place to keep what is set.
fn fifteen(folder: &Path) -> Player {
    let (scripts, store) = (stock("fifteen"), Store::in_folder(folder));
    let remembered = store.settings("fifteen").unwrap();
    let nowhere = PathBuf::from("nowhere");
    let wanted = Wanted { remembered: &remembered, ..wanted(&nowhere, 1) };
    let opened = open(&scripts, &wanted).unwrap();
    Player::new(scripts, opened).with_store(store)
}

fn setting(player: &Player, name: &str) -> Setting {
    player.session().game().settings()[name].clone()
}

fn trouble(player: &Player) -> String {
    player.caption(100).trouble.map(|trouble| trouble.message).unwrap_or_default()
}

#[test]
fn what_is_set_is_there_the_next_time() {
    let folder = tempfile::tempdir().unwrap();
    let own = Setting::Text("pictures/lighthouse.png".into());
    let mut player = fifteen(folder.path());
    player.set("width", Setting::Number(6.0));
    player.set("picture", own.clone());
    player.set("numbers", Setting::Text("off".into()));
    player.set_motion(Duration::from_millis(40));
    assert_eq!(trouble(&player), "");
    let again = fifteen(folder.path());
    assert_eq!(setting(&again, "width"), Setting::Number(6.0));
    assert_eq!(setting(&again, "picture"), own);
    assert_eq!(setting(&again, "numbers"), Setting::Text("off".into()));
    assert_eq!(again.preferences().motion, Duration::from_millis(40));
    let photograph = folder.path().join("photograph.jpg");
    image::RgbImage::new(60, 40).save(&photograph).unwrap();
    player.dropped(&photograph);
    let path = Setting::Text(photograph.to_str().unwrap().to_owned());
    assert_eq!(setting(&fifteen(folder.path()), "picture"), path);
    player.set("picture", Setting::None);
    assert_eq!(setting(&fifteen(folder.path()), "picture"), Setting::None);
}

#[test]
fn what_cannot_be_set_is_told_and_not_kept() {
    let folder = tempfile::tempdir().unwrap();
    let mut player = fifteen(folder.path());
    player.set("width", Setting::Number(21.0));
    assert!(trouble(&player).contains("parameter width: expected a whole number from 2 to 20"));
    player.set("picture", Setting::Text("nowhere.png".into()));
    assert!(trouble(&player).contains("nowhere.png (No such file"), "{}", trouble(&player));
    player.dropped(Path::new("Cargo.toml"));
    assert!(trouble(&player).contains("Cargo.toml (this is no picture"), "{}", trouble(&player));
    player.set("widht", Setting::Number(3.0));
    assert!(trouble(&player).contains("Fifteen has no parameter \"widht\""));
    assert_eq!(player.session().board().topology().width(), 4);
    assert!(!folder.path().join("games").exists());
}

#[test]
fn a_file_is_dropped_only_where_there_is_a_use_for_it() {
    let folder =
        Folder::with_script("return { tiles = { a = {} }, legend = { ['#'] = 'a' }, act = print }");
    folder.write("levels/a.xsb", "##\n##\n");
    let levels = folder.path().join("levels");
    let opened = open(&folder.scripts(), &wanted(&levels, 1)).unwrap();
    let mut player = Player::new(folder.scripts(), opened);
    player.dropped(Path::new("some.png"));
    assert_eq!(player.caption(100).message, "game has no use for some.png.");
}

#[test]
fn what_no_longer_holds_is_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games");
    std::fs::create_dir(&games).unwrap();
    let text =
        "[params]\nwidth = 99\nheight = 3\nnumbers = 7\nold = true\npicture = \"/gone.png\"\n";
    std::fs::write(games.join("fifteen.toml"), text).unwrap();
    let player = fifteen(folder.path());
    assert_eq!(setting(&player, "width"), Setting::Number(4.0));
    assert_eq!(setting(&player, "height"), Setting::Number(3.0));
    assert_eq!(setting(&player, "picture"), Setting::None);
    let message = player.caption(100).message;
    assert!(message.contains("/gone.png (No such file"), "{message}");
}

#[test]
fn a_damaged_file_is_kept_aside() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("settings.toml");
    std::fs::write(&path, "motion = = 3").unwrap();
    let player = fifteen(folder.path());
    let message = player.caption(100).message;
    assert!(message.contains("settings.toml: these settings cannot be read"), "{message}");
    let aside = folder.path().join("settings.toml.damaged");
    assert_eq!(std::fs::read_to_string(aside).unwrap(), "motion = = 3");
    assert!(!path.exists());
    assert_eq!(player.preferences().motion, tilewright::view::MOTION);
}

#[test]
fn a_place_that_cannot_be_written_is_told_and_the_game_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    // A file stands where the folder should be.
    let place = folder.path().join("file");
    std::fs::write(&place, "").unwrap();
    let mut player = fifteen(&place);
    player.set("width", Setting::Number(3.0));
    assert_eq!(player.session().board().topology().width(), 3);
    let message = player.caption(100).message;
    assert!(message.contains("fifteen.toml: what you set cannot be kept"), "{message}");
}

#[test]
fn a_reload_keeps_what_is_set_as_far_as_the_new_script_knows_it() {
    let script = |params: &str| {
        format!(
            "return {{ params = {{ {params} }}, tiles = {{ a = {{}} }}, act = print, \
             start = function(board) board:resize(2, 2) end, \
             status = function(board) return tostring(board.params.n) end }}"
        )
    };
    let folder = Folder::with_script(&script("n = { default = 1, min = 0, max = 9 }"));
    let nowhere = folder.path().join("levels");
    let set = [("n".to_owned(), "7".to_owned())];
    let nothing = Settings::new();
    let wanted = Wanted { set: &set, remembered: &nothing, ..wanted(&nowhere, 1) };
    let mut player = Player::new(folder.scripts(), open(&folder.scripts(), &wanted).unwrap());
    assert_eq!(player.caption(100).status, "7");
    folder.write(
        "game.lua",
        &script("n = { default = 2, min = 0, max = 8 }, m = { default = true }"),
    );
    player.files_changed();
    assert_eq!(player.caption(100).status, "7");
    folder.write("game.lua", &script("n = { default = 2, min = 0, max = 5 }"));
    player.files_changed();
    assert_eq!(player.caption(100).status, "2", "7 is no longer allowed");
}

#[test]
fn a_parameter_that_start_looks_at_since_a_reload_begins_the_board_anew() {
    let script = |look: &str| {
        format!(
            "return {{ params = {{ n = {{ default = 2, min = 1, max = 9, whole = true }}, \
             m = {{ default = true }} }}, tiles = {{ a = {{}} }}, act = print, \
             start = function(board) board:resize({look}, 1) end, \
             status = function(board) return board.width .. ' wide' end }}"
        )
    };
    let folder = Folder::with_script(&script("3"));
    let nowhere = folder.path().join("levels");
    let opened = open(&folder.scripts(), &wanted(&nowhere, 1)).unwrap();
    let mut player = Player::new(folder.scripts(), opened);
    player.set("n", Setting::Number(5.0));
    assert_eq!(player.caption(100).status, "3 wide");
    folder.write("game.lua", &script("board.params.n"));
    player.files_changed();
    assert_eq!(player.caption(100).status, "3 wide", "a save does not disturb the board");
    player.set("m", Setting::YesNo(false));
    assert_eq!(player.caption(100).status, "3 wide");
    assert!(player.session().journal().is_empty());
    player.set("n", Setting::Number(6.0));
    assert_eq!(player.caption(100).status, "6 wide");
    player.command(&Command::Undo);
    assert_eq!(player.caption(100).status, "3 wide");
}

#[test]
fn a_setting_with_which_the_script_fails_changes_nothing() {
    let script = "return { params = { n = { default = 2, min = 1, max = 9 } }, act = print, \
                  tiles = function(params) if params.n == 5 then error('five') end \
                  return { ['a' .. params.n] = {} } end, \
                  start = function(board) if board.params.n > 6 then error('too many', 0) end \
                  board:resize(2, 2) board:fill('a' .. board.params.n) end, \
                  status = function(board) return board:get(1, 'piece') .. board.params.n end }";
    let folder = Folder::with_script(script);
    let nowhere = folder.path().join("levels");
    let opened = open(&folder.scripts(), &wanted(&nowhere, 1)).unwrap();
    let mut player = Player::new(folder.scripts(), opened);
    player.set("n", Setting::Number(3.0));
    for (n, message) in [(5.0, "five"), (7.0, "too many")] {
        player.set("n", Setting::Number(n));
        assert_eq!(trouble(&player), message);
        assert_eq!(player.caption(100).status, "a33");
        assert_eq!(setting(&player, "n"), Setting::Number(3.0));
        assert!(player.session().game().tile("a3").is_some());
    }
    player.command(&Command::Undo);
    assert_eq!(player.caption(100).status, "a23", "the board of before, what is set stays");
}

/// A game whose tiles hang on `n`, on a board of 2x1 that `start` makes.
fn counted(act: &str) -> (Folder, Player) {
    let script = format!(
        "return {{ params = {{ n = {{ default = 3, min = 1, max = 9, whole = true }} }},
        keys = {{ k = 'try' }},
        tiles = function(params) local all = {{}} \
          for i = 1, params.n do all['a' .. i] = {{}} end return all end,
        start = function(board) board:resize(2, 1) board:fill('a1') end,
        won = function(board) return board:count('a1') >= board.params.n end,
        act = function(board) {act} end }}"
    );
    let folder = Folder::with_script(&script);
    let nowhere = folder.path().join("levels");
    let opened = open(&folder.scripts(), &wanted(&nowhere, 1)).unwrap();
    let player = Player::new(folder.scripts(), opened);
    (folder, player)
}

#[test]
fn a_tile_that_is_no_longer_declared_has_no_name_any_more() {
    let (_folder, mut player) = counted("board:set(1, 'a3')");
    let act = Command::Play(Action::Named("try".into()));
    assert!(player.command(&act));
    player.command(&Command::Undo);
    player.set("n", Setting::Number(2.0));
    assert!(!player.command(&act));
    assert!(trouble(&player).contains("expected the name of a tile, got \"a3\""));
    player.set("n", Setting::Number(3.0));
    assert!(player.command(&act));
}

#[test]
fn whether_it_is_won_is_asked_again_after_a_setting() {
    let (_folder, mut player) = counted("");
    assert!(!player.session().is_solved());
    player.set("n", Setting::Number(2.0));
    assert!(player.session().is_solved());
    player.set("n", Setting::Number(3.0));
    assert!(!player.session().is_solved());
}

#[test]
fn a_setting_with_which_won_fails_changes_nothing() {
    let script = "return { params = { n = { default = 2, min = 1, max = 9 } }, act = print, \
                  tiles = { a = {} }, start = function(board) board:resize(2, 2) end, \
                  won = function(board) return board:step(board.params.n, 'left') end, \
                  status = function(board) return board.params.n .. '' end }";
    let folder = Folder::with_script(script);
    let nowhere = folder.path().join("levels");
    let opened = open(&folder.scripts(), &wanted(&nowhere, 1)).unwrap();
    let mut player = Player::new(folder.scripts(), opened);
    player.set("n", Setting::Number(9.0));
    assert!(
        trouble(&player).contains("expected a cell from 1 to 4, got 9"),
        "{}",
        trouble(&player)
    );
    assert_eq!(player.caption(100).status, "2");
    assert_eq!(setting(&player, "n"), Setting::Number(2.0));
}
