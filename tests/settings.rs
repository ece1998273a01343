//! What a player sets while playing: it is kept, whole, and what is damaged on disk or
//! cannot be written is told and costs no game.

mod common;

use std::path::{Path, PathBuf};
use std::time::Duration;

use common::{Folder, everything, stock, wanted};
use tilewright::app::{Command, Player, Preferences, Store, Wanted, open};
use tilewright::grid::Direction;
use tilewright::rules::{Action, Setting, Settings};
use tilewright::view::{Frame, Moment};

/// Fifteen with a place to keep what is set.
fn fifteen(folder: &Path) -> Player {
    let (scripts, store) = (stock("fifteen"), Store::in_folder(folder));
    let remembered = store.settings("fifteen").unwrap();
    let nowhere = PathBuf::from("nowhere");
    let wanted = Wanted { remembered: &remembered, ..wanted(&nowhere, 1) };
    let opened = open(&scripts, &wanted).unwrap();
    Player::new(scripts, opened).with_store(store)
}

/// A game of that script on a board that it makes.
fn playing(script: &str) -> (Folder, Player) {
    let folder = Folder::with_script(script);
    let nowhere = folder.path().join("levels");
    let opened = open(&folder.scripts(), &wanted(&nowhere, 1)).unwrap();
    let player = Player::new(folder.scripts(), opened);
    (folder, player)
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
    let motion = Duration::from_millis(40);
    player.prefer(Preferences { motion, ..player.preferences() });
    player.keep_settings();
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
    // A way out of the script's folder and back is not one of its own files.
    player.set("picture", Setting::Text("../scripts/pictures/lighthouse.png".into()));
    assert_eq!(trouble(&player), "");
    let Setting::Text(path) = setting(&player, "picture") else { panic!("no picture") };
    assert!(Path::new(&path).is_absolute(), "{path}");
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
    assert!(message.contains("parameter width: expected a whole number from 2 to 20, got 99"));
}

#[test]
fn a_damaged_file_is_kept_aside() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("settings.toml");
    std::fs::write(&path, "motion = = 3").unwrap();
    let player = fifteen(folder.path());
    let message = player.caption(100).message;
    assert!(message.contains("settings.toml: what was kept here cannot be read"), "{message}");
    let aside = folder.path().join("settings.toml.damaged");
    assert_eq!(std::fs::read_to_string(aside).unwrap(), "motion = = 3");
    assert!(!path.exists());
    assert_eq!(player.preferences().motion, tilewright::view::MOTION);
}

#[test]
fn what_others_wrote_into_a_file_stays_and_a_slip_in_it_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut player = fifteen(folder.path());
    player.set("width", Setting::Number(5.0));
    let path = folder.path().join("games/fifteen.toml");
    std::fs::write(&path, "later = 1\n\n[params]\nheight = 6\n").unwrap();
    player.set("numbers", Setting::Text("small".into()));
    let text = std::fs::read_to_string(&path).unwrap();
    assert_eq!(text, "later = 1\n\n[params]\nheight = 6\nnumbers = \"small\"\n");
    std::fs::write(&path, "[params\nheight = 6\n").unwrap();
    player.set("numbers", Setting::Text("off".into()));
    let message = player.caption(100).message;
    assert!(message.contains("fifteen.toml: what was kept here cannot be read"), "{message}");
    assert!(message.contains("kept aside as"), "{message}");
    let aside = folder.path().join("games/fifteen.toml.damaged");
    assert_eq!(std::fs::read_to_string(aside).unwrap(), "[params\nheight = 6\n");
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
    assert!(message.contains("fifteen.toml: what you set or played cannot be kept"), "{message}");
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
    let (folder, mut player) = playing(&script("3"));
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
    let (_folder, mut player) = playing(script);
    player.set("n", Setting::Number(3.0));
    for (n, message) in [(5.0, "five"), (7.0, "too many")] {
        player.set("n", Setting::Number(n));
        assert!(trouble(&player).contains(message), "{}", trouble(&player));
        assert_eq!(player.caption(100).status, "a33");
        assert_eq!(setting(&player, "n"), Setting::Number(3.0));
        assert!(player.session().game().tile("a3").is_some());
    }
    player.command(&Command::Undo);
    assert_eq!(player.caption(100).status, "a22", "the board of before, and what was set then");
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
    playing(&script)
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
    let (_folder, mut player) = playing(script);
    player.set("n", Setting::Number(9.0));
    assert!(
        trouble(&player).contains("expected a cell from 1 to 4, got 9"),
        "{}",
        trouble(&player)
    );
    assert_eq!(player.caption(100).status, "2");
    assert_eq!(setting(&player, "n"), Setting::Number(2.0));
}

/// A game with `w` columns, whose `won` fails where `n` is 5 and whose tiles cannot be
/// declared for four columns where it is 9.
const TOUCHY: &str = "return { params = { n = { default = 1, min = 1, max = 9, whole = true },
    w = { default = 4, min = 2, max = 8, whole = true } },
  tiles = function(params, width)
    if params.n == 9 and (width or params.w) == 4 then error('nine') end
    local all = {} for i = 1, width or params.w do all['a' .. i] = {} end return all
  end,
  start = function(board) board:resize(board.params.w, 1) board:set(1, 'a' .. board.width) end,
  won = function(board) if board.params.n == 5 then error('five') end end,
  act = function(board) board:set(board.width, 'a' .. board.width) end,
  status = function(board) return board.width .. ' ' .. board.params.w .. ' ' .. board.params.n end }";

fn touchy() -> (Folder, Player) {
    playing(TOUCHY)
}

fn step() -> Command {
    Command::Play(Action::Move(Direction::Left))
}

#[test]
fn a_failed_setting_right_after_a_reload_changes_nothing() {
    let (folder, mut player) = touchy();
    folder.write("game.lua", &format!("{TOUCHY} -- saved"));
    player.files_changed();
    player.set("n", Setting::Number(5.0));
    assert!(trouble(&player).contains("five"), "{}", trouble(&player));
    assert_eq!(player.caption(100).status, "4 4 1");
    assert!(player.command(&step()), "{}", trouble(&player));
}

#[test]
fn a_setting_that_begins_a_board_and_fails_there_changes_nothing() {
    let (_folder, mut player) = touchy();
    player.set("w", Setting::Number(6.0));
    player.set("n", Setting::Number(5.0));
    assert!(trouble(&player).contains("five"));
    // The board would begin anew, and be asked whether it is won, under n = 5.
    player.set("w", Setting::Number(7.0));
    assert_eq!(player.caption(100).status, "7 7 1");
    assert_eq!(player.session().journal().done(), 1, "one slider, one turn");
    player.command(&Command::Undo);
    assert_eq!(player.caption(100).status, "4 4 1", "what was set then is set again");
    player.command(&Command::Redo);
    assert_eq!(player.caption(100).status, "7 7 1");
}

#[test]
fn a_save_between_undo_and_redo_loses_nothing_of_the_redo() {
    let (folder, mut player) = touchy();
    player.set("w", Setting::Number(6.0));
    player.command(&Command::Undo);
    folder.write("game.lua", &format!("{TOUCHY} -- saved"));
    player.files_changed();
    player.command(&Command::Redo);
    assert_eq!(player.caption(100).status, "6 6 1");
    assert_eq!(player.session().began(), 1);
}

#[test]
fn what_start_hangs_on_is_learnt_again_for_a_board_of_before() {
    let script = "return { act = print, tiles = { a = {} }, params = {
        n = { default = 3, min = 1, max = 9 }, m = { default = 2, min = 1, max = 9 } },
        start = function(board) local p = board.params
          board:resize(p.n == 3 and p.m or 1, 1) end,
        status = function(board) return board.width .. ' wide' end }";
    let (_folder, mut player) = playing(script);
    player.set("n", Setting::Number(2.0));
    assert_eq!(player.caption(100).status, "1 wide");
    player.command(&Command::Undo);
    player.set("m", Setting::Number(5.0));
    assert_eq!(player.caption(100).status, "5 wide");
}

#[test]
fn a_level_that_changed_on_disk_is_timed_from_then() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.txt");
    std::fs::write(&path, "1 2\n0 3\n").unwrap();
    let wanted = Wanted { own: false, ..wanted(&path, 1) };
    let mut player = Player::new(stock("fifteen"), open(&stock("fifteen"), &wanted).unwrap());
    player.tell_time(Duration::from_secs(1000));
    std::fs::write(&path, "1 0\n3 2\n").unwrap();
    assert!(player.files_changed());
    player.tell_time(Duration::from_secs(1005));
    assert!(player.command(&Command::Play(Action::Move(Direction::Up))));
    assert!(player.caption(100).solved.contains("Time 0:05"), "{}", player.caption(100).solved);
}

#[test]
fn undo_that_the_script_cannot_follow_does_not_happen() {
    let (_folder, mut player) = touchy();
    player.set("w", Setting::Number(2.0));
    player.set("n", Setting::Number(9.0));
    assert_eq!(player.caption(100).status, "2 2 9");
    player.command(&Command::Undo);
    assert!(trouble(&player).contains("nine"), "{}", trouble(&player));
    assert_eq!(player.caption(100).status, "2 2 9");
    assert!(player.command(&step()), "the board and its script still agree");
    player.command(&Command::Undo);
    player.set("n", Setting::Number(2.0));
    player.command(&Command::Undo);
    assert_eq!(player.caption(100).status, "4 4 2");
}

#[test]
fn a_slider_that_comes_back_leaves_no_turn() {
    let (_folder, mut player) = touchy();
    for width in [5.0, 6.0, 4.0] {
        player.set("w", Setting::Number(width));
    }
    assert!(player.session().journal().is_empty());
    player.set("w", Setting::Number(5.0));
    assert!(player.command(&step()));
    player.set("w", Setting::Number(6.0));
    assert_eq!(player.session().journal().done(), 3, "what was played in between stays");
}

#[test]
fn what_a_reload_did_between_two_settings_stays() {
    let (folder, mut player) = touchy();
    player.set("w", Setting::Number(5.0));
    let reloaded = "reloaded = function(board) board.vars.seen = true end, tiles =";
    folder.write("game.lua", &TOUCHY.replacen("tiles =", reloaded, 1));
    player.files_changed();
    assert_eq!(player.session().journal().done(), 2);
    player.set("w", Setting::Number(6.0));
    assert_eq!(player.session().journal().done(), 3);
}

#[test]
fn tiles_are_those_of_the_board_that_start_has_made_of_any_size() {
    let script = "return { act = function(board) board:set(1, 'a' .. board.size) end,
        tiles = function(params, width, height)
          local all = { a1 = {} } for i = 2, (width or 1) * (height or 1) do all['a' .. i] = {} end
          return all end,
        start = function(board) board:resize(board:random(2, 9), board:random(2, 9)) end }";
    let (_folder, mut player) = playing(script);
    for _ in 0..20 {
        assert!(player.command(&step()), "{}", trouble(&player));
        player.command(&Command::New);
    }
}

#[test]
fn a_board_that_begins_solved_can_be_played_however_it_began() {
    let script = "return { tiles = { a = {}, b = {} }, keys = { space = 'new' },
        start = function(board) board:resize(2, 2) board:random(9) board:fill('a') end,
        won = function(board) return not board:find('b') end,
        act = function(board) board:set(1, 'b') end }";
    let (_folder, mut player) = playing(script);
    for _ in 0..2 {
        assert!(player.caption(100).message.contains("solved before the first move"));
        assert_eq!(player.caption(100).solved, "");
        assert!(player.command(&step()));
        player.command(&Command::Undo);
        player.command(&Command::New);
    }
}

#[test]
fn redo_of_the_winning_move_tells_the_time_that_it_took() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.txt");
    std::fs::write(&path, "1 2\n0 3\n").unwrap();
    let wanted = Wanted { own: false, ..wanted(&path, 1) };
    let mut player = Player::new(stock("fifteen"), open(&stock("fifteen"), &wanted).unwrap());
    player.tell_time(Duration::from_secs(65));
    assert!(player.command(&step()));
    assert!(player.caption(100).solved.starts_with("Well done!   Moves 1   Time 1:05   "));
    player.command(&Command::Undo);
    assert_eq!(player.caption(100).solved, "");
    player.tell_time(Duration::from_secs(99));
    player.command(&Command::Redo);
    assert!(player.caption(100).solved.contains("Time 1:05"), "{}", player.caption(100).solved);
}

/// The frame as it stands.
fn frame(player: &mut Player) -> Vec<u8> {
    let mut bytes = vec![0; 320 * 240 * 4];
    let mut frame = Frame::new(320, 240, &mut bytes).unwrap();
    player.paint(&mut frame, 100, Moment::STILL);
    bytes
}

#[test]
fn an_edited_look_shows_at_once_and_the_game_in_the_middle_stays() {
    let text = std::fs::read_to_string(common::stock_scripts().join("fifteen.lua")).unwrap();
    let folder = Folder::with_script(&text);
    let nowhere = folder.path().join("levels");
    let wanted = Wanted { seed: 7, ..wanted(&nowhere, 1) };
    let mut player = Player::new(folder.scripts(), open(&folder.scripts(), &wanted).unwrap());
    player.set("width", Setting::Number(5.0));
    assert!(player.command(&step()));
    let (before, looked) = (everything(player.session()), frame(&mut player));
    folder.write(
        "game.lua",
        &text.replace("paper, ink, edge = \"#f3ead7\"", "paper, ink, edge = \"#d7eaf3\""),
    );
    assert!(player.files_changed());
    assert_ne!(frame(&mut player), looked, "the paper is another");
    assert_eq!(everything(player.session()), before);
    assert_eq!(player.session().journal().done(), 2);
    folder.write("game.lua", &text.replace("local function won", "local functoin won"));
    player.files_changed();
    assert!(trouble(&player).contains("Expected"), "{}", trouble(&player));
    assert!(player.command(&Command::Undo), "the last good script goes on");
    assert!(player.command(&Command::Redo));
    folder.write("game.lua", &text);
    player.files_changed();
    assert_eq!(trouble(&player), "");
    assert_eq!(frame(&mut player), looked);
    assert_eq!(everything(player.session()), before);
}

#[test]
fn what_is_undone_is_not_there_the_next_time() {
    let folder = tempfile::tempdir().unwrap();
    let mut player = fifteen(folder.path());
    player.set("width", Setting::Number(6.0));
    player.command(&Command::Undo);
    assert_eq!(setting(&player, "width"), Setting::Number(4.0));
    assert_eq!(setting(&fifteen(folder.path()), "width"), Setting::Number(4.0));
    player.command(&Command::Redo);
    assert_eq!(setting(&fifteen(folder.path()), "width"), Setting::Number(6.0));
}
