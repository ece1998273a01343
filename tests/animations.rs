//! Boards as pictures and games as animations: saved with a key while the game goes on, and
//! painted by `shot`.

mod common;
#[path = "common/window.rs"]
mod window;

use std::path::{Path, PathBuf};
use std::process;
use std::sync::mpsc::channel;
use std::time::Duration;

use common::{Folder, PROGRAM, stock, stock_scripts, wanted};
use gif::{ColorOutput, DecodeOptions};
use image::RgbaImage;
use tilewright::app::{Command, Pick, Player, Preferences, Store, Wanted, open};
use tilewright::grid::Direction;
use tilewright::rules::{Action, Scripts, Setting};
use tilewright::view::{Frame, Moment};
use window::{Game, Told, display};

const ROOM: &str = "The room\n\n######\n#@$ .#\n#    #\n######\n";

/// Paints into a file of that name in the folder.
#[track_caller]
fn shot(folder: &Folder, name: &str, arguments: &[&str]) -> PathBuf {
    let path = folder.path().join(name);
    let mut command = process::Command::new(PROGRAM);
    command.arg("shot").args(arguments).arg("--out").arg(&path).current_dir(folder.path());
    if !arguments.contains(&"--scripts") {
        command.arg("--scripts").arg(stock_scripts());
    }
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    path
}

fn picture(path: &Path) -> RgbaImage {
    image::open(path).unwrap().into_rgba8()
}

/// The frames of an animation as they are seen, each with the hundredths of a second that it
/// lasts.
fn frames(path: &Path) -> Vec<(RgbaImage, u16)> {
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::RGBA);
    let mut decoder = options.read_info(std::fs::File::open(path).unwrap()).unwrap();
    assert_eq!(decoder.repeat(), gif::Repeat::Infinite);
    let mut seen = RgbaImage::new(decoder.width().into(), decoder.height().into());
    let mut frames = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        let (left, top) = (i64::from(frame.left), i64::from(frame.top));
        let size = (u32::from(frame.width), u32::from(frame.height));
        let part = RgbaImage::from_raw(size.0, size.1, frame.buffer.to_vec()).unwrap();
        image::imageops::overlay(&mut seen, &part, left, top);
        frames.push((seen.clone(), frame.delay));
    }
    frames
}

/// A GIF has few colours: what is smooth is nearly as it was, and the rest exactly.
#[track_caller]
fn nearly_same(is: &RgbaImage, expected: &RgbaImage) {
    assert_eq!(is.dimensions(), expected.dimensions());
    let pairs = is.pixels().zip(expected.pixels()).filter(|(one, other)| one != other);
    let worst = |(one, other): (&image::Rgba<u8>, &image::Rgba<u8>)| {
        one.0.iter().zip(other.0).map(|(one, other)| one.abs_diff(other)).max().unwrap()
    };
    let off: Vec<u8> = pairs.map(worst).collect();
    assert!(off.iter().all(|off| *off < 50), "a pixel is off by {:?}", off.iter().max());
    assert!(off.len() * 100 < is.pixels().len(), "{} pixels differ", off.len());
}

#[test]
fn a_shot_of_all_turns_begins_and_ends_as_those_of_its_boards() {
    let folder = Folder::with_script("");
    folder.write("room.xsb", ROOM);
    let room = ["sokoban", "room.xsb"];
    let first = picture(&shot(&folder, "first.png", &room));
    let last = picture(&shot(&folder, "last.png", &[&room[..], &["--after", "rr"]].concat()));
    let film = shot(&folder, "game.gif", &[&room[..], &["--after", "dr<undo><undo>rr"]].concat());
    let frames = frames(&film);
    let lasting: Vec<u16> = frames.iter().map(|(_, lasts)| *lasts).collect();
    assert_eq!(lasting, [60, 4, 4, 4, 4, 4, 250], "three frames a turn, and a look at both ends");
    nearly_same(&frames[0].0, &first);
    nearly_same(&frames[6].0, &last);
    let between = picture(&shot(&folder, "between.png", &[&room[..], &["--after", "r"]].concat()));
    nearly_same(&frames[3].0, &between);
    // On its way a thing is neither here nor there.
    assert!(frames[1].0 != frames[0].0 && frames[1].0 != frames[2].0 && frames[2].0 != frames[3].0);
    // The same once more is the same file.
    let again = shot(&folder, "again.gif", &[&room[..], &["--after", "dr<undo><undo>rr"]].concat());
    assert_eq!(std::fs::read(film).unwrap(), std::fs::read(again).unwrap());
}

#[test]
fn where_there_are_few_colours_they_are_exact_and_a_walk_is_its_steps() {
    let script = r##"return {
  tiles = { wall = { look = { shape = "cell", color = "#123456" } },
    player = { look = { shape = "cell", color = "#fedcba" } } },
  legend = { ["#"] = "wall", ["@"] = "player" },
  act = function(board, action)
    local here = board:find("player")
    local there = action.dir and board:step(here, action.dir)
    if there and not board:get(there, "piece") then board:move(here, there, "player") end
  end,
  plan = function(board, click) return board:path(board:find("player"), click.cell, "wall") end,
}"##;
    let folder = Folder::with_script(script);
    folder.write("a.txt", "#####\n#@  #\n#####\n");
    let size = ["--size", "60x36", "--scripts", "."];
    let at = |name: &str, steps: &str| {
        shot(&folder, name, &[&["game", "a.txt", "--after", steps], &size[..]].concat())
    };
    let frames = frames(&at("game.gif", "<click 9>"));
    assert_eq!(frames.len(), 7);
    for (frame, steps) in [(0, ""), (3, "r"), (6, "rr")] {
        assert_eq!(frames[frame].0, picture(&at("board.png", steps)), "{steps}");
    }
}

#[test]
fn without_a_turn_there_is_one_frame() {
    let folder = Folder::with_script("");
    folder.write("room.xsb", ROOM);
    let [still, expected] =
        ["still.gif", "still.png"].map(|name| shot(&folder, name, &["sokoban", "room.xsb"]));
    let frames = frames(&still);
    assert_eq!(frames.len(), 1);
    nearly_same(&frames[0].0, &picture(&expected));
}

/// A game on the first level of a file, or on a board that it makes of seed 7; what is saved
/// goes into the folder.
fn playing(scripts: &Scripts, level: Option<&str>, folder: &Folder) -> Player {
    let file = folder.path().join(level.unwrap_or("nowhere"));
    let own = level.is_none();
    let opened = open(scripts, &Wanted { own, seed: 7, ..wanted(&file, 1) });
    let opened = opened.unwrap_or_else(|error| panic!("{error}"));
    Player::new(scripts.clone(), opened).with_store(Store::in_folder(folder.path()))
}

fn step(player: &mut Player, way: Direction) {
    player.command(&Command::Play(Action::Move(way)));
}

/// The file that is said to be saved.
#[track_caller]
fn saved(player: &Player) -> PathBuf {
    let said = player.caption(100).message;
    let place = said.strip_prefix("Saved as ").and_then(|place| place.split_once(" in "));
    let (name, folder) = place.unwrap_or_else(|| panic!("{said}"));
    Path::new(folder).join(name)
}

/// Waits until an animation that was asked for is made.
#[track_caller]
fn animated(player: &mut Player) {
    player.command(&Command::Animate);
    let (wake, woken) = channel();
    assert!(
        !player.follow_animation(move || wake.send(()).unwrap_or_default()),
        "it takes a while"
    );
    player.command(&Command::Animate);
    assert_eq!(player.caption(100).message, "An animation is being made already.");
    woken.recv_timeout(Duration::from_secs(120)).unwrap();
    assert!(player.follow_animation(|| ()));
}

#[test]
fn a_picture_is_the_whole_board_however_closely_it_is_looked_at() {
    let folder = Folder::with_script("");
    folder.write("room.xsb", ROOM);
    let mut player = playing(&stock("sokoban"), Some("room.xsb"), &folder);
    step(&mut player, Direction::Right);
    player.command(&Command::Marks);
    let mut bytes = vec![0; 600 * 400 * 4];
    let mut painted = |player: &mut Player| {
        let mut frame = Frame::new(600, 400, &mut bytes).unwrap();
        player.paint(&mut frame, 100, Moment::STILL);
        player.layout().unwrap()
    };
    painted(&mut player);
    player.command(&Command::Zoom(6));
    let close = painted(&mut player);
    assert!(player.is_close());
    player.command(&Command::Picture);
    let path = saved(&player);
    assert_eq!(path, folder.path().join("pictures/sokoban/sokoban-the-room.png"));
    assert_eq!(painted(&mut player), close, "what is looked at stays");
    let expected = shot(&folder, "board.png", &["sokoban", "room.xsb", "--after", "r"]);
    assert!(picture(&path) == picture(&expected));
}

#[test]
fn what_a_player_has_not_seen_is_not_shown_to_others() {
    let folder = Folder::with_script("");
    let mut player = playing(&stock("islands"), None, &folder);
    player.command(&Command::Picture);
    let islands = ["islands", "--seed", "7"];
    let [covered, seen] = [&["--covered"][..], &[]]
        .map(|covered| picture(&shot(&folder, "map.png", &[&islands[..], covered].concat())));
    let saved = picture(&saved(&player));
    assert!(saved == covered && saved != seen);
}

#[test]
fn an_animation_is_made_while_the_game_goes_on() {
    let folder = Folder::with_script("");
    folder.write("room.xsb", ROOM);
    let mut player = playing(&stock("sokoban"), Some("room.xsb"), &folder);
    step(&mut player, Direction::Right);
    step(&mut player, Direction::Right);
    player.command(&Command::Record);
    let recording = folder.path().join("recordings/sokoban/sokoban-the-room.txt");
    animated(&mut player);
    let path = saved(&player);
    assert_eq!(path, folder.path().join("pictures/sokoban/sokoban-the-room.gif"));
    let file = recording.to_str().unwrap();
    let expected = shot(&folder, "game.gif", &["sokoban", file, "--covered"]);
    assert!(std::fs::read(&path).unwrap() == std::fs::read(expected).unwrap());
    assert_eq!(frames(&path).len(), 7);
}

#[test]
fn an_animation_is_made_though_another_game_is_played_by_then() {
    let folder = Folder::with_script("");
    folder.write("room.xsb", ROOM);
    let mut player = playing(&stock("sokoban"), Some("room.xsb"), &folder);
    step(&mut player, Direction::Right);
    player.command(&Command::Animate);
    let (wake, woken) = channel();
    player.follow_animation(move || wake.send(()).unwrap_or_default());
    player.pick(&Pick::Game("fifteen".to_owned()));
    assert_eq!(player.title().split(" - ").next(), Some("Fifteen"));
    woken.recv_timeout(Duration::from_secs(120)).unwrap();
    assert!(player.follow_animation(|| ()));
    assert_eq!(frames(&saved(&player)).len(), 4);
}

#[test]
fn an_animation_looks_as_the_game_does() {
    let folder = Folder::with_script("");
    let mut player = playing(&stock("fifteen"), None, &folder);
    let lighthouse = stock_scripts().join("pictures/lighthouse.png");
    player.set("picture", Setting::Text(lighthouse.to_string_lossy().into_owned()));
    step(&mut player, Direction::Down);
    player.prefer(Preferences { isometric: true, ..player.preferences() });
    animated(&mut player);
    let fifteen = ["fifteen", "--seed", "7", "--set", "picture=pictures/lighthouse.png"];
    let expected = [&fifteen[..], &["--after", "d", "--isometric"]].concat();
    assert_eq!(player.session().played().matches("<click").count(), 1);
    let frames = frames(&saved(&player));
    let expected = picture(&shot(&folder, "board.png", &expected));
    let mean = |one: &RgbaImage, other: &RgbaImage| {
        let off = one.as_raw().iter().zip(other.as_raw()).map(|(one, other)| one.abs_diff(*other));
        off.map(u64::from).sum::<u64>() / one.width() as u64
    };
    let [near, far] = [3, 0].map(|frame| mean(&frames[frame].0, &expected));
    assert!(near * 4 < far, "{near} {far}");
}

#[test]
fn an_animation_that_cannot_be_made_is_told() {
    let script = std::fs::read_to_string(stock_scripts().join("sokoban.lua")).unwrap();
    let folder = Folder::with_script(&script);
    folder.write("room.xsb", ROOM);
    let mut player = playing(&folder.scripts(), Some("room.xsb"), &folder);
    step(&mut player, Direction::Right);
    folder.write("game.lua", "return {");
    animated(&mut player);
    let said = player.caption(100).message;
    assert!(said.starts_with("The animation cannot be made: "), "{said}");
    assert!(said.contains("game.lua:1: "), "{said}");
    folder.write("game.lua", &script);
    folder.write("pictures", "a file where the folder should be");
    animated(&mut player);
    let said = player.caption(100).message;
    assert!(said.contains("game-the-room.gif: the animation cannot be saved: "), "{said}");
}

#[test]
fn keys_save_all_three_in_a_window() {
    let Some(display) = display() else { return };
    let folder = Folder::with_script("");
    folder.write("room.xsb", ROOM);
    let (scripts, room) = (stock_scripts(), folder.path().join("room.xsb"));
    let [scripts, room, kept] = [&scripts, &room, folder.path()].map(|path| path.to_str().unwrap());
    let play = ["play", "sokoban", room, "--scripts", scripts, "--settings", kept];
    let mut game = Game::start(&display, Path::new(PROGRAM), &play);
    game.keys(&["Right"]);
    game.until("a step", |told| told.turns() == 1);
    for (key, ending) in [("F6", ".txt"), ("F7", ".png"), ("F8", ".gif")] {
        game.keys(&[key]);
        let said = |told: &Told| told.get("message ").to_owned();
        let told = game
            .until(key, |told| said(told).starts_with("Saved as ") && said(told).contains(ending));
        assert_eq!(told.turns(), 1);
    }
    assert_eq!(frames(&folder.path().join("pictures/sokoban/sokoban-the-room.gif")).len(), 4);
}
