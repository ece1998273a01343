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
use tilewright::grid::{Direction, Tiling};
use tilewright::rules::{Action, Setting};

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
        let source = trouble.excerpt.line().unwrap_or_default();
        format!("{} {} [{source}]", trouble.place, trouble.message)
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
    assert!(trouble.contains("[act = functoin(board) end,]"), "{trouble}");
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

/// A walker on a row that `start` makes from the seed; `further` fields are the game's own.
fn maker(title: &str, make: &str, further: &str) -> String {
    format!(
        r##"return {{
  title = "{title}",
  layers = {{ "ground", "piece" }},
  tiles = {{ wall = {{ layer = "ground" }}, player = {{}} }},
  legend = {{ ["#"] = "wall", ["@"] = "player" }},
  start = function(board)
    if not board.level.path then
      board:resize(9, 1)
      board:set(1, "player")
    end
    {make}
  end,
  act = function(board, action)
    local here = board:find("player")
    local there = board:step(here, action.dir)
    if not there or board:has(there, "wall") then return end
    board:move(here, there, "player")
  end,
  {further}
}}"##
    )
}

const REDRAW: &str = "redraw = true,";
const NEAR: &str = "board:set(board:random(4, 6), 'wall')";
const FAR: &str = "board:set(board:random(7, 9), 'wall')";

/// That script, playing a board that it has made of that seed.
fn making(script: &str, seed: u64) -> (Folder, Player) {
    let folder = Folder::with_script(script);
    let nowhere = folder.path().join("levels");
    let opened = open(&folder.scripts(), &Wanted { seed, ..wanted(&nowhere, 1) }).unwrap();
    let player = Player::new(folder.scripts(), opened);
    (folder, player)
}

fn save(folder: &Folder, player: &mut Player, script: &str) {
    folder.write("game.lua", script);
    assert!(player.files_changed());
}

#[track_caller]
fn walk(player: &mut Player, steps: &[Direction]) {
    for step in steps {
        assert!(player.command(&Command::Play(Action::Move(*step))), "{step:?}");
    }
}

/// How many turns are done, and how many there are.
fn turns(player: &Player) -> (usize, usize) {
    let journal = player.session().journal();
    (journal.done(), journal.len())
}

#[test]
fn a_save_that_makes_another_board_of_the_seed_is_a_turn_that_undo_takes_back() {
    let (folder, mut player) = making(&maker("v1", NEAR, REDRAW), 7);
    player.command(&Command::New);
    let seed = player.session().board().seed();
    assert_ne!(seed, 7);
    walk(&mut player, &[Direction::Right]);
    let before = everything(player.session());
    save(&folder, &mut player, &maker("v2", FAR, REDRAW));
    assert_eq!(player.trouble(), None);
    let after = everything(player.session());
    assert_ne!(after, before);
    let (_folder, fresh) = making(&maker("v2", FAR, REDRAW), seed);
    assert_eq!(after, everything(fresh.session()), "what it makes of this seed");
    assert_eq!(player.session().board().seed(), seed);
    assert_eq!(turns(&player), (3, 3));
    player.command(&Command::Undo);
    assert_eq!(everything(player.session()), before);
    assert_eq!(player.session().board().seed(), seed);
    player.command(&Command::Redo);
    assert_eq!(everything(player.session()), after);
    walk(&mut player, &[Direction::Right, Direction::Left]);
    while player.session().journal().done() > 0 {
        player.command(&Command::Undo);
    }
    let (_folder, first) = making(&maker("v1", NEAR, REDRAW), 7);
    assert_eq!(everything(player.session()), everything(first.session()));
}

#[test]
fn a_save_that_makes_the_same_board_leaves_everything_where_it_is() {
    let script = |title: &str, line: &str| {
        maker(title, NEAR, &format!("{REDRAW} status = function() return '{line}' end,"))
    };
    let (folder, mut player) = making(&script("v1", "one"), 7);
    walk(&mut player, &[Direction::Right, Direction::Right, Direction::Left]);
    let last = everything(player.session());
    player.command(&Command::Undo);
    let before = everything(player.session());
    save(&folder, &mut player, &script("v2", "two"));
    assert_eq!(player.caption(100).status, "two");
    assert_eq!(everything(player.session()), before);
    assert_eq!(turns(&player), (2, 3));
    player.command(&Command::Redo);
    assert_eq!(everything(player.session()), last, "and what was undone can be redone");
}

#[test]
fn a_save_with_which_no_board_can_be_made_is_refused_as_a_whole() {
    let (folder, mut player) = making(&maker("v1", NEAR, REDRAW), 7);
    walk(&mut player, &[Direction::Right]);
    let before = everything(player.session());
    for (make, said) in [
        ("error('no map comes of this', 0)", "no map comes of this"),
        ("local _ = nothing.field", "attempt to index nil"),
        ("board:fill('wall') board:set(0, 'wall')", "expected a cell from 1 to 9, got 0"),
    ] {
        save(&folder, &mut player, &maker("v2", make, REDRAW));
        let message = player.trouble().unwrap().message.clone();
        assert!(message.contains(said), "{message}");
        assert_eq!(player.session().game().declared().title, "v1");
        assert_eq!(everything(player.session()), before);
        assert_eq!(turns(&player), (1, 1));
    }
    walk(&mut player, &[Direction::Right, Direction::Left]);
    save(&folder, &mut player, &maker("v3", FAR, REDRAW));
    assert_eq!(player.trouble(), None);
    assert_eq!(turns(&player), (4, 4), "mended, it draws");
}

#[test]
fn without_redraw_a_save_leaves_the_board_and_only_a_restart_makes_the_new_one() {
    let (folder, mut player) = making(&maker("v1", NEAR, ""), 7);
    walk(&mut player, &[Direction::Right]);
    let before = everything(player.session());
    save(&folder, &mut player, &maker("v2", FAR, ""));
    assert_eq!(player.session().game().declared().title, "v2");
    assert_eq!(everything(player.session()), before);
    assert_eq!(turns(&player), (1, 1));
    player.command(&Command::Restart);
    let (_folder, fresh) = making(&maker("v2", FAR, ""), 7);
    assert_eq!(everything(player.session()), everything(fresh.session()));
    assert_eq!(turns(&player), (2, 2));
}

#[test]
fn a_board_from_a_level_file_is_not_drawn_again() {
    let folder = Folder::with_script(&maker("v1", NEAR, REDRAW));
    folder.write("levels/a.xsb", "@       #\n");
    let levels = folder.path().join("levels");
    let opened = open(&folder.scripts(), &wanted(&levels, 1)).unwrap();
    let mut player = Player::new(folder.scripts(), opened);
    walk(&mut player, &[Direction::Right]);
    let before = everything(player.session());
    save(&folder, &mut player, &maker("v2", FAR, REDRAW));
    assert_eq!(player.session().game().declared().title, "v2");
    assert_eq!(everything(player.session()), before);
    assert_eq!(turns(&player), (1, 1));
}

#[test]
fn hexagons_that_only_lie_otherwise_are_taken_over() {
    for (before, after) in [
        // The same rows, each half a cell further to the right, or to the left.
        ("# @ $ #\n", " # @ $ #\n"),
        ("# # # #\n # @ $ #\n# # # #\n", " # # # #\n# @ $ #\n # # # #\n"),
    ] {
        let folder = Folder::with_script(&script("v1", BLOCKED));
        folder.write("levels/a.hsb", before);
        let path = folder.path().join("levels/a.hsb");
        let opened = open(&folder.scripts(), &Wanted { own: false, ..wanted(&path, 1) }).unwrap();
        let mut player = Player::new(folder.scripts(), opened);
        let tiling = |player: &Player| player.session().board().topology().tiling();
        assert_eq!(tiling(&player), Tiling::HexOdd);
        folder.write("levels/a.hsb", after);
        assert!(player.files_changed());
        assert_eq!((tiling(&player), player.trouble()), (Tiling::HexEven, None));
        assert_eq!(turns(&player), (1, 1));
        player.command(&Command::Undo);
        assert_eq!(tiling(&player), Tiling::HexOdd);
    }
}

#[test]
fn a_board_that_is_drawn_again_is_made_with_what_the_player_has_set() {
    let further = format!(
        "{REDRAW} params = {{ n = {{ default = 4, min = 3, max = 8, whole = true }} }},
         status = function(board) return board.params.n .. ' ' .. board:find('wall') end,"
    );
    let script = |make: &str| maker("set", make, &further);
    let (folder, mut player) = making(&script("board:set(board.params.n, 'wall')"), 7);
    assert_eq!(player.caption(100).status, "4 4");
    player.set("n", Setting::Number(6.0));
    save(&folder, &mut player, &script("board:set(board.params.n + 1, 'wall')"));
    assert_eq!(player.caption(100).status, "6 7");
    assert_eq!(turns(&player), (2, 2));
    player.command(&Command::Undo);
    assert_eq!(player.caption(100).status, "6 6");
    player.command(&Command::Undo);
    assert_eq!(player.caption(100).status, "4 4", "what was set when that board began");
    player.set("n", Setting::Number(5.0));
    assert_eq!(player.caption(100).status, "5 6", "made by the rules as they are now");
}

#[test]
fn another_default_in_the_script_is_taken_where_the_player_has_set_nothing() {
    let further = |default: u8| {
        format!(
            "{REDRAW} params = {{ n = {{ default = {default}, min = 3, max = 8, whole = true }} }},"
        )
    };
    let script = |default| maker("set", "board:set(board.params.n, 'wall')", &further(default));
    let wall = |player: &Player| {
        let tile = player.session().game().tile("wall").unwrap();
        player.session().board().find(tile).unwrap().0 + 1
    };
    let (folder, mut player) = making(&script(4), 7);
    save(&folder, &mut player, &script(5));
    assert_eq!((wall(&player), turns(&player)), (5, (1, 1)), "drawn with it");
    player.set("n", Setting::Number(7.0));
    save(&folder, &mut player, &script(6));
    assert_eq!(wall(&player), 7, "what the player has set stays");
}

#[test]
fn what_reloaded_does_goes_with_the_board_that_goes() {
    let (folder, mut player) = making(&maker("v1", NEAR, REDRAW), 7);
    let reloaded = format!("{REDRAW} reloaded = function(board) board.vars.seen = 1 end,");
    save(&folder, &mut player, &maker("v2", FAR, &reloaded));
    assert_eq!(turns(&player), (1, 1), "one turn, and not one more for what is gone");
}

#[test]
fn what_an_older_rule_did_wrong_does_not_hide_what_is_wrong_with_a_newer_script() {
    let script = maker("v1", NEAR, "");
    let failing = script.replace("local here =", "error('old') local here =");
    let (folder, mut player) = making(&failing, 7);
    player.command(&Command::Play(Action::Move(Direction::Right)));
    assert!(player.trouble().unwrap().message.contains("old"));
    save(&folder, &mut player, &script.replace("return {", "return { nonsense = 1,"));
    let message = &player.trouble().unwrap().message;
    assert!(message.contains("nonsense"), "{message}");
}
