//! Frames that were looked at once and must not change unseen. After a change
//! that is meant, run with `TILEWRIGHT_BLESS=1` and look at them again.

mod common;

use std::path::{Path, PathBuf};
use std::time::Duration;

use common::{Folder, stock};
use tilewright::app::{Command, Player, Wanted};
use tilewright::grid::Direction;
use tilewright::rules::{Action, Limits, Scripts};
use tilewright::session::{Step, read_steps};
use tilewright::view::{Frame, MOTION, Moment};

const SIZE: (u32, u32) = (800, 600);

/// A player on a level file in a folder.
fn player(scripts: Scripts, folder: &Folder, rows: &str) -> Player {
    folder.write("levels/a.xsb", &format!("A Title\n\n{rows}\n"));
    let levels = folder.path().join("levels");
    let opened = tilewright::app::open(&scripts, &common::wanted(&levels, 1)).unwrap();
    Player::new(scripts, opened)
}

fn stock_level(number: usize) -> Player {
    level_of("sokoban", number, "")
}

/// A level of a stock game, after a recording of keys, clicks and ticks.
fn level_of(game: &str, number: usize, recording: &str) -> Player {
    let scripts = stock(game);
    let levels = common::stock_scripts().with_file_name("levels").join(game);
    let opened = tilewright::app::open(&scripts, &common::wanted(&levels, number)).unwrap();
    let mut player = Player::new(scripts, opened);
    play(&mut player, recording);
    player
}

fn play(player: &mut Player, recording: &str) {
    for step in read_steps(recording).unwrap() {
        let Step::Play(action) = step else { panic!("{step:?} is no action") };
        player.command(&Command::Play(action));
    }
}

fn steps(player: &mut Player, walk: &str) {
    for step in walk.chars().filter_map(Direction::from_letter) {
        player.command(&Command::Play(Action::Move(step)));
    }
}

/// Compares the frame with the one that was looked at. Antialiasing may round
/// another way on another processor, so a channel may differ by two.
#[track_caller]
fn golden(name: &str, player: &mut Player, moment: Moment) {
    golden_of_size(name, player, moment, SIZE);
}

#[track_caller]
fn golden_of_size(name: &str, player: &mut Player, moment: Moment, size: (u32, u32)) {
    let (width, height) = size;
    let mut bytes = vec![0; width as usize * height as usize * 4];
    let mut frame = Frame::new(width, height, &mut bytes).unwrap();
    player.paint(&mut frame, 100, moment);
    let painted = image::RgbaImage::from_raw(width, height, bytes).unwrap();
    let path = golden_path(name);
    if std::env::var_os("TILEWRIGHT_BLESS").is_some() {
        painted.save(&path).unwrap();
        return;
    }
    let expected = image::open(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
    let expected = expected.into_rgba8();
    assert_eq!(expected.dimensions(), size);
    let differs = |(a, b): (&image::Rgba<u8>, &image::Rgba<u8>)| {
        a.0.iter().zip(b.0).any(|(a, b)| a.abs_diff(b) > 2)
    };
    let different = painted.pixels().zip(expected.pixels()).filter(|pair| differs(*pair)).count();
    if different > 0 {
        let seen = std::env::temp_dir().join(format!("{name}.png"));
        painted.save(&seen).unwrap();
        panic!("{name}: {different} pixels are others; see {}", seen.display());
    }
}

fn golden_path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(format!("{name}.png"))
}

#[test]
fn the_first_level() {
    golden("first-level", &mut stock_level(1), Moment::STILL);
}

#[test]
fn a_level_half_way_and_solved() {
    let rows = "########\n#@ $ . #\n# *    #\n########";
    let mut player = player(stock("sokoban"), &Folder::with_script(""), rows);
    steps(&mut player, "rr");
    golden("half-way", &mut player, Moment::STILL);
    steps(&mut player, "r");
    golden("solved", &mut player, Moment::STILL);
}

#[test]
fn a_step_in_the_middle_of_its_movement() {
    let mut player = stock_level(2);
    steps(&mut player, "d");
    let middle = Moment { since_step: MOTION / 3, ..Moment::STILL };
    golden("moving", &mut player, middle);
}

#[test]
fn looks_that_a_script_leaves_out_are_plain_and_a_forgotten_tile_is_missing() {
    let script = |tiles: &str, legend: &str| {
        format!(
            "return {{ title = 'Plain', tiles = {{ {tiles} }}, legend = {{ {legend} }}, \
             act = function() end }}"
        )
    };
    let folder = Folder::with_script(&script(
        "tree = {}, rock = {}, water = {}, key = {}",
        "['t'] = 'tree', ['#'] = 'rock', ['~'] = 'water', ['k'] = 'key'",
    ));
    let mut player = player(folder.scripts(), &folder, "#t~#\n~k~#\n#t~#");
    folder.write(
        "game.lua",
        &script(
            "tree = {}, rock = {}, water = {}",
            "['t'] = 'tree', ['#'] = 'rock', ['~'] = 'water', ['k'] = 'tree'",
        ),
    );
    player.command(&Command::Reload);
    golden("plain-and-missing", &mut player, Moment::STILL);
}

/// Goes into a folder, for as long as no other test does: a message shows the path as it is
/// when one starts the program there. Every other path of these tests is absolute.
fn started_in(folder: &Folder) -> std::sync::MutexGuard<'static, ()> {
    static THERE: std::sync::Mutex<()> = std::sync::Mutex::new(());
    let there = THERE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    std::env::set_current_dir(folder.path()).unwrap();
    there
}

#[test]
fn a_broken_script_is_told_over_the_board() {
    let text = std::fs::read_to_string(common::stock_scripts().join("sokoban.lua")).unwrap();
    let folder = Folder::with_script("");
    folder.write("scripts/sokoban.lua", &text);
    let _there = started_in(&folder);
    let scripts = Scripts::new(Path::new("scripts"), "sokoban", Limits::default());
    let rows = "  ####\n###  ####\n#     $ #\n# #  #$ #\n# . .#@ #\n#########";
    let mut player = player(scripts, &folder, rows);
    folder.write("scripts/sokoban.lua", &text.replace("\"goal\")\nend", "\"goal\"\nend"));
    player.command(&Command::Reload);
    golden("broken-script", &mut player, Moment::STILL);
}

#[test]
fn a_rule_that_fails_is_told_as_fully_as_there_is_room() {
    let script = "local function pushed(board, box, dir)\n  local beyond = board:step(box, dir)\n  \
                  if beyond then\n    board:mvoe(box, beyond, \"box\")\n  end\n  return \
                  pushed(board, box, nil)\nend\n\nreturn {\n  tiles = { wall = {}, box = {} },\n  \
                  legend = { [\"#\"] = \"wall\", [\"$\"] = \"box\" },\n  act = function(board, \
                  action)\n    pushed(board, board:find(\"box\"), action.dir)\n  end,\n}\n";
    let folder = Folder::with_script("");
    folder.write("scripts/push.lua", script);
    let _there = started_in(&folder);
    let scripts = Scripts::new(Path::new("scripts"), "push", Limits::default());
    let mut player = player(scripts, &folder, "#######\n#  $  #\n#     #\n#     #\n#######");
    steps(&mut player, "l");
    golden("failed-rule", &mut player, Moment::STILL);
    golden_of_size("failed-rule-small", &mut player, Moment::STILL, (360, 240));
    golden_of_size("failed-rule-flat", &mut player, Moment::STILL, (480, 160));
    golden_of_size("failed-rule-tiny", &mut player, Moment::STILL, (200, 90));
    player.note_copied();
    golden_of_size("failed-rule-narrow", &mut player, Moment::STILL, (220, 420));
}

/// The stock Fifteen on the board of seed 7, so set, after these steps.
fn fifteen(set: &[(&str, &str)], steps: &str) -> Player {
    let scripts = stock("fifteen");
    let set: Vec<(String, String)> =
        set.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let levels = common::stock_scripts().with_file_name("levels").join("fifteen");
    let wanted = Wanted { seed: 7, set: &set, ..common::wanted(&levels, 1) };
    let mut player =
        Player::new(scripts.clone(), tilewright::app::open(&scripts, &wanted).unwrap());
    play(&mut player, steps);
    player
}

const PICTURE: (&str, &str) = ("picture", "pictures/lighthouse.png");

#[test]
fn fifteen_with_numbers() {
    golden("fifteen-numbers", &mut fifteen(&[], ""), Moment::STILL);
}

#[test]
fn fifteen_with_a_picture() {
    golden("fifteen-picture", &mut fifteen(&[PICTURE], ""), Moment::STILL);
    let small = [PICTURE, ("width", "6"), ("height", "5"), ("numbers", "small")];
    golden("fifteen-picture-6x5", &mut fifteen(&small, ""), Moment::STILL);
}

#[test]
fn fifteen_solved_shows_the_whole_picture() {
    let folder = Folder::with_script("");
    let scripts = stock("fifteen");
    folder.write("levels/a.txt", "1 2 3\n4 0 6\n7 5 8\n");
    let levels = folder.path().join("levels");
    let set = [(PICTURE.0.to_owned(), PICTURE.1.to_owned())];
    let wanted = Wanted { set: &set, ..common::wanted(&levels, 1) };
    let mut player =
        Player::new(scripts.clone(), tilewright::app::open(&scripts, &wanted).unwrap());
    player.tell_time(Duration::from_secs(83));
    steps(&mut player, "ul");
    golden("fifteen-solved", &mut player, Moment::STILL);
}

#[test]
fn slides_are_shown_on_their_way_and_undo_shows_them_backwards() {
    let third = Moment { since_step: MOTION / 3, ..Moment::STILL };
    let mut player = fifteen(&[], "<click 3>");
    golden("fifteen-sliding", &mut player, third);
    player.command(&Command::Undo);
    golden("fifteen-undoing", &mut player, third);
    // Without movement, each is there at once.
    let off = Moment { motion: Duration::ZERO, ..third };
    golden("fifteen-numbers", &mut player, off);
}

/// The stock Islands of seed 3, so set.
fn islands(set: &[(&str, &str)]) -> Player {
    let scripts = stock("islands");
    let set: Vec<(String, String)> =
        set.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let levels = common::stock_scripts().with_file_name("levels").join("islands");
    let wanted = Wanted { seed: 3, set: &set, ..common::wanted(&levels, 1) };
    Player::new(scripts.clone(), tilewright::app::open(&scripts, &wanted).unwrap())
}

#[test]
fn an_island_in_fog_and_as_a_whole() {
    let mut player = islands(&[]);
    steps(&mut player, "rrdlld");
    golden("island-in-fog", &mut player, Moment::STILL);
    let mut whole = islands(&[]);
    whole.uncover();
    golden("island", &mut whole, Moment::STILL);
}

#[test]
fn a_part_of_a_large_map_with_the_cell_under_the_mouse() {
    let mut player = islands(&[("width", "120"), ("height", "90"), ("fog", "no")]);
    golden("map", &mut player, Moment::STILL);
    player.point(Some((300, 200)));
    player.zoom(2, (300.0, 200.0));
    golden("map-zoomed", &mut player, Moment::STILL);
    player.command(&Command::WholeBoard);
    golden("map-whole", &mut player, Moment::STILL);
}

/// Shows a stock level at a slant, in a skin if one is named.
fn slanted(number: usize, skin: Option<&str>) -> Player {
    let mut player = stock_level(number);
    player.show_isometric(true);
    assert!(player.wear(skin));
    player
}

#[test]
fn squares_at_a_slant_and_what_stands_on_them() {
    golden("isometric-warehouse", &mut slanted(13, Some("warehouse")), Moment::STILL);
    let mut plain = slanted(2, None);
    steps(&mut plain, "DDDull");
    golden("isometric-plain", &mut plain, Moment::STILL);
    let half = MOTION / 2;
    steps(&mut plain, "D");
    let moment = Moment { since_step: half, motion: MOTION, since_start: Duration::ZERO };
    golden("isometric-moving", &mut plain, moment);
}

#[test]
fn a_slanted_board_stays_where_it_is_while_pieces_move() {
    let script = r##"return {
      layers = { "ground", "piece" },
      tiles = { wall = { layer = "ground" }, player = { layer = "piece" } },
      legend = { ["#"] = "wall", ["@"] = "player" },
      act = function(board, action)
        local here = board:find("player")
        local there = board:step(here, action.dir)
        if there then board:move(here, there, "player") end
      end,
    }"##;
    let folder = Folder::with_script(script);
    let mut player = player(folder.scripts(), &folder, "   #\n  @  #\n  #\n#\n #   #");
    player.show_isometric(true);
    let cropped = player.projection();
    let (width, _) = cropped.extent();
    assert!(width < 11.0, "the corners without ground are not shown: {width}");
    steps(&mut player, "rdld");
    assert_eq!(player.projection(), cropped);
    // Off the ground it is shown all the same.
    steps(&mut player, "uuu");
    assert_eq!(player.projection().extent().0, 11.0);
}

#[test]
fn skins() {
    for skin in ["warehouse", "balls"] {
        let mut player = stock_level(7);
        assert!(player.wear(Some(skin)));
        steps(&mut player, "rruull");
        golden(&format!("skin-{skin}"), &mut player, Moment::STILL);
    }
}

#[test]
fn hexagons() {
    let mut player = stock_level(27);
    steps(&mut player, "snr");
    golden("hexagons", &mut player, Moment::STILL);
    // Where the player can go.
    player.command(&Command::Marks);
    golden("hexagons-marked", &mut player, Moment::STILL);
    player.command(&Command::Marks);
    assert!(player.wear(Some("warehouse")));
    golden("hexagons-warehouse", &mut player, Moment::STILL);
}

#[test]
fn robots_of_every_kind_scrap_and_a_full_pit() {
    let mut player = level_of("robots", 11, "rldddllddururu");
    golden("robots", &mut player, Moment::STILL);
}

#[test]
fn mine_carts_at_the_start_and_coming_home() {
    golden("carts", &mut level_of("carts", 10, ""), Moment::STILL);
    let two = "6.<switch-2>..<switch-4>..<switch-2>4.<switch-2>..<switch-4>4.<switch-4>.";
    golden("carts-coming-home", &mut level_of("carts", 10, two), Moment::STILL);
}

#[test]
fn a_tip_of_the_tray_step_by_step() {
    let mut player = level_of("tumble", 9, "dlurdlu");
    let at = |steps: f32| Moment { since_step: MOTION.mul_f32(steps), ..Moment::STILL };
    golden("tumble-sliding", &mut player, at(0.5));
    golden("tumble-sparks", &mut player, at(5.5));
    golden("tumble-sliding-on", &mut player, at(7.5));
    golden("tumble", &mut player, Moment::STILL);
}
