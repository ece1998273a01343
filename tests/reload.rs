//! Saving a script, a level or a picture while a game is being played: every way
//! in which editors save is seen, the board and its history stay, and the last
//! good script goes on.

mod common;

use std::fs;
use std::path::Path;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use common::{Folder, everything, rows, wanted};
use tilewright::app::{Command, Player, Wanted, Watch, open};
use tilewright::grid::Direction;
use tilewright::rules::Action;

/// A walker; `title` tells which save is being played.
fn script(title: &str, rule: &str) -> String {
    format!(
        r##"return {{
  title = "{title}",
  layers = {{ "ground", "piece" }},
  tiles = {{ wall = {{ layer = "ground" }}, box = {{}}, player = {{}} }},
  legend = {{ ["#"] = "wall", ["$"] = "box", ["@"] = "player" }},
  act = function(board, action)
    local here = board:find("player")
    local there = board:step(here, action.dir)
    if not there then return end
    {rule}
    board:move(here, there, "player")
    board:add("steps", 1)
  end,
}}"##
    )
}

const BLOCKED: &str = "if board:has(there, 'wall') then return end";
const LEVEL: &str = "#@ #  $\n#     #\n";

struct Playing {
    folder: Folder,
    player: Player,
    woken: Receiver<()>,
    _watch: Watch,
}

/// A player in a folder of its own, woken by changes there.
fn play() -> Playing {
    let folder = Folder::with_script(&script("v1", BLOCKED));
    folder.write("levels/a.xsb", LEVEL);
    let scripts = folder.scripts();
    let levels = folder.path().join("levels/a.xsb");
    let opened = open(&scripts, &Wanted { own: false, ..wanted(&levels, 1) }).unwrap();
    let player = Player::new(scripts, opened);
    let (wake, woken) = channel();
    let watch = Watch::new(&player.folders(), move || wake.send(()).unwrap_or_default()).unwrap();
    Playing { folder, player, woken, _watch: watch }
}

impl Playing {
    fn step(&mut self, direction: Direction) {
        self.player.command(&Command::Play(Action::Move(direction)));
    }

    /// Waits until what is being played is as expected. What ends the wait is the
    /// state; the time only bounds it.
    #[track_caller]
    fn until(&mut self, what: &str, holds: impl Fn(&Player) -> bool) {
        let deadline = Instant::now() + Duration::from_secs(10);
        while !holds(&self.player) {
            let left = deadline.saturating_duration_since(Instant::now());
            assert!(self.woken.recv_timeout(left).is_ok(), "never came: {what}");
            self.player.files_changed();
        }
    }

    #[track_caller]
    fn until_title(&mut self, title: &str) {
        self.until(title, |player| player.session().game().declared().title == title);
    }

    fn script(&self) -> std::path::PathBuf {
        self.folder.path().join("game.lua")
    }

    fn trouble(&self) -> String {
        let trouble = self.player.caption(100).trouble.unwrap_or_default();
        format!("{} {} [{}]", trouble.place, trouble.message, trouble.source)
    }
}

#[test]
fn a_new_rule_is_obeyed_on_the_same_board_with_the_whole_history() {
    let mut playing = play();
    playing.step(Direction::Right);
    playing.step(Direction::Right);
    assert_eq!(rows(playing.player.session()), "# @#  $\n#     #", "the wall blocks");
    let before = everything(playing.player.session());
    fs::write(playing.script(), script("v2", "")).unwrap();
    playing.until_title("v2");
    assert_eq!(everything(playing.player.session()), before, "a save moves nothing");
    playing.step(Direction::Right);
    assert_eq!(playing.player.session().journal().done(), 2, "the wall lets through");
    playing.player.command(&Command::Undo);
    playing.player.command(&Command::Undo);
    assert_eq!(rows(playing.player.session()), "#@ #  $\n#     #", "back to move 1");
}

#[test]
fn every_way_of_saving_is_seen() {
    let mut playing = play();
    let path = playing.script();
    let beside = |name: &str| path.with_file_name(name);

    fs::write(&path, script("written", BLOCKED)).unwrap();
    playing.until_title("written");

    fs::write(beside("game.lua.tmp"), script("renamed", BLOCKED)).unwrap();
    fs::rename(beside("game.lua.tmp"), &path).unwrap();
    playing.until_title("renamed");

    fs::rename(&path, beside("game.lua~")).unwrap();
    fs::write(&path, script("kept aside", BLOCKED)).unwrap();
    playing.until_title("kept aside");

    fs::remove_file(&path).unwrap();
    std::thread::sleep(Duration::from_millis(5));
    fs::write(&path, script("made anew", BLOCKED)).unwrap();
    playing.until_title("made anew");

    in_two_halves(&path, &script("in halves", BLOCKED));
    playing.until_title("in halves");
    assert!(playing.player.caption(100).trouble.is_none(), "{}", playing.trouble());
}

/// Writes through one open file, with a pause in the middle.
fn in_two_halves(path: &Path, text: &str) {
    use std::io::Write;
    let (first, second) = text.split_at(text.len() / 2);
    let mut file = fs::File::create(path).unwrap();
    file.write_all(first.as_bytes()).unwrap();
    file.sync_all().unwrap();
    std::thread::sleep(Duration::from_millis(30));
    file.write_all(second.as_bytes()).unwrap();
}

#[test]
fn a_file_in_a_folder_that_was_just_made_is_seen() {
    let mut playing = play();
    let needs = script("v2", "local rule = require('lib/rule')");
    fs::write(playing.script(), format!("local _ = require('lib/rule')\n{needs}")).unwrap();
    playing.until("a message", |player| player.caption(100).trouble.is_some());
    assert!(playing.trouble().contains("there is no"), "{}", playing.trouble());
    playing.folder.write("lib/rule.lua", "return {}");
    playing.until_title("v2");
    assert!(playing.player.caption(100).trouble.is_none());
    playing.folder.write("lib/rule.lua", "return {");
    playing.until("a mistake in what is required", |player| {
        player.caption(100).trouble.is_some_and(|trouble| trouble.place.contains("rule.lua:1"))
    });
}

#[test]
fn a_broken_script_leaves_the_last_good_one_playing() {
    let mut playing = play();
    fs::write(playing.script(), "return {\n  act = functoin(board) end,\n}").unwrap();
    playing.until("a message", |player| player.caption(100).trouble.is_some());
    let trouble = playing.trouble();
    assert!(trouble.contains("game.lua:2"), "{trouble}");
    assert!(trouble.contains("[2 | act = functoin(board) end,]"), "{trouble}");
    playing.step(Direction::Right);
    assert_eq!(rows(playing.player.session()), "# @#  $\n#     #");
    assert!(playing.player.caption(100).trouble.is_some(), "until it is mended");
    fs::write(playing.script(), script("mended", BLOCKED)).unwrap();
    playing.until_title("mended");
    assert!(playing.player.caption(100).trouble.is_none());
    assert_eq!(rows(playing.player.session()), "# @#  $\n#     #");
}

#[test]
fn a_script_that_is_gone_is_said_and_goes_on() {
    let mut playing = play();
    fs::remove_file(playing.script()).unwrap();
    playing.until("a message", |player| player.caption(100).trouble.is_some());
    assert!(playing.trouble().contains("no such script"), "{}", playing.trouble());
    playing.step(Direction::Right);
    assert_eq!(playing.player.session().journal().done(), 1);
}

#[test]
fn a_script_that_cannot_live_with_the_board_is_not_taken() {
    let mut playing = play();
    playing.step(Direction::Right);
    let bad = script("v2", BLOCKED).replace(
        "act =",
        "reloaded = function(board) board:fill('wall') error('no') end,\n  act =",
    );
    let before = everything(playing.player.session());
    fs::write(playing.script(), bad).unwrap();
    playing.until("a message", |player| player.caption(100).trouble.is_some());
    assert_eq!(playing.player.session().game().declared().title, "v1");
    assert_eq!(everything(playing.player.session()), before);
}

#[test]
fn a_tile_that_is_no_longer_declared_stays_and_comes_back() {
    let mut playing = play();
    let without = script("v2", "").replace("box = {},", "").replace("[\"$\"] = \"box\",", "");
    let before = everything(playing.player.session());
    fs::write(playing.script(), without).unwrap();
    // The level file still has a box; that is said, and the board stays.
    playing.until_title("v2");
    assert_eq!(rows(playing.player.session()), "#@ #\n#     #", "unknown to the legend");
    fs::write(playing.script(), script("v3", BLOCKED)).unwrap();
    playing.until_title("v3");
    assert_eq!(everything(playing.player.session()), before);
}

#[test]
fn a_level_file_that_changes_becomes_the_board_and_undo_goes_back() {
    let mut playing = play();
    playing.step(Direction::Right);
    playing.folder.write("levels/a.xsb", "#@   $\n");
    playing.until("the new level", |player| rows(player.session()) == "#@   $");
    playing.step(Direction::Right);
    playing.player.command(&Command::Undo);
    playing.player.command(&Command::Undo);
    assert_eq!(rows(playing.player.session()), "# @#  $\n#     #");
    playing.folder.write("levels/a.xsb", "#@ x$#\n#####\n");
    playing.until("a message", |player| player.caption(100).trouble.is_some());
    assert!(playing.trouble().contains("a.xsb:1:4"), "{}", playing.trouble());
    assert_eq!(rows(playing.player.session()), "# @#  $\n#     #");
}

#[test]
fn a_picture_that_changes_is_read_again() {
    let mut playing = play();
    let look = "player = { look = { image = 'p.png' } }";
    let with_picture = script("v2", "").replace("player = {}", look);
    fs::write(playing.script(), with_picture).unwrap();
    playing.until("a message", |player| player.caption(100).trouble.is_some());
    assert!(playing.trouble().contains("p.png"), "{}", playing.trouble());
    let picture = image::RgbaImage::from_pixel(2, 2, image::Rgba([250, 10, 20, 255]));
    picture.save(playing.folder.path().join("p.png")).unwrap();
    playing.until("the picture", |player| player.caption(100).trouble.is_none());
}

#[test]
fn a_save_without_a_change_is_none() {
    let mut playing = play();
    let text = fs::read(playing.script()).unwrap();
    fs::write(playing.script(), text).unwrap();
    playing.woken.recv_timeout(Duration::from_secs(10)).unwrap();
    assert!(!playing.player.files_changed());
}
